import { isProblem } from '#shared/problems.ts'
import { outbox } from '../table/outbox.ts'
import { type SupportThread, supportThreads } from '../table/support.ts'
import { write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { isVisitor, getThread } from './threads.ts'

/**
 * Runs on a schedule: mails unanswered questions to our support address, if the stage has one, and unseen answers to the users. The
 * transaction that puts the mail into the outbox also removes its due item.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const stamp = { actor: 'support-due', at: time }
  const failures: unknown[] = []
  for (const { threadId } of await supportThreads.due(time)) {
    const thread = await getThread(threadId)
    if (thread?.mailAt === undefined || thread.mailAt > time) continue
    const support = process.env.SUPPORT_EMAIL
    const isWaiting = thread.state === 'waiting'
    const to = isWaiting ? support && { email: support } : askerOf(threadId, thread.email)
    const about = { threadId }
    const letter = isWaiting ? 'supportWaiting' : 'supportAnswered'
    await write(
      stamp,
      supportThreads.change({ threadId }, { set: { mailAt: undefined }, when: ifUnchanged(thread) }),
      ...(to ? [outbox.add(stamp, { mailId: mailIdOf(thread), letter, to, about })] : []),
    ).catch((error: unknown) => {
      // Answered, seen or asked more at this moment: that sets the due time anew.
      if (!isProblem(error, 'conflict')) failures.push(error)
    })
  }
  if (failures.length > 0) throw failures[0]
}

/** The id of the mail: one for each time that a thread is due. After an erasure a thread with the same id counts from 1 again. */
export const mailIdOf = ({ threadId, seq, since }: Pick<SupportThread, 'threadId' | 'seq' | 'since'>) =>
  `support.${threadId}.${seq}.${Date.parse(since)}`
const askerOf = (threadId: string, email: string | undefined) =>
  isVisitor(threadId) ? email && { email } : { userId: threadId }
