import * as z from 'zod/mini'
import type { Area } from '../route.ts'
import { isOfAssignment, Task } from './shapes.ts'

const Written = z.object({
  task: Task,
  /** The revision of the assignment, on which changes are conditional. */
  revision: z.int(),
})
const reading = {
  ...isOfAssignment,
  does: 'Shows what an assignment asks that was made from a task of the library: as it was given, whatever the library says now.',
  returns: Written,
} as const
const writing = {
  ...isOfAssignment,
  does: 'Changes what such an assignment asks, until somebody has begun with it. The library’s own task stays.',
  body: Written,
  returns: z.object({ revision: z.int() }),
  refuses: ['conflict', 'task_answered', 'assignment_closed'],
} as const

/** Assignments created from a library task. */
export const fromLibrary = {
  'GET /rest-api/academy/task/form/{storageItemId}/{assignmentId}': reading,
  'PUT /rest-api/academy/task/form/{storageItemId}/{assignmentId}': writing,
  'GET /rest-api/academy/task/todo/{storageItemId}/{assignmentId}': reading,
  'PUT /rest-api/academy/task/todo/{storageItemId}/{assignmentId}': writing,
} as const satisfies Area
