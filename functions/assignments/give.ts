import { Problem } from '#shared/problems.ts'
import { noDay } from '#shared/rules/dueTasks.ts'
import type { AssignmentStatus } from '#shared/rules/tasks.ts'
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
import { playersIn, stillMeant } from './assignees.ts'
import { countWrite, pauseThose } from './pause.ts'

/** Players per transaction: each has a task and perhaps a response, beside the assignment. */
const maxPlayers = 40
/** Families who answer meanwhile change the same item. */
const maxAttempts = 12

/**
 * Brings the tasks of an assignment up to date: new players of its teams get it, players who have left and not begun lose it, and copied
 * fields are refreshed. Idempotent and safe to run concurrently: each part reads the current tasks, and writes the differences in one
 * transaction with the assignment's counts.
 */
export async function give(stamp: Stamp, assignmentId: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await giveOnce(stamp, assignmentId)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found' || attempt === maxAttempts) throw error
    }
  }
}

/** Throws `not_found` if a player who is to get a task is gone meanwhile: then everything is read again. */
async function giveOnce(stamp: Stamp, assignmentId: string): Promise<string> {
  const [row, content] = await Promise.all([
    assignments.get({ assignmentId }, { consistent: true }),
    assignmentTasks.get({ assignmentId }, { consistent: true }),
  ])
  if (row?.plan !== 'wanted' || !content) return 'nothing to do'
  const [wanted, listed] = await Promise.all([playersIn(content), assignedTasks.ofAssignment(assignmentId)])
  const concerned = [...new Set([...wanted.keys(), ...listed.map(({ playerId }) => playerId)])].toSorted()
  const { revision } = row
  for (const part of chunks(concerned, maxPlayers))
    await retryOnConflict(() => settle(stamp, { assignmentId, revision }, part, wanted), maxAttempts)
  const begun = new Set(listed.flatMap(({ playerId, state }) => (state === 'WAITING' ? [] : [playerId])))
  const waiting = concerned.filter((playerId) => !begun.has(playerId)).map((playerId) => ({ assignmentId, playerId }))
  // For players who left or came back while it was closed, or left while it was being given, and of archived teams.
  await pauseThose(stamp, waiting, await stillMeant(assignmentId, content))
  return row.status === 'REMOVED' ? removed(stamp, row) : settled(stamp, row)
}

type Plan = { assignmentId: string; revision: number }

async function settle(stamp: Stamp, plan: Plan, playerIds: string[], wanted: ReadonlyMap<string, NamedPlayer>) {
  const { assignmentId, revision } = plan
  const ids = playerIds.map((playerId) => ({ assignmentId, playerId }))
  const [row, tasks] = await Promise.all([
    assignments.get({ assignmentId }, { consistent: true }),
    assignedTasks.getMany(ids, { consistent: true }),
  ])
  // Changed meanwhile: that change has its own message.
  if (row?.revision !== revision) return
  if (row.status === 'REMOVED') return takeAway(stamp, tasks)
  const { status } = row
  const found = playerIds.map((playerId, i) => differenceOf({ ...row, status }, wanted.get(playerId), tasks[i]))
  const writes = found.flatMap((each) => (each ? [each.write] : []))
  if (writes.length === 0) return
  const more = found.reduce((sum, each) => sum + (each?.counts ?? 0), 0)
  // If a merge happens at the same moment, the later of the two reads again: no task may be created under a merged id.
  const touched = found.flatMap((each, i) =>
    each?.write.operation === 'create' ? [players.change({ playerId: playerIds[i] ?? '' }, {}, 'not_found')] : [],
  )
  await write(stamp, countWrite({ ...row, status }, more), ...writes, ...touched)
}

type ExistingAssignment = Assignment & { status: AssignmentStatus }

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
    const fresh = { status: 'OPEN', state: 'WAITING', number: 0 } as const
    const made = { assignmentId, playerId, firstName, lastName, name, type, dueOn, ...fresh }
    return { write: assignedTasks.create(made), counts: 1 }
  }
  const when = ifUnchanged(task)
  if (!player && task.state === 'WAITING')
    return { write: assignedTasks.remove(task, 'conflict', when), counts: task.paused ? 0 : -1 }
  const status = task.state === 'DONE' ? 'COMPLETED' : isClosed ? 'CLOSED' : 'OPEN'
  if (task.name === name && task.type === type && task.dueOn === dueOn && task.status === status) return undefined
  return { write: assignedTasks.change(task, { set: { name, type, dueOn, status }, when }), counts: 0 }
}

async function takeAway(stamp: Stamp, tasks: readonly (Stored<AssignedTask> | undefined)[]): Promise<void> {
  const there = tasks.filter((task) => task !== undefined)
  if (there.length === 0) return
  const responses = await taskResponses.getMany(there, { consistent: true })
  await write(
    stamp,
    ...there.map((task) => assignedTasks.remove(task, 'conflict')),
    ...responses.flatMap((response) => (response ? [taskResponses.remove(response, 'conflict')] : [])),
  )
}

async function settled(stamp: Stamp, { assignmentId, revision }: Assignment): Promise<string> {
  try {
    const when = [['revision', '=', revision]] as const
    await write(stamp, assignments.change({ assignmentId }, { set: { plan: undefined }, when }))
    return 'given'
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return 'changed meanwhile'
    throw error
  }
}

/** Deletes the assignment after its last task. The list of tasks may lag a moment: then the message is retried. */
async function removed(stamp: Stamp, { assignmentId }: Assignment): Promise<string> {
  if ((await assignedTasks.ofAssignment(assignmentId)).length > 0)
    throw new Error('tasks of what was removed are listed still')
  await write(stamp, assignments.remove({ assignmentId }), assignmentTasks.remove({ assignmentId }))
  return 'removed'
}
