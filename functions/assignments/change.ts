import { dequal } from 'dequal'
import type { assignments as area } from '#shared/api/assignments.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { assignmentFaults, statusOf, taskFaults, typeOfTask } from '#shared/rules/tasks.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { type Assignment, assignments, assignmentTasks } from '../table/assignments.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, isLastWrittenBy, type Stamp } from '../table/writes.ts'
import { checkAssignees } from './assignees.ts'
import { type ExistingAssignment, existingAssignment } from './existing.ts'

type Creating = Pick<
  CallOf<typeof area, 'POST /rest-api/assignment/organization/{orgUnitId}'>,
  'params' | 'body' | 'stamp'
>

/** Creates an assignment in one transaction; a worker then gives it to the players. */
export async function createAssignment(call: Creating) {
  const { params, body, stamp } = call
  const { orgUnitId } = params
  const { id, task, assignees, name, description, dueOn, storageItemId } = body
  if (orgUnitOf(id) !== orgUnitId) throw new Problem('bad_request', [faultAt('id', 'invalid')])
  refuseFaults({ ...assignmentFaults({ name, description, assignees }), ...asTaskFaults(taskFaults(task)) })
  await checkAssignees(orgUnitId, assignees)
  const row: Assignment = {
    assignmentId: id,
    name,
    type: typeOfTask(task),
    status: 'OPEN',
    givenAt: stamp.at,
    ...(dueOn && { dueOn }),
    assigned: 0,
    left: 0,
    revision: 1,
    plan: 'wanted',
  }
  const outcome = await write(
    stamp,
    assignments.createOnce(row, 'already_there'),
    assignmentTasks.create(
      { assignmentId: id, description, task, ...assignees, ...(storageItemId && { storageItemId }) },
      'already_there',
    ),
  )
  if (outcome === 'repeated') await correctRepeated(call)
  return { id }
}

/**
 * A retry after a lost response that was corrected in between becomes a change, as long as nobody has started it and no other
 * coach has changed it.
 */
async function correctRepeated({ params: { orgUnitId }, body: { id, ...sentFields }, stamp }: Creating): Promise<void> {
  const assignmentId = id
  const { row, content } = await existingAssignment({ assignmentId, orgUnitId })
  const { name, dueOn = null } = row
  const { description, task, teamIds, playerIds, version: revision } = content
  const { storageItemId: _, ...wanted } = sentFields
  if (dequal(wanted, { name, dueOn, description, task, assignees: { teamIds, playerIds } })) return
  if (row.begun || row.status === 'CLOSED' || !isLastWrittenBy(content, stamp)) throw new Problem('already_there')
  await updateAssignment({ params: { assignmentId, orgUnitId }, body: { ...wanted, revision }, stamp })
}

const asTaskFaults = (faults: ReturnType<typeof taskFaults>) =>
  Object.fromEntries(Object.entries(faults).map(([path, fault]) => [`task.${path}`, fault]))

/**
 * Changes an assignment; new players on its teams then get it too. Throws `conflict` unless its content has the revision that the caller
 * saw; closing and reopening do not change that revision.
 */
export async function updateAssignment({
  params,
  body: { name, description, dueOn, assignees, task, revision },
  stamp,
}: Pick<
  CallOf<typeof area, 'PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}'>,
  'params' | 'body' | 'stamp'
>) {
  refuseFaults({ ...assignmentFaults({ name, description, assignees }), ...(task && asTaskFaults(taskFaults(task))) })
  const { row, content } = await existingAssignment(params)
  const { assignmentId } = row
  if (row.status === 'CLOSED') throw new Problem('assignment_closed')
  if (content.version !== revision) throw new Problem('conflict')
  await checkAssignees(orgUnitOf(assignmentId), assignees, content)
  const changesTask = task !== undefined && !dequal(task, content.task)
  if (changesTask && row.begun) throw new Problem('task_answered')
  await write(
    stamp,
    assignments.change(
      { assignmentId },
      {
        set: { name, dueOn: dueOn ?? undefined, plan: 'wanted', ...(changesTask && { type: typeOfTask(task) }) },
        add: { revision: 1 },
        when: [
          ['status', '<>', 'CLOSED'],
          ['status', '<>', 'REMOVED'],
          ...(changesTask ? [['begun', 'not exists'] as const] : []),
        ],
      },
    ),
    assignmentTasks.change(
      { assignmentId },
      {
        set: { description, ...assignees, ...(changesTask && { task }) },
        ...(changesTask && { add: { taskVersion: 1 } }),
        when: ifUnchanged({ version: revision }),
      },
    ),
  )
  return { revision: revision + 1 }
}

/** Closes an assignment, or removes it with all answers. Idempotent. */
export async function closeOrRemove({
  params,
  query: { actionType },
  stamp,
}: CallOf<typeof area, 'DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}'>) {
  await changeStatus(stamp, params, () => (actionType === 'close' ? 'CLOSED' : 'REMOVED'))
  return {}
}

/** Reopens a closed assignment; its tasks have the states from before it was closed. */
export async function reopenAssignment({
  params,
  stamp,
}: CallOf<typeof area, 'POST /rest-api/assignment/reopen/{assignmentId}'>) {
  await changeStatus(stamp, params, ({ assigned, left, status }) =>
    status === 'CLOSED' ? statusOf(assigned, left) : status,
  )
  return {}
}

const changeStatus = (
  stamp: Stamp,
  ids: Parameters<typeof existingAssignment>[0],
  next: (row: ExistingAssignment) => Assignment['status'],
) =>
  retryOnConflict(async () => {
    const { row } = await existingAssignment(ids)
    const status = next(row)
    if (status === row.status) return
    const { assignmentId, givenAt, version } = row
    await write(
      stamp,
      assignments.change(
        { assignmentId },
        {
          set: { assignmentId, status, givenAt, plan: 'wanted' },
          add: { revision: 1 },
          when: ifUnchanged({ version }),
        },
      ),
    )
  })

/** Hours between reminders to a family. */
const reminderIntervalHours = 20

/** Mails the families of players who have not completed it; at most once a day. */
export const remind = ({
  params,
  stamp,
}: CallOf<typeof area, 'POST /rest-api/email/assignment/{assignmentId}/organization/{orgUnitId}'>) =>
  retryOnConflict(async () => {
    const { row } = await existingAssignment(params)
    const { assignmentId } = row
    if (row.status !== 'OPEN') throw new Problem('assignment_closed')
    if (row.remindedAt !== undefined && stamp.at < addHours(row.remindedAt, reminderIntervalHours))
      throw new Problem('told_already')
    const set = { remind: 'wanted', remindedAt: stamp.at } as const
    await write(stamp, assignments.change({ assignmentId }, { set, when: ifUnchanged(row) }))
    return {}
  })
