import type { assignments as area } from '#shared/api/assignments.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type TaskType, typeOfTask } from '#shared/rules/tasks.ts'
import type { CallOf } from '../serve.ts'
import { updateAssignment } from './change.ts'
import { existingAssignment } from './existing.ts'

type Reading = Pick<CallOf<typeof area, 'GET /rest-api/academy/task/form/{storageItemId}/{assignmentId}'>, 'params'>
type Writing = CallOf<typeof area, 'PUT /rest-api/academy/task/form/{storageItemId}/{assignmentId}'>

/** An assignment created from this library task. */
async function assignmentFromLibrary({ assignmentId, storageItemId }: Reading['params'], type: TaskType) {
  const existing = await existingAssignment({ assignmentId })
  if (existing.content.storageItemId !== storageItemId || existing.row.type !== type) throw new Problem('not_found')
  return existing
}

export const readAssignedTask =
  (type: TaskType) =>
  async ({ params }: Reading) => {
    const { content } = await assignmentFromLibrary(params, type)
    return { task: content.task, revision: content.version }
  }

export const writeAssignedTask =
  (type: TaskType) =>
  async ({ params, body: { task, revision }, ...call }: Pick<Writing, 'params' | 'body' | 'stamp'>) => {
    const { row, content } = await assignmentFromLibrary(params, type)
    if (typeOfTask(task) !== type) throw new Problem('not_found')
    const { assignmentId } = params
    const { name, dueOn = null } = row
    const { description, teamIds, playerIds } = content
    return updateAssignment({
      ...call,
      params: { assignmentId, orgUnitId: orgUnitOf(assignmentId) },
      body: { name, dueOn, description, assignees: { teamIds, playerIds }, task, revision },
    })
  }
