import { Problem } from '#shared/problems.ts'
import { longestDelay, sendTo } from '../queues.ts'
import { emails } from '../table/emails.ts'
import { meOf } from '../table/me.ts'
import { update } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { deliver } from './deliver.ts'
import { listEverywhere } from './lists.ts'
import { isToSomething } from './playersIn.ts'
import { mayWriteEmail } from './recipients.ts'

/**
 * Hears of each email that was sent, and of one whose time has come. Before that it is listed and put off: until it is due it
 * can be taken back. One that is due in hours is heard of again by `dueHandler.ts`. Whose author may not write it any more by then,
 * or whose event is gone, is not sent.
 */
export const handler = worker(async (message, { now }) => {
  const emailId = message.pk.slice('MAIL#'.length)
  const email = await emails.get({ emailId }, { consistent: true })
  if (!email || email.state === 'draft' || email.state === 'sent') return 'nothing to do'
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
  const { access } = await meOf({ userId: email.authorId })
  const [mayWrite, isThere] = await Promise.all([mayWriteEmail(access, email), isToSomething(email.to)])
  if (!mayWrite || !isThere) {
    const stopped = await become(stamp, { emailId, dueAt }, 'draft')
    return stopped
      ? `not sent: ${mayWrite ? 'its event is gone' : 'its author may not write it any more'}`
      : 'nothing to do'
  }
  const begun = await become(stamp, { emailId, dueAt }, 'sending')
  return begun ? deliver(stamp, begun) : 'nothing to do'
})

/**
 * Once it is `sending` it cannot be taken back; undefined when it was in this very moment, or when another call has begun it.
 * A `draft` again, it goes to nobody.
 */
async function become(
  stamp: Stamp,
  { emailId, dueAt }: { emailId: string; dueAt: string },
  state: 'sending' | 'draft',
) {
  const when = [
    ['state', '=', 'waiting'],
    ['dueAt', '=', dueAt],
  ] as const
  try {
    return await update(stamp, emails.change({ emailId }, { set: { state, dueAt: undefined }, when }))
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return undefined
    throw error
  }
}
