import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import type { AssignmentStatus, Task, TaskResponse, TaskState, TaskType } from '#shared/rules/tasks.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'
import { type User, userPartition } from './profiles.ts'
import { all, type Range, startingWith } from './table.ts'

export type AssignmentId = { assignmentId: string }
/**
 * What players are given to do, as a list shows it: kept short, since 50 are one page. `left` of those to whom it is
 * `assigned` have still to do it. REMOVED: it goes, with all that was answered.
 *   plan     wanted: a worker has to see to it that players have it as it is now
 *   remind   wanted: a worker has to remind the families of those who have not done it
 *   begun    somebody has begun with it, so its task stays as it is
 *   revision how often its coach has changed, closed or opened it: each is seen to by itself
 */
export type Assignment = AssignmentId & {
  name: string
  type: TaskType
  status: AssignmentStatus | 'REMOVED'
  givenAt: string
  dueOn?: string
  assigned: number
  left: number
  revision: number
  plan?: 'wanted'
  begun?: true
  remind?: 'wanted'
  remindedAt?: string
}

const partition = ({ assignmentId }: AssignmentId) => `ASSIGN#${organizationOf(assignmentId)}`
const rows = entity<Assignment, AssignmentId>('Assignment', {
  key: (id) => ({ pk: partition(id), sk: `ASSIGNMENT#${id.assignmentId}` }),
  lsi1: by(
    ['assignmentId', 'status', 'givenAt'],
    ({ assignmentId, status, givenAt }) => `${orgUnitOf(assignmentId)}#${status}#${givenAt}`,
  ),
  gsi2: by(['assignmentId', 'status', 'givenAt'], ({ assignmentId, status, givenAt }) => [
    `ASSIGNMENTS#${organizationOf(assignmentId)}`,
    `${status}#${givenAt}`,
  ]),
})

export const assignments = {
  ...rows,
  /** Of a team, or of a club with all its teams; the newest first. */
  listOf: (orgUnitId: string, status: AssignmentStatus): Range =>
    orgUnitId === organizationOf(orgUnitId)
      ? { index: 'gsi2', pk: `ASSIGNMENTS#${orgUnitId}`, ...startingWith(`${status}#`), newestFirst: true }
      : {
          index: 'lsi1',
          pk: `ASSIGN#${organizationOf(orgUnitId)}`,
          ...startingWith(`${orgUnitId}#${status}#`),
          newestFirst: true,
        },
}

/** What is to be done, and by whom, as its coach wrote it. */
export type AssignmentTask = {
  description: string
  task: Task
  /** How often its task has been changed since it was given: a family answers, and signs, what it has read. */
  taskVersion?: number
  teamIds: string[]
  playerIds: string[]
  /** The task of the library that it was made from. */
  storageItemId?: string
}
export const assignmentTasks = entity<AssignmentTask, AssignmentId>('Assignment task', {
  key: (id) => ({ pk: partition(id), sk: `TASK#${id.assignmentId}` }),
})

export type AssignedTaskId = AssignmentId & { playerId: string }
/**
 * That a player is given something to do, and how far they are. Name, day and kind of task are those of the assignment, repeated.
 *   status    COMPLETED once the player has done it; CLOSED where they have not and nobody can any more
 *   number    the part that is done, in percent
 *   answeredAt  when they did something about it last
 *   note      what the coach thinks of it; `notes` counts how often that was written
 *   remindedAt  the reminder for which the family’s mails lie in the outbox
 *   paused    not begun, and of a player who has left those to whom it is given, or whose team there is archived: it is not due and not
 *             counted, until they are back
 */
export type AssignedTask = AssignedTaskId & {
  name: string
  type: TaskType
  status: AssignmentStatus
  state: TaskState
  number: number
  firstName: string
  lastName: string
  /** `noDay` where there is none. */
  dueOn: string
  answeredAt?: string
  note?: string
  notes?: number
  remindedAt?: string
  paused?: true
}

const given = entity<AssignedTask, AssignedTaskId>('Assigned task', {
  key: ({ assignmentId, playerId }) => ({ pk: playerPartition({ playerId }), sk: `ASSIGNED#${assignmentId}` }),
  lsi1: by(
    ['assignmentId', 'status', 'dueOn'],
    ({ assignmentId, status, dueOn }) => `ASSIGNED#${status}#${dueOn}#${assignmentId}`,
  ),
  gsi1: by(['assignmentId', 'playerId'], ({ assignmentId, playerId }) => [`ASSIGNED#${assignmentId}`, playerId]),
})

/** What an index holds of it: the list of who is how far. */
export type ListedTask = Pick<
  AssignedTask,
  'playerId' | 'status' | 'state' | 'number' | 'firstName' | 'lastName' | 'answeredAt' | 'note'
>
export const assignedTasks = {
  ...given,
  /** What a player has to do, by day; what is over the latest day first. */
  ofPlayer: (playerId: string, status: AssignmentStatus): Range => ({
    index: 'lsi1',
    pk: playerPartition({ playerId }),
    ...startingWith(`ASSIGNED#${status}#`),
    newestFirst: status !== 'OPEN',
  }),
  /** All that a player was ever given. */
  everyOf: (playerId: string) =>
    all<AssignedTask>({ pk: playerPartition({ playerId }), ...startingWith('ASSIGNED#'), consistent: true }),
  /** To whom something is given, as it was a moment ago. */
  to: (assignmentId: string) =>
    all<ListedTask>({ index: 'gsi1', pk: `ASSIGNED#${assignmentId}`, ...startingWith('o') }),
}

/** What a player’s family has answered. `saveId` is what the device called its last saving; `revision` counts them. */
export const taskResponses = entity<
  AssignedTaskId & TaskResponse & { revision: number; saveId: string },
  AssignedTaskId
>('Task response', {
  key: ({ assignmentId, playerId }) => ({ pk: playerPartition({ playerId }), sk: `RESPONSE#${assignmentId}` }),
})

/** That an assignment is one of a coach’s favourites. */
export const favoriteAssignments = {
  ...entity<User & AssignmentId, User & AssignmentId>('Favorite assignment', {
    key: (id) => ({ pk: userPartition(id), sk: `FAVORITE-ASSIGNMENT#${id.assignmentId}` }),
  }),
  /** One’s favourites of a club. */
  of: (userId: string, organizationId: string) =>
    all<User & AssignmentId>({
      pk: userPartition({ userId }),
      ...startingWith(`FAVORITE-ASSIGNMENT#${organizationId}`),
    }),
}
