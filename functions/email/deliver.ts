import { isProblem } from '#shared/problems.ts'
import { type Email, emailRecipients, type EmailRecipient, emails, type EmailTo } from '../table/emails.ts'
import { counts } from '../table/me.ts'
import { outbox } from '../table/outbox.ts'
import { receivedEmails } from '../table/receivedEmails.ts'
import { chunks } from '../table/chunks.ts'
import { all, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { listEverywhere } from './lists.ts'
import { endNotSent } from './notSent.ts'
import { targetExists } from './playersIn.ts'
import { type Recipient, recipientsOf } from './recipients.ts'

/** At four writes each, as many people as fit into a transaction. */
const maxPeople = 25
/** How many transactions are under way at the same time. */
const concurrency = 6

/**
 * Delivers an email: for each recipient one transaction with the recipient's item, the email in their list, their unread count and a mail
 * in the outbox. Idempotent: recipients with an item are skipped. At last its state becomes `sent`, or not sent if nobody got it. It stops
 * if the event that it is about was deleted meanwhile.
 * @param knownRecipients the recipients, if they were read already
 */
export async function deliver(
  stamp: Stamp,
  email: Stored<Email>,
  knownRecipients?: readonly Recipient[],
): Promise<string> {
  const { emailId } = email
  await listEverywhere(stamp, email)
  const recipients = knownRecipients ?? (await currentRecipients(email.to, stamp.at))
  const parts = chunks(recipients, maxPeople)
  for (const batch of chunks(parts, concurrency)) await Promise.all(batch.map((part) => deliverTo(stamp, email, part)))
  return retryOnConflict(() => finish(stamp, emailId))
}

/** The recipients at this moment; none if the event or list that it goes to is gone. */
export async function currentRecipients(to: EmailTo, now: string): Promise<Recipient[]> {
  try {
    return (await recipientsOf(to, now)).recipients
  } catch (error) {
    if (isProblem(error, 'not_found')) return []
    throw error
  }
}

/** Once all are written: counts the recipients, and how many of them get no mail. */
async function finish(stamp: Stamp, emailId: string): Promise<string> {
  const email = await emails.get({ emailId }, { consistent: true })
  if (email?.state !== 'sending') return 'nothing to do'
  const recipientRows = await all<EmailRecipient>({ ...emailRecipients.of({ emailId }), consistent: true })
  if (recipientRows.length === 0)
    return endNotSent(stamp, email, (await targetExists(email.to)) ? 'nobody' : 'eventGone')
  const unmailed = recipientRows.filter(({ state }) => state === 'unmailed').length
  const set = { state: 'sent', people: recipientRows.length, unmailed } as const
  await write(stamp, emails.change({ emailId }, { set, when: ifUnchanged(email) }))
  return 'sent'
}

/** On a conflict with a parallel run, reads again who is still missing. */
const deliverTo = (stamp: Stamp, email: Email, part: readonly Recipient[]): Promise<void> =>
  retryOnConflict(async () => {
    const { emailId } = email
    const existing = await emailRecipients.getMany(
      part.map(({ userId }) => ({ emailId, userId })),
      { consistent: true },
    )
    const missing = part.filter((_, i) => !existing[i])
    if (missing.length > 0) await write(stamp, ...missing.flatMap((recipient) => writesFor(stamp, email, recipient)))
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
