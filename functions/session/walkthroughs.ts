import type { session } from '#shared/api/session.ts'
import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import type { CallOf } from '../serve.ts'
import { walkthroughs } from '../table/walkthroughs.ts'
import { write } from '../table/table.ts'

/** The caller's progress in a guided walkthrough; by default its beginning. */
export const readWalkthrough = (call: CallOf<typeof session, 'GET /rest-api/users/feature-walkthrough'>) =>
  progressOf(call.userId, call.query.walkthroughId)

/**
 * Stores that a walkthrough was finished, or counts that it was skipped or left. A transaction rather than a plain update: the SDK retries
 * a call whose response was lost, and only a transaction (with its client token) counts the retry once.
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
