import * as z from 'zod/mini'
import { addSeconds } from '#shared/rules/days.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { update } from '../table/table.ts'
import { worker } from '../worker.ts'
import { note } from './note.ts'
import { outcomes } from './outcomes.ts'
import { mailIdIn } from './tag.ts'

/** What SES tells of a mail on the account's event bus, as far as we read it. */
const Event = z.object({
  source: z.literal('aws.ses'),
  detail: z.object({
    eventType: z.string(),
    mail: z.object({ messageId: z.string(), tags: z.record(z.string(), z.array(z.string())) }),
    bounce: z.optional(z.object({ bounceType: z.string() })),
    open: z.optional(z.object({ timestamp: z.string(), userAgent: z.optional(z.string()) })),
  }),
})
type Detail = z.infer<typeof Event>['detail']
type Became = NonNullable<OutboxMail['became']>

/**
 * Hears what became of each mail: notes it at the mail, tells whose letter it was, and stops mail to an address from which it
 * comes back, or whose reader calls it spam. Events come twice and in any order; what is told of a mail that SES has not
 * taken from us under that id is none of ours.
 */
export const handler = worker<unknown>(async (message, { now, isFirst }) => {
  const read = z.safeParse(Event, message)
  if (!read.success) return 'not understood'
  const { detail } = read.data
  const [tag = ''] = detail.mail.tags['mail'] ?? []
  const mailId = mailIdIn(tag)
  const found = mailId === undefined ? undefined : await outbox.get({ mailId }, { consistent: true })
  // The answer to our call, with the id, may still be on its way; or it was lost, and this tells what it would have.
  if (found?.state === 'sending' && isFirst) throw new Error('not known yet')
  const mail = found?.state === 'sending' ? await sentAfterAll(found, detail.mail.messageId, now) : found
  if (!mail || mail.messageId !== detail.mail.messageId) return 'none of ours'
  const became = becameIn(detail, mail)
  if (!became) return 'nothing to note'
  if (became === 'bounced' || became === 'complained') await stopMail(mail, { because: became, now }, detail)
  const noted = await note(mail, became, now)
  await outcomes[mail.letter]?.(mail, { state: 'sent', became, at: now })
  return noted ? became : 'known'
})

/** SES knows a mail by our name for it, so it has taken it. Whoever was sending it finds that it is sent, and is done. */
async function sentAfterAll({ mailId }: OutboxMail, messageId: string, now: string): Promise<OutboxMail> {
  const set = { state: 'sent', messageId } as const
  return update(
    { actor: 'mail-events', at: now },
    outbox.change({ mailId }, { set, when: [['state', '=', 'sending']] }),
  )
}

function becameIn({ eventType, bounce, open }: Detail, mail: OutboxMail): Became | undefined {
  switch (eventType) {
    case 'Delivery':
      return 'delivered'
    case 'Bounce':
      // Out of office, and what else came after it was delivered, is no bounce.
      return bounce?.bounceType === 'Permanent' || mail.became === undefined ? 'bounced' : undefined
    case 'Reject':
      return 'bounced'
    case 'Complaint':
      return 'complained'
    case 'Open':
      return open && isReader(open, mail) ? 'opened' : undefined
    default:
      return undefined
  }
}

/** Programs that fetch the pictures of every mail, and whatever fetches them at once, have not read it. */
const isReader = (
  { timestamp, userAgent = '' }: NonNullable<Detail['open']>,
  { becameAt, at }: OutboxMail & { at?: string },
) =>
  !/bot|scan|preview|proofpoint|mimecast|barracuda|safelinks|^mozilla\/5\.0$/i.test(userAgent.trim()) &&
  Date.parse(timestamp) > Date.parse(addSeconds(becameAt ?? at ?? timestamp, 10))

/** A mailbox that is full, or was away, is tried again. */
async function stopMail(
  { email = '' }: OutboxMail,
  { because, now }: { because: 'bounced' | 'complained'; now: string },
  { bounce }: Detail,
) {
  if (email === '' || (because === 'bounced' && bounce?.bounceType !== 'Permanent')) return
  const row = { email, because, since: now }
  await update({ actor: 'mail-events', at: now }, suppressedAddresses.upsert({ email }, { set: row }))
}
