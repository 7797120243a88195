import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import type { AssignmentStatus, Task, TaskResponse, TaskState, TaskType } from '#shared/rules/tasks.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'
import { type User, userPartition } from './profiles.ts'
import { all, type Range, startingWith } from './table.ts'

export type AssignmentId = { assignmentId: string }
/**
 * An assignment as lists show it, kept small since a page contains 50. `left` of the `assigned` players still have to do it.
 * REMOVED: it is being deleted, with all answers.
 *   plan     wanted: a worker has to give players its current state
 *   remind   wanted: a worker has to remind the families of those who have not done it
 *   begun    a player has begun, so the task cannot change any more
 *   revision how often its coach has changed, closed or opened it; each time is processed separately
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
  /** The assignments of a team, or of a club with all its teams, newest first. */
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

/** The task and who gets it, as the coach wrote it. */
export type AssignmentTask = {
  description: string
  task: Task
  /** How often the task was changed since it was given: a family answers, and signs, the version that it has read. */
  taskVersion?: number
  teamIds: string[]
  playerIds: string[]
  /** The library task that it was created from. */
  storageItemId?: string
}
export const assignmentTasks = entity<AssignmentTask, AssignmentId>('Assignment task', {
  key: (id) => ({ pk: partition(id), sk: `TASK#${id.assignmentId}` }),
})

export type AssignedTaskId = AssignmentId & { playerId: string }
/**
 * A player's assignment and their progress. Name, day and type repeat the assignment.
 *   status    COMPLETED once the player has done it; CLOSED if they have not and cannot any more
 *   number    progress in percent
 *   answeredAt  when they last worked on it
 *   note      the coach's feedback; `notes` counts how often it was written
 *   remindedAt  the reminder for which the family's mails are in the outbox
 *   paused    not begun, and the player is no longer among those to whom it is given, or their team is archived: it is neither
 *             due nor counted until they are back
 */
export type AssignedTask = AssignedTaskId & {
  name: string
  type: TaskType
  status: AssignmentStatus
  state: TaskState
  number: number
  firstName: string
  lastName: string
  /** `noDay` if there is none. */
  dueOn: string
  answeredAt?: string
  note?: string
  notes?: number
  remindedAt?: string
  paused?: true
}

const assignedTaskRows = entity<AssignedTask, AssignedTaskId>('Assigned task', {
  key: ({ assignmentId, playerId }) => ({ pk: playerPartition({ playerId }), sk: `ASSIGNED#${assignmentId}` }),
  lsi1: by(
    ['assignmentId', 'status', 'dueOn'],
    ({ assignmentId, status, dueOn }) => `ASSIGNED#${status}#${dueOn}#${assignmentId}`,
  ),
  gsi1: by(['assignmentId', 'playerId'], ({ assignmentId, playerId }) => [`ASSIGNED#${assignmentId}`, playerId]),
})

/** The attributes in the index, for the list of players' progress. */
export type ListedTask = Pick<
  AssignedTask,
  'playerId' | 'status' | 'state' | 'number' | 'firstName' | 'lastName' | 'answeredAt' | 'note'
>
export const assignedTasks = {
  ...assignedTaskRows,
  /** A player's assignments by due day; for those that are over, the latest day first. */
  ofPlayer: (playerId: string, status: AssignmentStatus): Range => ({
    index: 'lsi1',
    pk: playerPartition({ playerId }),
    ...startingWith(`ASSIGNED#${status}#`),
    newestFirst: status !== 'OPEN',
  }),
  /** Everything a player was ever given. */
  allOfPlayer: (playerId: string) =>
    all<AssignedTask>({ pk: playerPartition({ playerId }), ...startingWith('ASSIGNED#'), consistent: true }),
  /** The players who have an assignment; eventually consistent. */
  ofAssignment: (assignmentId: string) =>
    all<ListedTask>({ index: 'gsi1', pk: `ASSIGNED#${assignmentId}`, ...startingWith('o') }),
}

/** A family's answers. `saveId` is the device's id of the last save; `revision` counts saves. */
export const taskResponses = entity<
  AssignedTaskId & TaskResponse & { revision: number; saveId: string },
  AssignedTaskId
>('Task response', {
  key: ({ assignmentId, playerId }) => ({ pk: playerPartition({ playerId }), sk: `RESPONSE#${assignmentId}` }),
})

/** Marks an assignment as a coach's favourite. */
export const favoriteAssignments = {
  ...entity<User & AssignmentId, User & AssignmentId>('Favorite assignment', {
    key: (id) => ({ pk: userPartition(id), sk: `FAVORITE-ASSIGNMENT#${id.assignmentId}` }),
  }),
  /** A person's favourites in a club. */
  of: (userId: string, organizationId: string) =>
    all<User & AssignmentId>({
      pk: userPartition({ userId }),
      ...startingWith(`FAVORITE-ASSIGNMENT#${organizationId}`),
    }),
}
