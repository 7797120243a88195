import * as z from 'zod/mini'
import type { Area } from '../route.ts'
import { isOfAssignment, Task } from './shapes.ts'

const LibraryTaskForm = z.object({
  task: Task,
  /** The revision of the assignment, on which changes are conditional. */
  revision: z.int(),
})
const reading = {
  ...isOfAssignment,
  does: 'Returns the task of an assignment that was created from a library task, as it was assigned.',
  returns: LibraryTaskForm,
} as const
const libraryTaskWriteRoute = {
  ...isOfAssignment,
  does: 'Changes the task of an assignment that was created from a library task, until someone has started it. The library task is unchanged.',
  body: LibraryTaskForm,
  returns: z.object({ revision: z.int() }),
  refuses: ['conflict', 'task_answered', 'assignment_closed'],
} as const

/** Assignments created from a library task. */
export const fromLibrary = {
  'GET /rest-api/academy/task/form/{storageItemId}/{assignmentId}': reading,
  'PUT /rest-api/academy/task/form/{storageItemId}/{assignmentId}': libraryTaskWriteRoute,
  'GET /rest-api/academy/task/todo/{storageItemId}/{assignmentId}': reading,
  'PUT /rest-api/academy/task/todo/{storageItemId}/{assignmentId}': libraryTaskWriteRoute,
} as const satisfies Area
