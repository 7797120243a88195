import * as z from 'zod/mini'
import { addSeconds } from '#shared/rules/days.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { update } from '../table/table.ts'
import { worker } from '../worker.ts'
import { storeOutcome } from './storeOutcome.ts'
import { outcomes } from './outcomes.ts'
import { mailIdIn } from './tag.ts'

/** The part that we read of SES's events on EventBridge. */
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
type OutcomeKind = NonNullable<OutboxMail['became']>

/**
 * Runs for each SES event: stores the outcome at the mail, calls the area that wrote it (`outcomes.ts`), and suppresses the address after a
 * permanent bounce or a complaint. Events come twice and in any order. An event whose message id is not that of the mail is ignored.
 */
export const handler = worker<unknown>(async (message, { now, isFirst }) => {
  const parsed = z.safeParse(Event, message)
  if (!parsed.success) return 'not understood'
  const { detail } = parsed.data
  const [tag = ''] = detail.mail.tags['mail'] ?? []
  const mailId = mailIdIn(tag)
  const outboxMail = mailId === undefined ? undefined : await outbox.get({ mailId }, { consistent: true })
  // The response of SES to our call may not have arrived yet, or was lost: the first time the message is retried, then the event counts.
  if (outboxMail?.state === 'sending' && isFirst) throw new Error('not known yet')
  const mail = outboxMail?.state === 'sending' ? await markSent(outboxMail, detail.mail.messageId, now) : outboxMail
  if (!mail || mail.messageId !== detail.mail.messageId) return 'none of ours'
  const became = outcomeIn(detail, mail)
  if (!became) return 'nothing to note'
  if (became === 'bounced' || became === 'complained') await suppressAddress(mail, { because: became, now }, detail)
  const isStored = await storeOutcome(mail, became, now)
  await outcomes[mail.letter]?.(mail, { state: 'sent', became, at: now })
  return isStored ? became : 'known'
})

/** Sets a mail to sent: the event proves that SES has accepted it. A concurrent sender finds it sent and stops. */
async function markSent({ mailId }: OutboxMail, messageId: string, now: string): Promise<OutboxMail> {
  const set = { state: 'sent', messageId } as const
  return update(
    { actor: 'mail-events', at: now },
    outbox.change({ mailId }, { set, when: [['state', '=', 'sending']] }),
  )
}

function outcomeIn({ eventType, bounce, open }: Detail, mail: OutboxMail): OutcomeKind | undefined {
  switch (eventType) {
    case 'Delivery':
      return 'delivered'
    case 'Bounce':
      // A transient bounce after delivery, such as an out-of-office reply, is ignored.
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

/** Whether a person has opened the mail: not a known scanner, and not within ten seconds after delivery. */
const isReader = (
  { timestamp, userAgent = '' }: NonNullable<Detail['open']>,
  { becameAt, at }: OutboxMail & { at?: string },
) =>
  !/bot|scan|preview|proofpoint|mimecast|barracuda|safelinks|^mozilla\/5\.0$/i.test(userAgent.trim()) &&
  Date.parse(timestamp) > Date.parse(addSeconds(becameAt ?? at ?? timestamp, 10))

/** Suppresses the address; not after a transient bounce, such as a full mailbox. */
async function suppressAddress(
  { email = '' }: OutboxMail,
  { because, now }: { because: 'bounced' | 'complained'; now: string },
  { bounce }: Detail,
) {
  if (email === '' || (because === 'bounced' && bounce?.bounceType !== 'Permanent')) return
  const row = { email, because, since: now }
  await update({ actor: 'mail-events', at: now }, suppressedAddresses.upsert({ email }, { set: row }))
}
