import { Problem } from '#shared/problems.ts'
import { type Email, emailRecipients, type EmailRecipient, emails, type EmailTo } from '../table/emails.ts'
import { counts } from '../table/me.ts'
import { outbox } from '../table/outbox.ts'
import { receivedEmails } from '../table/receivedEmails.ts'
import { chunks } from '../table/chunks.ts'
import { all, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { listEverywhere } from './lists.ts'
import { endNotSent } from './notSent.ts'
import { isToSomething } from './playersIn.ts'
import { type Recipient, recipientsOf } from './recipients.ts'

/** At four writes each, as many people as fit into a transaction. */
const maxPeople = 25
/** How many transactions are under way at the same time. */
const concurrency = 6

/**
 * Delivers an email: for each recipient one transaction with the recipient's item, the email in their list, their unread count and a mail
 * in the outbox. Idempotent: recipients with an item are skipped. At last its state becomes `sent`, or not sent if nobody got it. It stops
 * if the event that it is about was deleted meanwhile.
 * @param known the recipients, if they were read already
 */
export async function deliver(stamp: Stamp, email: Stored<Email>, known?: readonly Recipient[]): Promise<string> {
  const { emailId } = email
  await listEverywhere(stamp, email)
  const recipients = known ?? (await recipientsNow(email.to, stamp.at))
  const parts = chunks(recipients, maxPeople)
  for (const some of chunks(parts, concurrency)) await Promise.all(some.map((part) => deliverTo(stamp, email, part)))
  return retryOnConflict(() => close(stamp, emailId))
}

/** The recipients at this moment; none if the event or list that it goes to is gone. */
export async function recipientsNow(to: EmailTo, now: string): Promise<Recipient[]> {
  try {
    return (await recipientsOf(to, now)).recipients
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return []
    throw error
  }
}

/** Once all are written: counts the recipients, and how many of them get no mail. */
async function close(stamp: Stamp, emailId: string): Promise<string> {
  const email = await emails.get({ emailId }, { consistent: true })
  if (email?.state !== 'sending') return 'nothing to do'
  const there = await all<EmailRecipient>({ ...emailRecipients.of({ emailId }), consistent: true })
  if (there.length === 0) return endNotSent(stamp, email, (await isToSomething(email.to)) ? 'nobody' : 'eventGone')
  const unmailed = there.filter(({ state }) => state === 'unmailed').length
  const set = { state: 'sent', people: there.length, unmailed } as const
  await write(stamp, emails.change({ emailId }, { set, when: ifUnchanged(email) }))
  return 'sent'
}

/** On a conflict with a parallel run, reads again who is still missing. */
const deliverTo = (stamp: Stamp, email: Email, part: readonly Recipient[]): Promise<void> =>
  retryOnConflict(async () => {
    const { emailId } = email
    const there = await emailRecipients.getMany(
      part.map(({ userId }) => ({ emailId, userId })),
      { consistent: true },
    )
    const lacking = part.filter((_, i) => !there[i])
    if (lacking.length > 0) await write(stamp, ...lacking.flatMap((recipient) => writesFor(stamp, email, recipient)))
  })

function writesFor(stamp: Stamp, email: Email, { userId, name, hasAddress, playerIds, players }: Recipient): Write[] {
  const { emailId, subject, beginning, from, orgUnitName, listedAt: sentAt } = email
  const urgent = email.urgent ? { urgent: true as const } : {}
  const state = hasAddress ? 'waiting' : 'unmailed'
  return [
    emailRecipients.create({ emailId, userId, name, playerIds, players, state, since: stamp.at }),
    receivedEmails.create({ userId, emailId, subject, beginning, from, orgUnitName, players, sentAt, ...urgent }),
    counts.upsert({ userId }, { add: { unreadMessages: 1 } }),
    ...(hasAddress ? [outbox.add(stamp, { letter: 'email', to: { userId }, about: { emailId }, ...urgent })] : []),
  ]
}
