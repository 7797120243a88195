import * as z from 'zod/mini'
import { feedbackLimit } from '../../rules/tasks.ts'
import { Cursor, id, PlayerName } from '../fields.ts'
import { file } from '../media.ts'
import type { Area } from '../route.ts'
import {
  AssignedPlayer,
  AssignmentLine,
  AssignmentStatus,
  isOfAssignment,
  PlayerTask,
  Task,
  written,
} from './shapes.ts'

const isOfUnit = { can: 'canEditTeam', subject: 'path.orgUnitId' } as const

const Details = z.extend(AssignmentLine, {
  description: z.string(),
  task: Task,
  assignees: z.object({
    teams: z.array(z.object({ id: z.string(), name: z.string() })),
    players: z.array(PlayerName),
  }),
  /** Someone has started it: its task can no longer be changed. */
  begun: z.boolean(),
  favorite: z.boolean(),
  /** When families were last reminded. */
  remindedAt: z.nullable(z.string()),
  timezone: z.string(),
  /** Changes are conditional on it. */
  revision: z.int(),
})

/** The assignments of a team or club, for its coaches. */
export const coach = {
  'GET /rest-api/assignment/organization/{orgUnitId}': {
    ...isOfUnit,
    does: 'Lists the assignments of a team, or of a club and all its teams, newest first, 50 per page.',
    early: true,
    query: z.object({
      status: z.optional(AssignmentStatus),
      filter: z.optional(z.string().check(z.maxLength(100))),
      pageSize: z.optional(z.literal('50')),
      cursor: Cursor,
    }),
    returns: z.object({
      assignments: z.array(z.extend(AssignmentLine, { favorite: z.boolean() })),
      cursor: z.nullable(z.string()),
    }),
  },
  'GET /rest-api/assignment/assignees/{orgUnitId}': {
    ...isOfUnit,
    does: 'Lists the teams and players to whom a team or club can give an assignment.',
    early: true,
    returns: z.object({
      teams: z.array(z.object({ id: z.string(), name: z.string() })),
      players: z.array(z.extend(PlayerName, { teamIds: z.array(z.string()) })),
    }),
  },
  'POST /rest-api/assignment/organization/{orgUnitId}': {
    ...isOfUnit,
    does: 'Creates an assignment for teams and players. It is stored at once, and reaches up to 500 players shortly after.',
    body: z.extend(z.object(written), {
      /**
       * Chosen by the client, within the team or club: a retry creates nothing twice, and differences are applied as a change.
       */
      id: id('assignment'),
      task: Task,
      /** The library task that it was created from. */
      storageItemId: z.optional(id('storageItem')),
    }),
    returns: z.object({ id: z.string() }),
    refuses: ['already_there', 'conflict', 'task_answered', 'assignment_closed'],
  },
  'GET /rest-api/assignment/{assignmentId}/organization/{orgUnitId}': {
    ...isOfAssignment,
    does: 'Returns an assignment with its task.',
    early: true,
    returns: Details,
  },
  'PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}': {
    ...isOfAssignment,
    does: 'Updates an assignment; its task only until someone has started it. New players of its teams receive it too.',
    body: z.extend(z.object(written), { task: z.optional(Task), revision: z.int() }),
    returns: z.object({ revision: z.int() }),
    refuses: ['conflict', 'task_answered', 'assignment_closed'],
  },
  'GET /rest-api/assignment/organization/{orgUnitId}/assignment/{assignmentId}': {
    ...isOfAssignment,
    does: 'Lists the progress of each player on an assignment. Coaches with rights on its team only get the players who are on it now.',
    early: true,
    returns: z.object({ players: z.array(AssignedPlayer) }),
  },
  'GET /rest-api/assignment/export/{assignmentId}': {
    logged: 'Export',
    ...isOfAssignment,
    does: 'Exports the progress and answers of each player as CSV. Coaches with rights on the team only get the players who are on it now.',
    returns: file('text/csv'),
  },
  'POST /rest-api/email/assignment/{assignmentId}/organization/{orgUnitId}': {
    ...isOfAssignment,
    does: 'Emails a reminder to the families of players who have not completed the assignment, at most once a day.',
    returns: z.object({}),
    refuses: ['told_already', 'assignment_closed'],
  },
  'DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}': {
    ...isOfAssignment,
    does: 'Closes an assignment, so that it can no longer be answered, or removes it with all answers.',
    query: z.object({ actionType: z.enum(['close', 'remove']) }),
    returns: z.object({}),
  },
  'POST /rest-api/assignment/reopen/{assignmentId}': {
    ...isOfAssignment,
    does: 'Reopens a closed assignment.',
    returns: z.object({}),
  },
  'POST /rest-api/assignment/favorite/{assignmentId}': {
    ...isOfAssignment,
    does: 'Adds an assignment to the caller’s favorites.',
    returns: z.object({ favorite: z.boolean() }),
  },
  'DELETE /rest-api/assignment/favorite/{assignmentId}': {
    ...isOfAssignment,
    does: 'Removes an assignment from the caller’s favorites.',
    returns: z.object({ favorite: z.boolean() }),
  },
  'GET /rest-api/assignment/favorite/{assignmentId}': {
    ...isOfAssignment,
    does: 'Returns whether an assignment is one of the caller’s favorites.',
    early: true,
    returns: z.object({ favorite: z.boolean() }),
  },
  'GET /rest-api/assignment/{assignmentId}/player/{playerId}': {
    ...isOfAssignment,
    does: 'Returns a player’s answers to an assignment. Coaches with rights on its team only can read those of players who are on it now.',
    early: true,
    /** The revision on which a new feedback is conditional. */
    returns: z.extend(PlayerTask, { feedbackRevision: z.int() }),
    refuses: ['task_response_missing'],
  },
  'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback': {
    ...isOfAssignment,
    does: 'Saves feedback on a player’s answers; an empty text removes it. With `revision`, refused if someone else has changed the feedback since.',
    body: z.object({
      feedback: z.string().check(z.trim(), z.maxLength(feedbackLimit)),
      revision: z.optional(z.int()),
    }),
    returns: z.object({ revision: z.int() }),
    refuses: ['task_response_missing', 'chat_needs_adult', 'conflict'],
  },
} as const satisfies Area
