import type { session } from '#shared/api/session.ts'
import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import type { CallOf } from '../serve.ts'
import { walkthroughs } from '../table/walkthroughs.ts'
import { write } from '../table/table.ts'

/** A user's progress in a guided walkthrough; users who have not seen it are at its beginning. */
export const readWalkthrough = (call: CallOf<typeof session, 'GET /rest-api/users/feature-walkthrough'>) =>
  progressOf(call.userId, call.query.walkthroughId)

/**
 * Notes that a walkthrough was finished; or that it was skipped or left once more, and so is not finished, even if it was before.
 * A transaction rather than an update, because the SDK retries after a lost response: only a transaction recognizes the retry,
 * and counts once.
 */
export async function updateWalkthrough({
  userId,
  stamp,
  query: { walkthroughId: name, isCompleted },
}: CallOf<typeof session, 'POST /rest-api/users/update-feature-walkthrough'>) {
  const change =
    isCompleted === 'true' ? { set: { completed: true } } : { set: { completed: false }, add: { closeCount: 1 } }
  await write(stamp, walkthroughs.upsert({ userId, name }, change))
  return progressOf(userId, name)
}

async function progressOf(userId: string, name: WalkthroughName) {
  const { completed = false, closeCount = 0 } = (await walkthroughs.get({ userId, name }, { consistent: true })) ?? {}
  return { name, completed, closeCount }
}
