import { type AnswerOf, ApiProblem, callApi } from '../api.ts'
import { problemOf } from '../api/problem.ts'
import { signedInUser } from '../session/tokens.ts'
import { allKept, forget, type Kept, readKept, type TaskId } from './kept.ts'

const SAVE = 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
type Outcome = { saved: AnswerOf<typeof SAVE>; problem?: undefined } | { problem: ApiProblem }

/** Sends what is kept of a task, as whoever has answered alone; once the server has it, it is forgotten here. */
export async function sendKept(
  userId: string,
  id: TaskId,
  { saveId, revision, response, done }: Kept,
): Promise<Outcome> {
  if (signedInUser() !== userId) return { problem: problemOf(401, undefined) }
  try {
    const body = { saveId, revision, response, done }
    const saved = await callApi(SAVE, { ...id, body }, { handles: ['failures', 'not_allowed'], keepalive: true })
    forget(userId, id, saveId)
    return { saved }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { problem: error }
  }
}

/** Sends what waits on this device of tasks that nobody has open. Says whether anything arrived. */
export async function sendAllKept(userId: string, isOpen: (id: TaskId) => boolean): Promise<boolean> {
  let arrived = false
  for (const id of allKept(userId)) {
    const kept = isOpen(id) ? undefined : readKept(userId, id)
    if (kept && !(await sendKept(userId, id, kept)).problem) arrived = true
  }
  return arrived
}
