import { countFailures } from '../runtime/countFailures.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { outbox } from '../table/outbox.ts'
import { type SupportThread, supportThreads } from '../table/support.ts'
import { pages, write } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import { isVisitor, getThread } from './threads.ts'

/** How many threads are handled at the same time. */
const concurrency = 10

/**
 * Runs on a schedule: mails unanswered questions to our support address, if the stage has one, and unseen answers to the users. One that
 * fails does not stop the others.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const stamp = { actor: 'support-due', at: time }
  let failed = 0
  for await (const rows of pages<object>(supportThreads.dueUntil(time)))
    failed += await countFailures(rows, concurrency, (row) => mailDue(stamp, supportThreads.idOf(row)))
  // The others are mailed; the error raises an alarm.
  if (failed > 0) throw new Error(`${failed} support threads could not be mailed`)
}

/** The transaction that puts the mail into the outbox also removes its due item. */
async function mailDue(stamp: Stamp, threadId: string): Promise<void> {
  const thread = await getThread(threadId)
  if (thread?.mailAt === undefined || thread.mailAt > stamp.at) return
  const support = process.env.SUPPORT_EMAIL
  const isWaiting = thread.state === 'waiting'
  const to = isWaiting ? support && { email: support } : askerOf(threadId, thread.email)
  const about = { threadId }
  const letter = isWaiting ? 'supportWaiting' : 'supportAnswered'
  // On a conflict it was answered, seen or asked more at this moment: that sets the due time anew.
  await ignoreConflict(
    write(
      stamp,
      supportThreads.change({ threadId }, { set: { mailAt: undefined }, when: ifUnchanged(thread) }),
      ...(to ? [outbox.add(stamp, { mailId: mailIdOf(thread), letter, to, about })] : []),
    ),
  )
}

/** The id of the mail: one for each time that a thread is due. After an erasure a thread with the same id counts from 1 again. */
export const mailIdOf = ({ threadId, seq, since }: Pick<SupportThread, 'threadId' | 'seq' | 'since'>) =>
  `support.${threadId}.${seq}.${Date.parse(since)}`
const askerOf = (threadId: string, email: string | undefined) =>
  isVisitor(threadId) ? email && { email } : { userId: threadId }
