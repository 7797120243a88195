import { Problem } from '#shared/problems.ts'
import { statusOf } from '#shared/rules/tasks.ts'
import {
  type AssignedTask,
  type Assignment,
  assignedTasks,
  assignments,
  taskResponses,
} from '../../table/assignments.ts'
import type { Merge } from '../../table/merges.ts'
import { ifUnchanged, type Stored, type Write } from '../../table/writes.ts'
import { withoutKeys, type Response, type Side } from './sides.ts'

/** The assignments that both players have, read consistently. */
export type AssignmentsById = ReadonlyMap<string, Stored<Assignment>>

const taskOf = ({ tasks }: Side, assignmentId: string) => tasks.find((each) => each.assignmentId === assignmentId)
const responseOf = ({ responses }: Pick<Side, 'responses'>, assignmentId: string) =>
  responses.find((each) => each.assignmentId === assignmentId)

/** Assignments of both players: one of the two tasks is deleted. */
export const commonAssignmentIds = (keep: Side, gone: Side): string[] =>
  gone.tasks.flatMap(({ assignmentId }) => (taskOf(keep, assignmentId) ? [assignmentId] : []))

export async function assignmentsOf(assignmentIds: readonly string[]): Promise<AssignmentsById> {
  const rows = await assignments.getMany(
    assignmentIds.map((assignmentId) => ({ assignmentId })),
    { consistent: true },
  )
  return new Map(rows.flatMap((row) => (row ? [[row.assignmentId, row]] : [])))
}

/** Throws if both players have answered the same assignment: a merge cannot decide which answer to keep. */
export function refuseAnsweredTwice(keep: Side, gone: Side): void {
  if (gone.responses.some(({ assignmentId }) => responseOf(keep, assignmentId))) throw new Problem('both_answered')
}

/** Moves tasks with their answers to the kept player; of two tasks of the same assignment the answered one is kept. */
export function moveTasks(keep: Side, gone: Side, assignmentsById: AssignmentsById): Write[] {
  return gone.tasks.flatMap((task) => {
    const { assignmentId } = task
    const own = taskOf(keep, assignmentId)
    const response = responseOf(gone, assignmentId)
    const movesTask = own === undefined || response !== undefined
    return [
      assignedTasks.remove(task, 'conflict', ifUnchanged(task)),
      ...(movesTask ? taskWrites(keep, task, own) : []),
      ...(response
        ? [taskResponses.remove(response, 'conflict', ifUnchanged(response)), responseWrite(keep, response)]
        : []),
      ...(own ? countWrites(assignmentsById.get(assignmentId), -1, movesTask ? own : task) : []),
    ]
  })
}

type Player = Pick<Side['player'], 'playerId' | 'firstName' | 'lastName'>
/** The same task for another player, replacing their own if they have one. */
function taskWrites({ player }: { player: Player }, task: Stored<AssignedTask>, own?: Stored<AssignedTask>): Write[] {
  const { playerId, firstName, lastName } = player
  const row = { ...withoutKeys(task), playerId, firstName, lastName }
  if (!own) return [assignedTasks.create(row)]
  return [assignedTasks.change(own, { set: { paused: undefined, ...row }, when: ifUnchanged(own) })]
}
const responseWrite = ({ player: { playerId } }: { player: Player }, response: Stored<Response>): Write =>
  taskResponses.create({ ...withoutKeys(response), playerId })

/** Counts one task more or less in an assignment, and in its open tasks if it is open. Paused tasks are not counted. */
function countWrites(row: Stored<Assignment> | undefined, delta: 1 | -1, { state, paused }: AssignedTask): Write[] {
  // The assignment is being removed with all its tasks.
  if (!row || row.status === 'REMOVED') throw new Problem('conflict')
  const { status, givenAt, assigned } = row
  const left = state === 'DONE' ? 0 : delta
  const next = status === 'CLOSED' ? status : statusOf(assigned + delta, row.left + left)
  const set = { status: next, givenAt }
  const when = ifUnchanged(row)
  return [
    paused ? assignments.check(row, when) : assignments.change(row, { set, add: { assigned: delta, left }, when }),
  ]
}

/** Gives both players their tasks again, in their current state. */
export function restoreTasks(
  { gone, moved, tasksBefore = [] }: Merge,
  keep: Side,
  assignmentsById: AssignmentsById,
): Write[] {
  const movedIds = new Set(moved.tasks)
  const mergedPlayer = { player: gone.player }
  return (gone.tasks ?? []).flatMap((merged): Write[] => {
    const { assignmentId } = merged
    const current = taskOf(keep, assignmentId)
    // Removed meanwhile.
    if (!current) return []
    if (!movedIds.has(assignmentId)) {
      const row = assignmentsById.get(assignmentId)
      const { name, type, dueOn, status } = current
      const isClosed = status === 'CLOSED' || row?.status === 'CLOSED'
      const restoredTask = { ...merged, name, type, dueOn, status: isClosed ? ('CLOSED' as const) : merged.status }
      return [assignedTasks.create(restoredTask), ...countWrites(row, 1, restoredTask)]
    }
    const response = responseOf(keep, assignmentId)
    const own = tasksBefore.find((each) => each.assignmentId === assignmentId)
    return [
      ...(own ? [] : [assignedTasks.remove(current, 'conflict', ifUnchanged(current))]),
      ...taskWrites(mergedPlayer, current),
      ...(response
        ? [taskResponses.remove(response, 'conflict', ifUnchanged(response)), responseWrite(mergedPlayer, response)]
        : []),
      ...(own ? restoreOwnTask(own, current, assignmentsById.get(assignmentId)) : []),
    ]
  })
}

/** Restores the kept player's own unanswered task in place of the moved one. */
function restoreOwnTask(
  own: AssignedTask,
  current: Stored<AssignedTask>,
  row: Stored<Assignment> | undefined,
): Write[] {
  const { name, type, dueOn, firstName, lastName } = current
  const status = row?.status === 'CLOSED' ? ('CLOSED' as const) : ('OPEN' as const)
  const clearedFields = {
    answeredAt: undefined,
    note: undefined,
    notes: undefined,
    remindedAt: undefined,
    paused: undefined,
  }
  const set = { ...clearedFields, ...own, name, type, dueOn, firstName, lastName, status }
  return [assignedTasks.change(own, { set, when: ifUnchanged(current) }), ...countWrites(row, 1, own)]
}

/** The data of the tasks that is kept for undoing the merge. */
export function tasksRecord(keep: Side, gone: Side) {
  const movedIds = gone.tasks.filter(
    ({ assignmentId }) => !taskOf(keep, assignmentId) || responseOf(gone, assignmentId),
  )
  return {
    tasks: gone.tasks.map(withoutKeys),
    moved: movedIds.map(({ assignmentId }) => assignmentId),
    before: movedIds.flatMap(({ assignmentId }) => {
      const own = taskOf(keep, assignmentId)
      return own ? [withoutKeys(own)] : []
    }),
  }
}
