import { type AnswerOf, ApiProblem, callApi } from '../api.ts'
import { isTransient, problemOf } from '../api/problem.ts'
import { signedInUser } from '../session/tokens.ts'
import { refresh } from '../shell/useSave.ts'
import { allKept, forget, isOpen, type Kept, readKept, type TaskId } from './kept.ts'
import { MINE, TASK } from './shapes.ts'

/** What waits for the signal is tried again so often, in milliseconds. */
export const retry = 20_000
const SAVE = 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
type Outcome = { saved: AnswerOf<typeof SAVE>; problem?: undefined } | { problem: ApiProblem }

/** Sends what is kept of a task, as whoever has answered alone; once the server has it, it is forgotten here. */
export async function sendKept(
  userId: string,
  id: TaskId,
  { saveId, revision, taskVersion = 0, response, done }: Kept,
): Promise<Outcome> {
  if (signedInUser() !== userId) return { problem: problemOf(401, undefined) }
  try {
    const body = { saveId, revision, taskVersion, response, done }
    const saved = await callApi(SAVE, { ...id, body }, { handles: ['failures', 'not_allowed'], keepalive: true })
    forget(userId, id, saveId)
    return { saved }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { problem: error }
  }
}

/** What its family still decides on once they open the task: until then it stays. */
const toDecide: readonly string[] = ['answered_meanwhile', 'task_changed']

type Sent = { arrived: number; waiting: number; undecided: number }
const underWay = new Map<string, Promise<Sent>>()

/**
 * Sends what waits on this device of tasks that are not open on this page. Says of how many it arrived, of how many it waits on, and
 * of how many it stays until its family has decided.
 * Whoever asks while that is under way hears of the same: the shell and the screen of tasks ask at one moment.
 */
export function sendAllKept(userId: string): Promise<Sent> {
  const sending = underWay.get(userId) ?? sendEach(userId).finally(() => underWay.delete(userId))
  underWay.set(userId, sending)
  return sending
}

async function sendEach(userId: string): Promise<Sent> {
  let [arrived, waiting, undecided] = [0, 0, 0]
  for (const id of allKept(userId)) {
    const kept = isOpen(userId, id) ? undefined : readKept(userId, id)
    if (!kept) continue
    const problem = refused.get(kept.saveId) ?? (await sendKept(userId, id, kept)).problem
    if (!problem) arrived++
    else if (isTransient(problem)) waiting++
    else if (toDecide.includes(problem.code)) undecided++
    if (problem && !isTransient(problem)) refused.set(kept.saveId, problem)
  }
  return { arrived, waiting, undecided }
}
/** What the server has said that it does not take, by saving: it is not asked again by this page. */
const refused = new Map<string, ApiProblem>()

/** What shows tasks is read anew: something has arrived. */
export function refreshTasks(swr: Parameters<typeof refresh>[0]): void {
  for (const route of [TASK, MINE, 'GET /api/v1/today'] as const) refresh(swr, route)
}
