import { type AnswerOf, ApiProblem, callApi } from '../api.ts'
import { isTransient, problemOf } from '../api/problem.ts'
import { signedInUser } from '../session/tokens.ts'
import { refresh } from '../shell/useSave.ts'
import { allKept, forget, isOpen, type Kept, readKept, type TaskId } from './kept.ts'
import { MINE, TASK } from './shapes.ts'

/** Retry interval for unsent answers, in milliseconds. */
export const retry = 20_000
const SAVE = 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
type Outcome = { saved: AnswerOf<typeof SAVE>; problem?: undefined } | { problem: ApiProblem }

/** Sends a kept save, only as the user who made it; forgets it once the server has it. */
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

/** Codes after which the family has to decide when they open the task; until then the answers are kept. */
const toDecide: readonly string[] = ['answered_meanwhile', 'task_changed']

type Sent = { arrived: number; waiting: number; undecided: number }
const underWay = new Map<string, Promise<Sent>>()

/**
 * Sends the kept answers of all tasks that are not open on this page. Counts how many arrived, how many are still waiting, and
 * how many wait for a decision of the family. Concurrent calls share one run: the shell and the tasks screen both call it on
 * start.
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
/** Saves that the server has refused, by `saveId`: this page does not send them again. */
const refused = new Map<string, ApiProblem>()

/** Refreshes what shows tasks, after something has arrived. */
export function refreshTasks(swr: Parameters<typeof refresh>[0]): void {
  for (const route of [TASK, MINE, 'GET /api/v1/today'] as const) refresh(swr, route)
}
