import { type AnswerOf, ApiProblem, callApi } from '../api.ts'
import { allKept, forget, type Kept, readKept, type TaskId } from './kept.ts'

const SAVE = 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
type Outcome = { saved: AnswerOf<typeof SAVE>; problem?: undefined } | { problem: ApiProblem }

/** Whether a saving may do when it is sent once more. */
export const stays = ({ code, status }: ApiProblem): boolean => code === 'offline' || code === 'busy' || status >= 500

/** Sends what is kept of a task; once the server has it, it is forgotten here. */
export async function sendKept(
  userId: string,
  id: TaskId,
  { saveId, revision, response, done }: Kept,
): Promise<Outcome> {
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
