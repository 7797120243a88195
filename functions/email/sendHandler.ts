import { orgUnitOf } from '#shared/ids.ts'
import { ignore } from '../table/ignore.ts'
import { longestDelay, sendTo } from '../runtime/queues.ts'
import { type Email, emails } from '../table/emails.ts'
import { update } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { deliver, currentRecipients } from './deliver.ts'
import { listEverywhere } from './lists.ts'
import { checkDue, endNotSent } from './notSent.ts'
import { unitOf } from './unit.ts'

/**
 * Runs for each accepted email, and again when it is due. The first time it adds the email to the lists and delays the message, since until
 * then the email can be taken back; one that is due in hours is queued again by `dueHandler.ts`. A due email is delivered, or set to not
 * sent (`notSent.ts`).
 */
export const handler = worker(async (message, { now }) => {
  const emailId = message.pk.slice('MAIL#'.length)
  const email = await emails.get({ emailId }, { consistent: true })
  if (email?.state !== 'waiting' && email?.state !== 'sending') return 'nothing to do'
  const stamp = { actor: 'email-send', at: now }
  if (email.state === 'sending') return deliver(stamp, email)

  const { dueAt = now } = email
  const seconds = (Date.parse(dueAt) - Date.parse(now)) / 1000
  if (seconds > 0) {
    await listEverywhere(stamp, email)
    if (seconds > longestDelay) return 'later'
    await sendTo('email-send', message, { seconds })
    return 'put off'
  }
  const { why, to } = await checkDue(email)
  const recipients = why ? [] : await currentRecipients(to, now)
  // Taken back at this very moment, or started or ended by another run.
  const unlessChanged = ignore('conflict')
  if (recipients.length === 0)
    return (await endNotSent(stamp, email, why ?? 'nobody').catch(unlessChanged)) ?? 'nothing to do'
  const started = await startSending(stamp, { ...email, to }).catch(unlessChanged)
  return started ? deliver(stamp, started, recipients) : 'nothing to do'
})

/**
 * Once it is `sending`, it cannot be taken back. It goes to the recipients just read, also if it is interrupted, under the team's and club's
 * current names: it may have been written long before.
 */
async function startSending(stamp: Stamp, { emailId, to, version }: Stored<Email>) {
  const unit = await unitOf(orgUnitOf(emailId)).catch(ignore('not_found'))
  const names = unit && { orgUnitName: unit.orgUnitName, organizationName: unit.organizationName }
  const set = { state: 'sending', dueAt: undefined, to, ...names } as const
  return update(stamp, emails.change({ emailId }, { set, when: ifUnchanged({ version }) }))
}
