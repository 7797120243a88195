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
    does: 'Lists what a team, or a club with all its teams, has given its players to do, 50 at a time, the newest first.',
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
    does: 'Lists to whom something can be given: the teams and the players of a team or a club.',
    early: true,
    returns: z.object({
      teams: z.array(z.object({ id: z.string(), name: z.string() })),
      players: z.array(z.extend(PlayerName, { teamIds: z.array(z.string()) })),
    }),
  },
  'POST /rest-api/assignment/organization/{orgUnitId}': {
    ...isOfUnit,
    does: 'Gives teams and players something to do. It is written at once, and reaches up to 500 players a moment later.',
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
    does: 'Shows an assignment with its task, as its coach wrote it.',
    early: true,
    returns: Details,
  },
  'PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}': {
    ...isOfAssignment,
    does: 'Changes an assignment; its task only until somebody has begun with it. Who is new on its teams gets it too.',
    body: z.extend(z.object(written), { task: z.optional(Task), revision: z.int() }),
    returns: z.object({ revision: z.int() }),
    refuses: ['conflict', 'task_answered', 'assignment_closed'],
  },
  'GET /rest-api/assignment/organization/{orgUnitId}/assignment/{assignmentId}': {
    ...isOfAssignment,
    does: 'Lists how far each player is with an assignment; to who has a right on its team alone, those who are on it now.',
    early: true,
    returns: z.object({ players: z.array(AssignedPlayer) }),
  },
  'GET /rest-api/assignment/export/{assignmentId}': {
    logged: 'Export',
    ...isOfAssignment,
    does: 'Gives how far each player is, and what was answered, as a table for spreadsheets; to who has a right on the team alone, of those who are on it now.',
    returns: file('text/csv'),
  },
  'POST /rest-api/email/assignment/{assignmentId}/organization/{orgUnitId}': {
    ...isOfAssignment,
    does: 'Reminds by mail the families of those who have not done it yet; at most once a day.',
    returns: z.object({}),
    refuses: ['told_already', 'assignment_closed'],
  },
  'DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}': {
    ...isOfAssignment,
    does: 'Closes an assignment, so that nobody answers any more, or removes it with all that was answered.',
    query: z.object({ actionType: z.enum(['close', 'remove']) }),
    returns: z.object({}),
  },
  'POST /rest-api/assignment/reopen/{assignmentId}': {
    ...isOfAssignment,
    does: 'Opens an assignment again that was closed.',
    returns: z.object({}),
  },
  'POST /rest-api/assignment/favorite/{assignmentId}': {
    ...isOfAssignment,
    does: 'Makes an assignment one of one’s favourites.',
    returns: z.object({ favorite: z.boolean() }),
  },
  'DELETE /rest-api/assignment/favorite/{assignmentId}': {
    ...isOfAssignment,
    does: 'Takes an assignment off one’s favourites.',
    returns: z.object({ favorite: z.boolean() }),
  },
  'GET /rest-api/assignment/favorite/{assignmentId}': {
    ...isOfAssignment,
    does: 'Tells whether an assignment is one of one’s favourites.',
    early: true,
    returns: z.object({ favorite: z.boolean() }),
  },
  'GET /rest-api/assignment/{assignmentId}/player/{playerId}': {
    ...isOfAssignment,
    does: 'Shows what a player has answered to an assignment; to who has a right on its team alone, of who is on it now.',
    early: true,
    /** The revision on which a new feedback is conditional. */
    returns: z.extend(PlayerTask, { feedbackRevision: z.int() }),
    refuses: ['task_response_missing'],
  },
  'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback': {
    ...isOfAssignment,
    does: 'Writes to a player what one thinks of their answers; an empty text takes it back. Upon a `revision` it is refused when somebody else has written since.',
    body: z.object({
      feedback: z.string().check(z.trim(), z.maxLength(feedbackLimit)),
      revision: z.optional(z.int()),
    }),
    returns: z.object({ revision: z.int() }),
    refuses: ['task_response_missing', 'chat_needs_adult', 'conflict'],
  },
} as const satisfies Area
