import { assignedTasks, assignments, assignmentTasks } from '#functions/table/assignments.ts'
import { taskResponses } from '#functions/table/assignments.ts'
import { update, write } from '#functions/table/table.ts'
import { toDo } from '#shared/rules/library.ts'
import type { TaskType } from '#shared/rules/tasks.ts'
import { isId, orgUnitOf } from '#shared/ids.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { form, todo } from './assigning.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of assignments, for the tests that go through all routes. */

export const assignmentOf = ({ teamId }: { teamId: string }): string => `${teamId}.h0000000000a`

type PrepareRequest = (club: Club, params: Record<string, string>) => Promise<object>
const revisionOf = async (assignmentId: string) =>
  (await assignmentTasks.get({ assignmentId }, { consistent: true }))?.version ?? 1

const assignmentForm = { name: 'Homework', description: '', dueOn: '2026-11-30' }
const bodies: Record<string, object | PrepareRequest> = {
  'POST /rest-api/assignment/organization/{orgUnitId}': async ({ falcons: { teamId } }, { orgUnitId = teamId }) => ({
    ...assignmentForm,
    id: `${orgUnitId}.${newPart('h')}`,
    assignees: { teamIds: [teamId], playerIds: [] },
    task: todo,
  }),
  'PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}': async (
    club,
    { assignmentId = assignmentOf(club.falcons) },
  ) => ({
    ...assignmentForm,
    assignees: { teamIds: [orgUnitOf(assignmentId)], playerIds: [] },
    revision: isId('assignment', assignmentId) ? await revisionOf(assignmentId) : 1,
  }),
  ...Object.fromEntries(
    (
      [
        ['form', form],
        ['todo', todo],
      ] as const
    ).map(([kind, task]) => [
      `PUT /rest-api/academy/task/${kind}/{storageItemId}/{assignmentId}`,
      async (_club: Club, { assignmentId = '' }: Record<string, string>) => ({
        task,
        revision: isId('assignment', assignmentId) ? await revisionOf(assignmentId) : 1,
      }),
    ]),
  ),
  'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback': { feedback: 'Well done!' },
  'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}': async ({ mia }, params) => {
    const { assignmentId = '', playerId = mia.playerId } = params
    const areIds = isId('assignment', assignmentId) && isId('player', playerId)
    const storedResponse = areIds && (await taskResponses.get({ assignmentId, playerId }, { consistent: true }))
    return {
      saveId: `save-${newPart('x')}`,
      revision: storedResponse ? storedResponse.revision : 0,
      taskVersion: areIds ? ((await assignmentTasks.get({ assignmentId }))?.taskVersion ?? 0) : 0,
      response: { answers: {}, lines: ['juggle'] },
      done: false,
    }
  },
}

const queries: Record<string, Record<string, string>> = {
  'DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}': { actionType: 'close' },
}

/** Resets Mia's assignment to open, whatever earlier requests did to it. */
async function anAssignment(_as: string, club: Club) {
  const assignmentId = assignmentOf(club.falcons)
  const { playerId, firstName, lastName } = club.mia
  const taskFields = { name: 'Homework', type: toDo } as const
  const row = {
    ...taskFields,
    assignmentId,
    status: 'OPEN',
    givenAt: stamp.at,
    assigned: 1,
    left: 1,
    remindedAt: undefined,
  } as const
  const storedAssignment = await assignments.get({ assignmentId }, { consistent: true })
  const task = { ...taskFields, assignmentId, playerId, firstName, lastName, status: 'OPEN', state: 'WAITING' } as const
  await write(
    stamp,
    assignments.upsert({ assignmentId }, { set: { ...row, revision: storedAssignment?.revision ?? 1 } }),
    assignmentTasks.upsert(
      { assignmentId },
      { set: { description: '', task: todo, teamIds: [], playerIds: [playerId] } },
    ),
  )
  await update(
    stamp,
    assignedTasks.upsert({ assignmentId, playerId }, { set: { ...task, number: 0, dueOn: '2026-11-30' } }),
  )
}

const assignmentRoutes = [
  'GET /rest-api/assignment/{assignmentId}/organization/{orgUnitId}',
  'PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}',
  'GET /rest-api/assignment/organization/{orgUnitId}/assignment/{assignmentId}',
  'GET /rest-api/assignment/export/{assignmentId}',
  'POST /rest-api/email/assignment/{assignmentId}/organization/{orgUnitId}',
  'DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}',
  'POST /rest-api/assignment/reopen/{assignmentId}',
  'POST /rest-api/assignment/favorite/{assignmentId}',
  'DELETE /rest-api/assignment/favorite/{assignmentId}',
  'GET /rest-api/assignment/favorite/{assignmentId}',
  'GET /rest-api/assignment/{assignmentId}/player/{playerId}',
  'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback',
  'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}',
  'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}',
]
/** Like `anAssignment`, made from a task of the library. */
const madeFromLibrary = (type: TaskType) => async (as: string, club: Club) => {
  await anAssignment(as, club)
  const assignmentId = assignmentOf(club.falcons)
  const task = type === 'FORM' ? form : todo
  const storageItemId = `${club.organizationId}.s0000000000a`
  await write(
    stamp,
    assignments.change({ assignmentId }, { set: { type, begun: undefined } }),
    assignmentTasks.change({ assignmentId }, { set: { task, storageItemId } }),
  )
}
const library = '/rest-api/academy/task'
/** Setup that the requests need. */
const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = Object.fromEntries([
  ...assignmentRoutes.map((key) => [key, anAssignment]),
  ...['GET', 'PUT'].flatMap((method) => [
    [`${method} ${library}/form/{storageItemId}/{assignmentId}`, madeFromLibrary('FORM')],
    [`${method} ${library}/todo/{storageItemId}/{assignmentId}`, madeFromLibrary(toDo)],
  ]),
])

export const exampleRequests: Requests = {
  params: ({ falcons }) => ({ assignmentId: assignmentOf(falcons) }),
  queries,
  bodies,
  prepared,
}
