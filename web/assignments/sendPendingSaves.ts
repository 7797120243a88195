import { type AnswerOf, ApiProblem, callApi } from '../api.ts'
import { isTransient, problemOf } from '../api/problem.ts'
import { signedInUser } from '../session/tokens.ts'
import { refresh } from '../shell/useSave.ts'
import {
  listPendingSaves,
  removePendingSave,
  isOpen,
  type PendingSave,
  readPendingSave,
  type TaskId,
} from './pendingSaves.ts'
import { PLAYER_TASKS, TASK } from './shapes.ts'

/** Retry interval for unsent answers, in milliseconds. */
export const retryInterval = 20_000
const SAVE = 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
type SaveResult = { saved: AnswerOf<typeof SAVE>; problem?: undefined } | { problem: ApiProblem }

/** Sends a kept save, only as the user who made it; forgets it once the server has it. */
export async function sendPendingSave(
  userId: string,
  id: TaskId,
  { saveId, revision, taskVersion = 0, response, done }: PendingSave,
): Promise<SaveResult> {
  if (signedInUser() !== userId) return { problem: problemOf(401, undefined) }
  try {
    const body = { saveId, revision, taskVersion, response, done }
    const saved = await callApi(SAVE, { ...id, body }, { handles: ['failures', 'not_allowed'], keepalive: true })
    removePendingSave(userId, id, saveId)
    return { saved }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { problem: error }
  }
}

/** Codes after which the family has to decide when they open the task; until then the answers are kept. */
const conflictCodes: readonly string[] = ['answered_meanwhile', 'task_changed']

type SendCounts = { arrived: number; waiting: number; undecided: number }
const runningByUser = new Map<string, Promise<SendCounts>>()

/**
 * Sends the kept answers of all tasks that are not open on this page. Counts how many arrived, how many are still waiting, and
 * how many wait for a decision of the family. Concurrent calls share one run: the shell and the tasks screen both call it on
 * start.
 */
export function sendPendingSaves(userId: string): Promise<SendCounts> {
  const sending = runningByUser.get(userId) ?? sendAll(userId).finally(() => runningByUser.delete(userId))
  runningByUser.set(userId, sending)
  return sending
}

async function sendAll(userId: string): Promise<SendCounts> {
  let [arrived, waiting, undecided] = [0, 0, 0]
  for (const id of listPendingSaves(userId)) {
    const pendingSave = isOpen(userId, id) ? undefined : readPendingSave(userId, id)
    if (!pendingSave) continue
    const problem = refusedSaves.get(pendingSave.saveId) ?? (await sendPendingSave(userId, id, pendingSave)).problem
    if (!problem) arrived++
    else if (isTransient(problem)) waiting++
    else if (conflictCodes.includes(problem.code)) undecided++
    if (problem && !isTransient(problem)) refusedSaves.set(pendingSave.saveId, problem)
  }
  return { arrived, waiting, undecided }
}
/** Saves that the server has refused, by `saveId`: this page does not send them again. */
const refusedSaves = new Map<string, ApiProblem>()

/** Refreshes what shows tasks, after something has arrived. */
export function refreshTasks(swr: Parameters<typeof refresh>[0]): void {
  for (const route of [TASK, PLAYER_TASKS, 'GET /api/v1/today'] as const) refresh(swr, route)
}
