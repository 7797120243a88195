import * as z from 'zod/mini'
import { Task } from '../assignments/shapes.ts'
import type { Area } from '../route.ts'

const isOfItem = { can: 'member', subject: 'path.storageItemId' } as const
const TaskForm = z.object({
  task: Task,
  /** Changes are conditional on it. 0 if nothing was written yet. */
  revision: z.int(),
})
const reading = {
  ...isOfItem,
  does: 'Returns the content of a form or to-do list of the library.',
  returns: TaskForm,
} as const
const taskWriteRoute = {
  ...isOfItem,
  does: 'Saves the content of a form or to-do list of the library. Assignments that were created from it are unchanged.',
  body: TaskForm,
  returns: z.object({ revision: z.int() }),
  refuses: ['conflict'],
} as const

/** Form and to-do tasks of a library: questions, or lines to tick off. */
export const storageTasks = {
  'GET /rest-api/academy/task/form/{storageItemId}': reading,
  'PUT /rest-api/academy/task/form/{storageItemId}': taskWriteRoute,
  'GET /rest-api/academy/task/todo/{storageItemId}': reading,
  'PUT /rest-api/academy/task/todo/{storageItemId}': taskWriteRoute,
} as const satisfies Area
