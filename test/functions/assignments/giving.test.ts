import { describe, expect, it } from 'vitest'
import { handler as given } from '#functions/assignments/givenHandler.ts'
import { assignedTasks, assignments, taskResponses } from '#functions/table/assignments.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { toDo } from '#shared/rules/library.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import {
  aClubWithTrainer,
  allLines,
  anAssignment,
  assign,
  deliverAssignment,
  form,
  rowOf,
  saveResponse,
  taskOf,
  todo,
} from './assigning.ts'

const list = 'GET /rest-api/assignment/organization/{orgUnitId}'
const one = 'GET /rest-api/assignment/{assignmentId}/organization/{orgUnitId}'
const change = 'PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}'
const away = 'DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}'

describe('giving an assignment', () => {
  it('reaches every player of the team once, however often the worker is told', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club)
    await Promise.all([deliverAssignment(id), deliverAssignment(id), deliverAssignment(id)])
    expect(await rowOf(id)).toMatchObject({ assigned: 3, left: 3, status: 'OPEN' })
    const { body } = await call(list, { as: club.user('trainer'), orgUnitId: club.falcons.teamId, query: {} })
    expect(body.assignments).toEqual([
      {
        id,
        orgUnitId: club.falcons.teamId,
        name: 'Homework',
        type: toDo,
        status: 'OPEN',
        dueOn: '2026-11-30',
        assigned: 3,
        done: 0,
        favorite: false,
      },
    ])
  })

  it('counts each of many players once, even with concurrent workers', async () => {
    const club = await aClubWithTrainer(Array.from({ length: 97 }, (_, i) => `Player ${i}`))
    const { body } = (await assign(club)) as { body: { id: string } }
    await Promise.allSettled([deliverAssignment(body.id), deliverAssignment(body.id), deliverAssignment(body.id)])
    await deliverAssignment(body.id)
    expect(await rowOf(body.id)).toMatchObject({ assigned: 100, left: 100 })
    expect(await assignedTasks.ofAssignment(body.id)).toHaveLength(100)
  })

  it('is idempotent by id, and rejects an id another user has used', async () => {
    const club = await aClubWithTrainer()
    const id = `${club.falcons.teamId}.${newPart('h')}`
    expect((await assign(club, { id })).status).toBe(200)
    expect((await assign(club, { id })).status).toBe(200)
    expect((await assign(club, { id, as: 'admin' })).refusal.code).toBe('already_there')
  })

  it('again with the same id replaces it, until it is answered or changed by another user', async () => {
    const club = await aClubWithTrainer()
    const id = `${club.falcons.teamId}.${newPart('h')}`
    const shown = async () =>
      (await call(one, { as: club.user('trainer'), assignmentId: id, orgUnitId: club.falcons.teamId })).body
    await assign(club, { id })
    await deliverAssignment(id)
    const corrected = { id, name: 'Survey', task: form, dueOn: null, teamIds: [], playerIds: [club.mia.playerId] }
    expect((await assign(club, corrected)).status).toBe(200)
    await deliverAssignment(id)
    expect(await shown()).toMatchObject({ name: 'Survey', type: 'FORM', dueOn: null, assigned: 1, revision: 2 })
    expect((await assign(club, corrected)).status).toBe(200)
    expect((await shown()).revision).toBe(2)
    await saveResponse(club, id, { answers: { runs: ['3'] }, taskVersion: 1 })
    expect((await assign(club, corrected)).status).toBe(200)
    expect((await assign(club, { id })).refusal.code).toBe('already_there')
    const other = { ...corrected, id: `${club.falcons.teamId}.${newPart('h')}` }
    await assign(club, other)
    const params = { assignmentId: other.id, orgUnitId: club.falcons.teamId }
    const assignees = { teamIds: [], playerIds: [club.mia.playerId] }
    const body = { name: 'Of the club', description: '', dueOn: null, assignees, revision: 1 }
    expect((await call(change, { as: club.user('admin'), ...params, body })).status).toBe(200)
    expect((await assign(club, other)).refusal.code).toBe('already_there')
  })

  it('rejects other teams, players not on the team, empty assignees and incomplete tasks', async () => {
    const club = await aClubWithTrainer()
    const answers = [
      await assign(club, { teamIds: [club.otters.teamId] }),
      await assign(club, { teamIds: [], playerIds: [club.sam.playerId] }),
      await assign(club, { teamIds: [] }),
      await assign(club, { task: { todoListItem: [] } }),
      await assign(club, { task: { ...todo, ...form } }),
      await assign(club, { task: { todoListItem: [{ id: 'a', text: '', link: 'javascript:alert(1)' }] } }),
      await assign(club, { id: `${club.otters.teamId}.${newPart('h')}` }),
      await assign(club, { as: 'coach' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 400, 400, 400, 400, 403])
    expect(answers[5]?.refusal.faults?.map(({ at }) => at)).toEqual([
      'task.todoListItem.0.text',
      'task.todoListItem.0.link',
    ])
  })

  it('trims the texts of questions before it measures them', async () => {
    const question = { id: 'ask', answerType: 'TEXT', questionTitle: `${'x'.repeat(255)} `, description: '' } as const
    const task = { updateFormList: [{ ...question, answers: [], optional: false }] }
    expect((await assign(await aClubWithTrainer(), { task })).status).toBe(200)
  })

  it('works for single players of a club, too', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club, {
      as: 'admin',
      orgUnitId: club.organizationId,
      teamIds: [club.otters.teamId],
      playerIds: [club.mia.playerId, club.sam.playerId],
    })
    expect((await assignedTasks.ofAssignment(id)).map(({ playerId }) => playerId).toSorted()).toEqual(
      [club.mia.playerId, club.sam.playerId].toSorted(),
    )
    const lists = await Promise.all(
      [club.organizationId, club.falcons.teamId].map((orgUnitId) =>
        call(list, { as: club.user('admin'), orgUnitId, query: {} }),
      ),
    )
    expect(lists.map(({ body }) => body.assignments.length)).toEqual([1, 0])
  })
})

describe('changing an assignment', () => {
  it('gives it to new players, removes it from others who have not begun, and keeps answers', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club)
    await saveResponse(club, id, { lines: ['juggle'] })
    const body = {
      name: 'Homework for the game',
      description: '',
      dueOn: '2026-12-05',
      assignees: { teamIds: [], playerIds: [club.leo.playerId] },
      revision: 1,
    }
    const asked = { as: club.user('trainer'), assignmentId: id, orgUnitId: club.falcons.teamId, body }
    expect((await call(change, asked)).body).toEqual({ revision: 2 })
    expect((await call(change, asked)).refusal.code).toBe('conflict')
    await deliverAssignment(id)
    expect(await rowOf(id)).toMatchObject({ assigned: 2, left: 2 })
    expect(await taskOf(id, club.ada)).toBeUndefined()
    expect(await taskOf(id, club.leo)).toMatchObject({ name: 'Homework for the game', dueOn: '2026-12-05' })
    expect(await taskOf(id, club.mia)).toMatchObject({ name: 'Homework for the game', state: 'STARTED', number: 50 })

    const kim = { playerId: `${club.organizationId}.${newPart('p')}`, firstName: 'Kim', lastName: 'Diaz' }
    await teamPlayers.addNew(stamp, [kim], club.falcons)
    const whole = { ...body, assignees: { teamIds: [club.falcons.teamId], playerIds: [] }, revision: 2 }
    await call(change, { ...asked, body: whole })
    await deliverAssignment(id)
    expect(await rowOf(id)).toMatchObject({ assigned: 4, left: 4 })
    expect(await taskOf(id, kim)).toMatchObject({ state: 'WAITING', firstName: 'Kim' })
  })

  it('is possible after an assigned player left the team, but adds no players outside the team', async () => {
    const club = await aClubWithTrainer()
    const playerIds = [club.leo.playerId, club.ada.playerId]
    const id = await anAssignment(club, { teamIds: [], playerIds })
    await teamPlayers.remove(stamp, club.leo.playerId, club.falcons)
    const changed = (ids: string[], revision: number) => {
      const assignees = { teamIds: [], playerIds: ids }
      const body = { name: 'Homework', description: '', dueOn: '2026-12-05', assignees, revision }
      return call(change, { as: club.user('trainer'), assignmentId: id, orgUnitId: club.falcons.teamId, body })
    }
    expect((await changed(playerIds, 1)).status).toBe(200)
    expect((await changed([...playerIds, club.sam.playerId], 2)).status).toBe(404)
    await changed([club.ada.playerId], 2)
    expect((await changed(playerIds, 3)).status).toBe(404)
  })

  it('cannot replace the task once it was answered', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club)
    const body = {
      name: 'Homework',
      description: '',
      dueOn: null,
      assignees: { teamIds: [club.falcons.teamId], playerIds: [] },
      task: form,
    }
    const asked = { as: club.user('trainer'), assignmentId: id, orgUnitId: club.falcons.teamId }
    expect((await call(change, { ...asked, body: { ...body, revision: 1 } })).status).toBe(200)
    await deliverAssignment(id)
    expect(await taskOf(id, club.mia)).toMatchObject({ type: 'FORM', dueOn: '9999-12-31' })
    await saveResponse(club, id, { answers: { runs: ['3'] }, taskVersion: 1 })
    const again = { ...body, task: todo, revision: 2 }
    expect((await call(change, { ...asked, body: again })).refusal.code).toBe('task_answered')
  })
})

describe('closing and removing an assignment', () => {
  it('closes it for players who are not done, and reopening and filtering by status work', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club)
    await saveResponse(club, id, { lines: allLines, done: true })
    const asked = { as: club.user('trainer'), assignmentId: id, orgUnitId: club.falcons.teamId }
    await call(away, { ...asked, query: { actionType: 'close' } })
    await call(away, { ...asked, query: { actionType: 'close' } })
    await deliverAssignment(id)
    expect((await taskOf(id, club.leo))?.status).toBe('CLOSED')
    expect((await taskOf(id, club.mia))?.status).toBe('COMPLETED')
    const statuses = ['OPEN', 'CLOSED', 'COMPLETED'] as const
    const listed = () =>
      Promise.all(
        statuses.map(async (status) => {
          const { body } = await call(list, { ...asked, query: { status } })
          return body.assignments.length
        }),
      )
    expect(await listed()).toEqual([0, 1, 0])
    await call('POST /rest-api/assignment/reopen/{assignmentId}', asked)
    await deliverAssignment(id)
    expect(await listed()).toEqual([1, 0, 0])
    expect((await taskOf(id, club.leo))?.status).toBe('OPEN')
    // No other edit has happened meanwhile.
    const assignees = { teamIds: [club.falcons.teamId], playerIds: [] }
    const body = { name: 'Homework', description: 'Again.', dueOn: null, assignees, revision: 1 }
    expect((await call(change, { ...asked, body })).body).toEqual({ revision: 2 })
    expect((await call(change, { ...asked, body })).refusal.code).toBe('conflict')
  })

  it('removes it with all answers, even if a family answers concurrently', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club)
    await saveResponse(club, id, { lines: ['juggle'] })
    const asked = { as: club.user('trainer'), assignmentId: id, orgUnitId: club.falcons.teamId }
    const [, racing] = await Promise.all([
      call(away, { ...asked, query: { actionType: 'remove' } }),
      saveResponse(club, id, { as: 'parent2', lines: allLines, revision: 1, done: true }),
    ])
    expect([200, 404]).toContain(racing.status)
    await deliverAssignment(id)
    await deliverTo(given, { ...assignments.key({ assignmentId: id }), kind: 'Assignment', change: 'removed' })
    expect(await rowOf(id)).toBeUndefined()
    expect(await assignedTasks.allOfPlayer(club.mia.playerId)).toEqual([])
    const { playerId } = club.mia
    expect(await taskResponses.get({ assignmentId: id, playerId }, { consistent: true })).toBeUndefined()
    expect((await call(one, asked)).status).toBe(404)
    expect((await saveResponse(club, id, { lines: allLines })).refusal).toMatchObject({
      code: 'task_response_missing',
      message: 'Task response does not exist',
    })
  })
})

it('assignments are listed 50 at a time, latest first, and found by name', async () => {
  const club = await aClubWithTrainer()
  const nameOf = (i: number) => (i % 10 === 0 ? `Été ${i}` : `Drill ${i}`)
  const minute = (i: number) => `2026-11-21T18:${String(i).padStart(2, '0')}:00Z`
  const ids = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const { body } = (await assign(club, { name: nameOf(i), now: minute(i) })) as { body: { id: string } }
      return body.id
    }),
  )
  const asked = { as: club.user('trainer'), orgUnitId: club.falcons.teamId }
  await call('POST /rest-api/assignment/favorite/{assignmentId}', { ...asked, assignmentId: ids[3] ?? '' })
  const first = await call(list, { ...asked, query: {} })
  const second = await call(list, { ...asked, query: { cursor: first.body.cursor ?? undefined } })
  const rest = second.body
  expect([first.body.assignments.length, rest.assignments.length, rest.cursor]).toEqual([50, 10, null])
  const all = [...first.body.assignments, ...rest.assignments]
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set(ids))
  expect(all.filter(({ favorite }) => favorite).map(({ id }) => id)).toEqual([ids[3]])
  const found = await call(list, { ...asked, query: { filter: 'ete' } })
  expect(found.body.assignments.map(({ name }) => name)).toEqual([
    'Été 50',
    'Été 40',
    'Été 30',
    'Été 20',
    'Été 10',
    'Été 0',
  ])
})
