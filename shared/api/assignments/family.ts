import * as z from 'zod/mini'
import { Cursor } from '../fields.ts'
import type { Area } from '../route.ts'
import { AssignmentStatus, PlayerTask, Progress, Response, TaskType } from './shapes.ts'

const isOfPlayer = { can: 'family', subject: 'path.playerId' } as const

/** Players' assignments, for their families. */
export const family = {
  'GET /rest-api/assignment/player/{playerId}': {
    ...isOfPlayer,
    does: 'Lists what a player is given to do: what is open by when it is due, what is over the newest first; 50 at a time. What is paused since they left is left out.',
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
    does: 'Shows a task of a player with what is answered so far.',
    early: true,
    returns: PlayerTask,
    refuses: ['task_response_missing'],
  },
  'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}': {
    ...isOfPlayer,
    does: 'Keeps what is answered so far, or all of it; what is signed the family sends, and no child; of a player who is of age, only they. The same again changes nothing.',
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
