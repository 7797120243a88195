import * as z from 'zod/mini'
import { Task } from '../assignments/shapes.ts'
import type { Area } from '../route.ts'

const isOfItem = { can: 'member', subject: 'path.storageItemId' } as const
const Written = z.object({
  task: Task,
  /** Changes are conditional on it. 0 if nothing was written yet. */
  revision: z.int(),
})
const reading = {
  ...isOfItem,
  does: 'Returns the content of a form or to-do list of the library.',
  returns: Written,
} as const
const writing = {
  ...isOfItem,
  does: 'Saves the content of a form or to-do list of the library. Assignments that were created from it are unchanged.',
  body: Written,
  returns: z.object({ revision: z.int() }),
  refuses: ['conflict'],
} as const

/** Form and to-do tasks of a library: questions, or lines to tick off. */
export const storageTasks = {
  'GET /rest-api/academy/task/form/{storageItemId}': reading,
  'PUT /rest-api/academy/task/form/{storageItemId}': writing,
  'GET /rest-api/academy/task/todo/{storageItemId}': reading,
  'PUT /rest-api/academy/task/todo/{storageItemId}': writing,
} as const satisfies Area
