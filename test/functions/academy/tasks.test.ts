import { describe, expect, it } from 'vitest'
import { handler as gone } from '#functions/academy/goneHandler.ts'
import { storageItems, storageTasks } from '#functions/table/storageItems.ts'
import { write } from '#functions/table/table.ts'
import type { Task, TaskQuestion } from '#shared/rules/tasks.ts'
import { toDo } from '#shared/rules/library.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'

const FORM = '/rest-api/academy/task/form/{storageItemId}'
const LIST_TASK = '/rest-api/academy/task/todo/{storageItemId}'
const GIVE = 'POST /rest-api/assignment/organization/{orgUnitId}'
const question: TaskQuestion = {
  id: 'how',
  answerType: 'TEXT',
  questionTitle: 'How was your week?',
  description: '',
  answers: [],
  optional: false,
}
const asks = { updateFormList: [question] }
const ticks = { todoListItem: [{ id: 'ball', text: 'Pump up the ball' }] }

async function aTask({ organizationId, user }: Club, type: 'FORM' | typeof toDo) {
  const body = { organizationId, type, name: 'Before the game' }
  const made = await call('POST /rest-api/academy/storage/organization', { as: user('admin'), body })
  return made.body.id
}
const readForm = (club: Club, storageItemId: string, as = 'admin') =>
  call(`GET ${FORM}`, { as: club.user(as), storageItemId })
const writeForm = (club: Club, storageItemId: string, revision: number, task: Task = asks, as = 'admin') =>
  call(`PUT ${FORM}`, { as: club.user(as), storageItemId, body: { task, revision } })

describe('a library task', () => {
  it('is edited by its editors, and readable only by people it is shared with', async () => {
    const club = await aClub()
    const { organizationId: orgId, falcons } = club
    const storageItemId = await aTask(club, 'FORM')
    expect((await readForm(club, storageItemId)).body).toEqual({ task: { updateFormList: [] }, revision: 0 })
    expect((await writeForm(club, storageItemId, 0)).body).toEqual({ revision: 1 })
    expect((await readForm(club, storageItemId, 'parent')).status).toBe(404)
    await call('POST /rest-api/academy/storage/share/organization/{orgId}', {
      as: club.user('admin'),
      orgId,
      body: { storageItemId, added: { orgUnits: [{ orgUnitId: falcons.teamId }] } },
    })
    expect((await readForm(club, storageItemId, 'parent')).body).toEqual({ task: asks, revision: 1 })
    expect((await writeForm(club, storageItemId, 1, asks, 'parent')).status).toBe(403)
    expect((await writeForm(club, storageItemId, 1, asks, 'coach')).status).toBe(403)
  })

  it('rejects an update based on a stale revision', async () => {
    const club = await aClub()
    const storageItemId = await aTask(club, 'FORM')
    const both = await Promise.all([writeForm(club, storageItemId, 0), writeForm(club, storageItemId, 0)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await writeForm(club, storageItemId, 0)).refusal.code).toBe('conflict')
  })

  it.each([
    ['has no questions', { updateFormList: [] }],
    ['has a to-do list instead of questions', ticks],
    ['has both questions and a to-do list', { ...asks, ...ticks }],
    ['asks for a file attachment', { updateFormList: [{ ...question, answerType: 'FILE_ATTACHMENT' as const }] }],
  ])('of type form is rejected when it %s', async (_what, task) => {
    const club = await aClub()
    const storageItemId = await aTask(club, 'FORM')
    expect((await writeForm(club, storageItemId, 0, task)).status).toBe(400)
  })

  it('is found only by the route of its type, and not while in the bin', async () => {
    const club = await aClub()
    const { organizationId: orgId } = club
    const as = club.user('admin')
    const storageItemId = await aTask(club, toDo)
    expect((await readForm(club, storageItemId)).status).toBe(404)
    const saved = await call(`PUT ${LIST_TASK}`, { as, storageItemId, body: { task: ticks, revision: 0 } })
    expect(saved.body).toEqual({ revision: 1 })
    const ids = [storageItemId]
    await call('DELETE /rest-api/academy/storage/organization/{orgId}/storage-item', { as, orgId, body: { ids } })
    expect((await call(`GET ${LIST_TASK}`, { as, storageItemId })).status).toBe(404)
    expect((await call(`PUT ${LIST_TASK}`, { as, storageItemId, body: { task: ticks, revision: 1 } })).status).toBe(404)
    await write(stamp, storageItems.remove({ storageItemId }))
    await deliverTo(gone, storageItems.key({ storageItemId }))
    expect(await storageTasks.get({ storageItemId })).toBeUndefined()
  })

  it('is copied when assigned, and the copy is edited separately', async () => {
    const club = await aClub()
    const { falcons, otters } = club
    const as = club.user('admin')
    const storageItemId = await aTask(club, 'FORM')
    await writeForm(club, storageItemId, 0)
    const assignmentId = `${falcons.teamId}.${newPart('h')}`
    const assignees = { teamIds: [falcons.teamId], playerIds: [] }
    const body = { id: assignmentId, name: 'Week', description: '', dueOn: null, assignees, task: asks, storageItemId }
    expect((await call(GIVE, { as, orgUnitId: falcons.teamId, body })).status).toBe(200)
    await writeForm(club, storageItemId, 1, { updateFormList: [{ ...question, questionTitle: 'Other' }] })
    const read = () => call(`GET ${FORM}/{assignmentId}`, { as, storageItemId, assignmentId })
    expect((await read()).body).toEqual({ task: asks, revision: 1 })
    const task = { updateFormList: [{ ...question, questionTitle: 'How was it this week?' }] }
    const put = (revision: number) =>
      call(`PUT ${FORM}/{assignmentId}`, { as, storageItemId, assignmentId, body: { task, revision } })
    expect((await put(1)).body).toEqual({ revision: 2 })
    expect((await put(1)).refusal.code).toBe('conflict')
    expect((await read()).body.task).toEqual(task)
    expect((await readForm(club, storageItemId)).body.task.updateFormList?.[0]?.questionTitle).toBe('Other')
    // But not through another task of the library, through the other kind, or by another team.
    const other = await aTask(club, 'FORM')
    expect((await call(`GET ${FORM}/{assignmentId}`, { as, storageItemId: other, assignmentId })).status).toBe(404)
    expect((await call(`GET ${LIST_TASK}/{assignmentId}`, { as, storageItemId, assignmentId })).status).toBe(404)
    const theirs = `${otters.teamId}.${newPart('h')}`
    expect((await call(`GET ${FORM}/{assignmentId}`, { as, storageItemId, assignmentId: theirs })).status).toBe(404)
  })
})
