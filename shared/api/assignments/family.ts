import * as z from 'zod/mini'
import { Cursor } from '../fields.ts'
import type { Area } from '../route.ts'
import { AssignmentStatus, PlayerTask, Progress, Response, TaskType } from './shapes.ts'

const isOfPlayer = { can: 'family', subject: 'path.playerId' } as const

/** Players' assignments, for their families. */
export const family = {
  'GET /rest-api/assignment/player/{playerId}': {
    ...isOfPlayer,
    does: 'Lists the assignments of a player, 50 per page: open ones by due date, closed ones newest first. Assignments that are paused because the player has left are omitted.',
    early: true,
    query: z.object({
      status: z.optional(AssignmentStatus),
      cursor: Cursor,
    }),
    returns: z.object({
      assignments: z.array(
        z.extend(Progress, {
          id: z.string(),
          name: z.string(),
          type: TaskType,
          status: AssignmentStatus,
          dueOn: z.nullable(z.string()),
          /** The team or club that assigned it. */
          from: z.string(),
          feedback: z.nullable(z.string()),
        }),
      ),
      cursor: z.nullable(z.string()),
      /** The day in the club's time zone. */
      today: z.string(),
    }),
  },
  'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}': {
    ...isOfPlayer,
    does: 'Returns a task of a player with the saved answers.',
    early: true,
    returns: PlayerTask,
    refuses: ['task_response_missing'],
  },
  'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}': {
    ...isOfPlayer,
    does: 'Saves answers to a task, complete or not. What is signed must be sent by a guardian, or by the player if of age. Idempotent.',
    body: z.object({
      /** Chosen by the device: identifies this save. */
      saveId: z.string().check(z.regex(/^[\w-]{8,36}$/)),
      /** The revision on which it is conditional. */
      revision: z.int(),
      /** The version of the task being answered, the first if omitted: refused once the coach has changed it. */
      taskVersion: z.optional(z.int()),
      response: Response,
      done: z.boolean(),
    }),
    returns: z.extend(Progress, { revision: z.int() }),
    refuses: [
      'task_response_missing',
      'assignment_closed',
      'task_changed',
      'answered_meanwhile',
      'guardian_does',
      'of_age_signs',
    ],
  },
} as const satisfies Area
