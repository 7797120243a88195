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
import { plain, type Response, type Side } from './sides.ts'

/** The assignments that both players have, read consistently. */
export type Given = ReadonlyMap<string, Stored<Assignment>>

const taskOf = ({ tasks }: Side, assignmentId: string) => tasks.find((each) => each.assignmentId === assignmentId)
const responseOf = ({ responses }: Pick<Side, 'responses'>, assignmentId: string) =>
  responses.find((each) => each.assignmentId === assignmentId)

/** Assignments of both players: one of the two tasks is deleted. */
export const givenTwice = (keep: Side, gone: Side): string[] =>
  gone.tasks.flatMap(({ assignmentId }) => (taskOf(keep, assignmentId) ? [assignmentId] : []))

export async function assignmentsOf(assignmentIds: readonly string[]): Promise<Given> {
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
export function tasksAlong(keep: Side, gone: Side, given: Given): Write[] {
  return gone.tasks.flatMap((task) => {
    const { assignmentId } = task
    const own = taskOf(keep, assignmentId)
    const answer = responseOf(gone, assignmentId)
    const gives = own === undefined || answer !== undefined
    return [
      assignedTasks.remove(task, 'conflict', ifUnchanged(task)),
      ...(gives ? taskWrites(keep, task, own) : []),
      ...(answer ? [taskResponses.remove(answer, 'conflict', ifUnchanged(answer)), responseWrite(keep, answer)] : []),
      ...(own ? countWrites(given.get(assignmentId), -1, gives ? own : task) : []),
    ]
  })
}

type Player = Pick<Side['player'], 'playerId' | 'firstName' | 'lastName'>
/** The same task for another player, replacing their own if they have one. */
function taskWrites({ player }: { player: Player }, task: Stored<AssignedTask>, own?: Stored<AssignedTask>): Write[] {
  const { playerId, firstName, lastName } = player
  const row = { ...(plain(task) as AssignedTask), playerId, firstName, lastName }
  if (!own) return [assignedTasks.create(row)]
  return [assignedTasks.change(own, { set: { paused: undefined, ...row }, when: ifUnchanged(own) })]
}
const responseWrite = ({ player: { playerId } }: { player: Player }, answer: Stored<Response>): Write =>
  taskResponses.create({ ...(plain(answer) as Response), playerId })

/** Counts one task more or less in an assignment, and in its open tasks if it is open. Paused tasks are not counted. */
function countWrites(row: Stored<Assignment> | undefined, more: 1 | -1, { state, paused }: AssignedTask): Write[] {
  // The assignment is being removed with all its tasks.
  if (!row || row.status === 'REMOVED') throw new Problem('conflict')
  const { status, givenAt, assigned } = row
  const left = state === 'DONE' ? 0 : more
  const next = status === 'CLOSED' ? status : statusOf(assigned + more, row.left + left)
  const set = { status: next, givenAt }
  const when = ifUnchanged(row)
  return [paused ? assignments.check(row, when) : assignments.change(row, { set, add: { assigned: more, left }, when })]
}

/** Gives both players their tasks again, in their current state. */
export function tasksBack({ gone, moved, tasksBefore = [] }: Merge, keep: Side, given: Given): Write[] {
  const came = new Set(moved.tasks)
  const her = { player: gone.player }
  return (gone.tasks ?? []).flatMap((merged): Write[] => {
    const { assignmentId } = merged
    const now = taskOf(keep, assignmentId)
    // Removed meanwhile.
    if (!now) return []
    if (!came.has(assignmentId)) {
      const row = given.get(assignmentId)
      const { name, type, dueOn, status } = now
      const isClosed = status === 'CLOSED' || row?.status === 'CLOSED'
      const again = { ...merged, name, type, dueOn, status: isClosed ? ('CLOSED' as const) : merged.status }
      return [assignedTasks.create(again), ...countWrites(row, 1, again)]
    }
    const answer = responseOf(keep, assignmentId)
    const own = tasksBefore.find((each) => each.assignmentId === assignmentId)
    return [
      ...(own ? [] : [assignedTasks.remove(now, 'conflict', ifUnchanged(now))]),
      ...taskWrites(her, now),
      ...(answer ? [taskResponses.remove(answer, 'conflict', ifUnchanged(answer)), responseWrite(her, answer)] : []),
      ...(own ? ownAgain(own, now, given.get(assignmentId)) : []),
    ]
  })
}

/** Restores the kept player's own unanswered task in place of the moved one. */
function ownAgain(own: AssignedTask, now: Stored<AssignedTask>, row: Stored<Assignment> | undefined): Write[] {
  const { name, type, dueOn, firstName, lastName } = now
  const status = row?.status === 'CLOSED' ? ('CLOSED' as const) : ('OPEN' as const)
  const answered = {
    answeredAt: undefined,
    note: undefined,
    notes: undefined,
    remindedAt: undefined,
    paused: undefined,
  }
  const set = { ...answered, ...own, name, type, dueOn, firstName, lastName, status }
  return [assignedTasks.change(own, { set, when: ifUnchanged(now) }), ...countWrites(row, 1, own)]
}

/** The data of the tasks that is kept for undoing the merge. */
export function tasksKept(keep: Side, gone: Side) {
  const came = gone.tasks.filter(({ assignmentId }) => !taskOf(keep, assignmentId) || responseOf(gone, assignmentId))
  return {
    tasks: gone.tasks.map((each) => plain(each) as AssignedTask),
    moved: came.map(({ assignmentId }) => assignmentId),
    before: came.flatMap(({ assignmentId }) => {
      const own = taskOf(keep, assignmentId)
      return own ? [plain(own) as AssignedTask] : []
    }),
  }
}
