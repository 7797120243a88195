import { isProblem } from '#shared/problems.ts'
import { noDay } from '#shared/rules/dueTasks.ts'
import {
  type AssignedTask,
  type Assignment,
  assignedTasks,
  assignments,
  assignmentTasks,
  taskResponses,
} from '../table/assignments.ts'
import { type NamedPlayer, players } from '../table/players.ts'
import { chunks } from '../table/chunks.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { resolveAssignees, currentAssigneeIds } from './assignees.ts'
import type { ExistingAssignment } from './existing.ts'
import { countWrite, pauseOrResumeAll } from './pause.ts'

/** Players per transaction: each has a task and perhaps a response, beside the assignment. */
const maxPlayers = 40
/** Families who answer meanwhile change the same item. */
const maxAttempts = 12

/**
 * Brings the tasks of an assignment up to date: new players of its teams get it, players who have left and not begun lose it, and copied
 * fields are refreshed. Idempotent and safe to run concurrently: each part reads the current tasks, and writes the differences in one
 * transaction with the assignment's counts.
 */
export async function updateTasks(stamp: Stamp, assignmentId: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await updateTasksOnce(stamp, assignmentId)
    } catch (error) {
      if (!isProblem(error, 'not_found') || attempt === maxAttempts) throw error
    }
  }
}

/** Throws `not_found` if a player who is to get a task is gone meanwhile: then everything is read again. */
async function updateTasksOnce(stamp: Stamp, assignmentId: string): Promise<string> {
  const [row, content] = await Promise.all([
    assignments.get({ assignmentId }, { consistent: true }),
    assignmentTasks.get({ assignmentId }, { consistent: true }),
  ])
  if (row?.plan !== 'wanted' || !content) return 'nothing to do'
  const [assignees, existingTasks] = await Promise.all([
    resolveAssignees(content),
    assignedTasks.ofAssignment(assignmentId),
  ])
  const concernedIds = [...new Set([...assignees.keys(), ...existingTasks.map(({ playerId }) => playerId)])].toSorted()
  const { revision } = row
  for (const part of chunks(concernedIds, maxPlayers))
    await retryOnConflict(() => updatePart(stamp, { assignmentId, revision }, part, assignees), maxAttempts)
  const startedIds = new Set(existingTasks.flatMap(({ playerId, state }) => (state === 'WAITING' ? [] : [playerId])))
  const waiting = concernedIds
    .filter((playerId) => !startedIds.has(playerId))
    .map((playerId) => ({ assignmentId, playerId }))
  // For players who left or came back while it was closed, or left while it was being given, and of archived teams.
  await pauseOrResumeAll(stamp, waiting, await currentAssigneeIds(assignmentId, content))
  return row.status === 'REMOVED' ? removeAssignment(stamp, row) : finishPlan(stamp, row)
}

type Plan = { assignmentId: string; revision: number }

async function updatePart(stamp: Stamp, plan: Plan, playerIds: string[], assignees: ReadonlyMap<string, NamedPlayer>) {
  const { assignmentId, revision } = plan
  const ids = playerIds.map((playerId) => ({ assignmentId, playerId }))
  const [row, tasks] = await Promise.all([
    assignments.get({ assignmentId }, { consistent: true }),
    assignedTasks.getMany(ids, { consistent: true }),
  ])
  // Changed meanwhile: that change has its own message.
  if (row?.revision !== revision) return
  if (row.status === 'REMOVED') return removeTasks(stamp, tasks)
  const { status } = row
  const differences = playerIds.map((playerId, i) =>
    differenceOf({ ...row, status }, assignees.get(playerId), tasks[i]),
  )
  const writes = differences.flatMap((each) => (each ? [each.write] : []))
  if (writes.length === 0) return
  const countChange = differences.reduce((sum, each) => sum + (each?.counts ?? 0), 0)
  // If a merge happens at the same moment, the later of the two reads again: no task may be created under a merged id.
  const playerChecks = differences.flatMap((each, i) =>
    each?.write.operation === 'create' ? [players.change({ playerId: playerIds[i] ?? '' }, {}, 'not_found')] : [],
  )
  await write(stamp, countWrite({ ...row, status }, countChange), ...writes, ...playerChecks)
}

/** The write needed for one player, and its effect on the number of open tasks; undefined if nothing differs. */
function differenceOf(
  row: ExistingAssignment,
  player: NamedPlayer | undefined,
  task: Stored<AssignedTask> | undefined,
): { write: Write; counts: number } | undefined {
  const { assignmentId, name, type, dueOn = noDay } = row
  const isClosed = row.status === 'CLOSED'
  if (!task) {
    if (!player || isClosed) return undefined
    const { playerId, firstName, lastName } = player
    const initialState = { status: 'OPEN', state: 'WAITING', number: 0 } as const
    const newTask = { assignmentId, playerId, firstName, lastName, name, type, dueOn, ...initialState }
    return { write: assignedTasks.create(newTask), counts: 1 }
  }
  const when = ifUnchanged(task)
  if (!player && task.state === 'WAITING')
    return { write: assignedTasks.remove(task, 'conflict', when), counts: task.paused ? 0 : -1 }
  const status = task.state === 'DONE' ? 'COMPLETED' : isClosed ? 'CLOSED' : 'OPEN'
  if (task.name === name && task.type === type && task.dueOn === dueOn && task.status === status) return undefined
  return { write: assignedTasks.change(task, { set: { name, type, dueOn, status }, when }), counts: 0 }
}

async function removeTasks(stamp: Stamp, tasks: readonly (Stored<AssignedTask> | undefined)[]): Promise<void> {
  const existingTasks = tasks.filter((task) => task !== undefined)
  if (existingTasks.length === 0) return
  const responses = await taskResponses.getMany(existingTasks, { consistent: true })
  await write(
    stamp,
    ...existingTasks.map((task) => assignedTasks.remove(task, 'conflict')),
    ...responses.flatMap((response) => (response ? [taskResponses.remove(response, 'conflict')] : [])),
  )
}

async function finishPlan(stamp: Stamp, { assignmentId, revision }: Assignment): Promise<string> {
  try {
    const when = [['revision', '=', revision]] as const
    await write(stamp, assignments.change({ assignmentId }, { set: { plan: undefined }, when }))
    return 'given'
  } catch (error) {
    if (isProblem(error, 'conflict')) return 'changed meanwhile'
    throw error
  }
}

/** Deletes the assignment after its last task. The list of tasks may lag a moment: then the message is retried. */
async function removeAssignment(stamp: Stamp, { assignmentId }: Assignment): Promise<string> {
  if ((await assignedTasks.ofAssignment(assignmentId)).length > 0)
    throw new Error('tasks of what was removed are listed still')
  await write(stamp, assignments.remove({ assignmentId }), assignmentTasks.remove({ assignmentId }))
  return 'removed'
}
