import { describe, expect, it } from 'vitest'
import { taskResponses } from '#functions/table/assignments.ts'
import { profiles } from '#functions/table/profiles.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update, write } from '#functions/table/table.ts'
import { formerName } from '#shared/rules/names.ts'
import type { TaskQuestion } from '#shared/rules/tasks.ts'
import { families, players } from '#functions/table/players.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { aClubWithTrainer, allLines, anAssignment, deliverAssignment, form, rowOf, saveResponse } from './assigning.ts'

const task = 'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
const mine = 'GET /rest-api/assignment/player/{playerId}'
const read = (club: Club, assignmentId: string, as = 'parent') =>
  call(task, { as: club.user(as), assignmentId, playerId: club.mia.playerId })

const signed: TaskQuestion = {
  id: 'sign',
  answerType: 'SIGNATURE_BLOCK',
  questionTitle: 'I have read it',
  description: 'All of it.',
  answers: [],
  optional: false,
}
const named = (club: Club, who: string, firstName: string, lastName = 'Moreno') =>
  write(stamp, profiles.create({ userId: club.user(who), email: '', firstName, lastName }))

describe('answering an assignment', () => {
  it('is saved in steps, idempotent by save id, and rejects a save based on a stale revision', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club)
    expect((await read(club, id)).body).toMatchObject({
      state: 'WAITING',
      revision: 0,
      response: { answers: {}, lines: [] },
    })
    const saved = await saveResponse(club, id, { lines: ['juggle'], saveId: 'the-first-save' })
    expect(saved.body).toEqual({ state: 'STARTED', share: 50, changedAt: '2026-11-21T18:00:00.000Z', revision: 1 })
    expect((await saveResponse(club, id, { lines: ['juggle'], saveId: 'the-first-save' })).body).toEqual(saved.body)
    expect((await saveResponse(club, id, { as: 'parent2', lines: allLines })).refusal.code).toBe('answered_meanwhile')
    const whole = await saveResponse(club, id, { as: 'parent2', lines: allLines, revision: 1, done: true })
    expect(whole.body).toMatchObject({ state: 'DONE', share: 100, revision: 2 })
    expect((await read(club, id)).body.response).toEqual({ answers: {}, lines: allLines })
    expect(await rowOf(id)).toMatchObject({ assigned: 3, left: 2, status: 'OPEN', begun: true })
  })

  it('is rejected if the coach has changed the task since it was read', async () => {
    const club = await aClubWithTrainer()
    await named(club, 'parent', 'Rosa')
    const id = await anAssignment(club, { task: { updateFormList: [signed] } })
    const edits = (description: string, text: string, revision: number) =>
      call('PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}', {
        as: club.user('trainer'),
        assignmentId: id,
        orgUnitId: club.falcons.teamId,
        body: {
          name: 'Homework',
          dueOn: null,
          assignees: { teamIds: [club.falcons.teamId], playerIds: [] },
          task: { updateFormList: [{ ...signed, description: text }] },
          description,
          revision,
        },
      })
    const answers = { sign: ['Rosa Moreno'] }
    await edits('Until tomorrow.', 'All of it.', 1)
    expect((await read(club, id)).body.assignment.taskVersion).toBe(0)
    await edits('Until tomorrow.', 'And that nobody is liable.', 2)
    expect((await saveResponse(club, id, { answers, done: true })).refusal.code).toBe('task_changed')
    expect((await read(club, id)).body).toMatchObject({
      assignment: { taskVersion: 1 },
      state: 'WAITING',
      response: { answers: {} },
    })
    expect((await saveResponse(club, id, { answers, done: true, taskVersion: 1 })).body).toMatchObject({
      state: 'DONE',
    })
  })

  it('completes the assignment with the last player, and reopens it when one is not done after all', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club, { teamIds: [], playerIds: [club.mia.playerId, club.leo.playerId] })
    await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
    const [one, other] = await Promise.all([
      saveResponse(club, id, { lines: allLines, done: true }),
      saveResponse(club, id, { playerId: club.leo.playerId, lines: allLines, done: true }),
    ])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(await rowOf(id)).toMatchObject({ left: 0, status: 'COMPLETED' })
    await saveResponse(club, id, { lines: ['juggle'], revision: 1 })
    expect(await rowOf(id)).toMatchObject({ left: 1, status: 'OPEN' })
  })

  it('requires mandatory answers and the signer’s own name, and drops answers that were not asked for', async () => {
    const club = await aClubWithTrainer()
    await named(club, 'parent', 'Rosa')
    const id = await anAssignment(club, { task: { updateFormList: [...(form.updateFormList ?? []), signed] } })
    const answers = { runs: ['many'], hurt: ['Yes'], sign: ['Rosa'] }
    const { refusal } = await saveResponse(club, id, { answers, done: true })
    expect(refusal.faults?.map(({ at, code }) => [at, code])).toEqual([
      ['response.runs', 'not_a_number'],
      ['response.where', 'required'],
      ['response.sign', 'not_your_name'],
    ])
    const right = { runs: ['3'], hurt: ['No'], where: ['Knee'], sign: ['Rosa Moreno'], other: ['x'] }
    expect((await saveResponse(club, id, { answers: right, done: true })).body).toMatchObject({ state: 'DONE' })
    expect((await read(club, id)).body.response.answers).toEqual({ runs: ['3'], hurt: ['No'], sign: ['Rosa Moreno'] })
  })

  it('requires a guardian’s signature; a child and administrators can save the rest, but not sign', async () => {
    const club = await aClubWithTrainer()
    const waiver: TaskQuestion = { ...signed, answerType: 'WAIVER', showIf: { questionId: 'hurt', answer: 'Yes' } }
    const id = await anAssignment(club, { task: { updateFormList: [...(form.updateFormList ?? []), waiver] } })
    await write(stamp, playerAccounts.create({ userId: club.user('parent2'), playerId: club.mia.playerId }))
    await Promise.all([named(club, 'parent', 'Rosa'), named(club, 'parent2', 'Mia'), named(club, 'admin', 'Ada')])
    const given = { runs: ['3'], hurt: ['Yes'], where: ['Knee'] }
    const send = (as: string, name: string, revision = 0) =>
      saveResponse(club, id, { as, answers: { ...given, sign: [name] }, done: true, revision })
    expect((await send('parent2', 'Mia Moreno')).refusal.code).toBe('guardian_does')
    expect((await send('admin', 'Ada Moreno')).refusal.code).toBe('not_allowed')
    expect((await saveResponse(club, id, { as: 'parent2', answers: given })).body).toMatchObject({ state: 'STARTED' })
    expect((await saveResponse(club, id, { as: 'admin', answers: given, revision: 1 })).status).toBe(200)
    const unsigned = { runs: ['3'], hurt: ['No'] }
    expect((await saveResponse(club, id, { as: 'parent2', answers: unsigned, revision: 2, done: true })).status).toBe(
      200,
    )
    expect((await send('parent', 'Rosa Moreno', 3)).body).toMatchObject({ state: 'DONE' })
  })

  it('requires an adult player’s own signature, and tells others so beforehand', async () => {
    const club = await aClubWithTrainer()
    const { playerId } = club.mia
    const plain = await anAssignment(club)
    const id = await anAssignment(club, { task: { updateFormList: [signed] } })
    await write(stamp, players.change({ playerId }, { set: { bornOn: '2008-11-21' } }))
    await write(stamp, playerAccounts.create({ userId: club.user('parent2'), playerId }))
    await Promise.all([named(club, 'parent', 'Rosa'), named(club, 'parent2', 'Mia')])
    expect((await read(club, id)).body.theySign).toBe(true)
    expect((await read(club, id, 'parent2')).body.theySign).toBeUndefined()
    expect((await read(club, plain)).body.theySign).toBeUndefined()
    const send = (as: string, name: string) => saveResponse(club, id, { as, answers: { sign: [name] }, done: true })
    expect((await send('parent', 'Rosa Moreno')).refusal.code).toBe('of_age_signs')
    expect((await saveResponse(club, plain, { lines: allLines, done: true })).status).toBe(200)
    expect((await send('parent2', 'Mia Moreno')).body).toMatchObject({ state: 'DONE' })
  })

  it('is rejected once the coach has closed the assignment', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club)
    const asked = { as: club.user('trainer'), assignmentId: id, orgUnitId: club.falcons.teamId }
    const [, racing] = await Promise.all([
      call('DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}', {
        ...asked,
        query: { actionType: 'close' },
      }),
      saveResponse(club, id, { lines: allLines, done: true }),
    ])
    await deliverAssignment(id)
    const { left = -1 } = (await rowOf(id)) ?? {}
    expect(left).toBe(racing.status === 200 ? 2 : 3)
    const { revision } = (await read(club, id)).body
    expect((await saveResponse(club, id, { lines: [], revision })).refusal.code).toBe('assignment_closed')
  })
})

describe('assignments shown', () => {
  it('to families are their own, ordered by due date, with the coach’s feedback', async () => {
    const club = await aClubWithTrainer()
    const later = await anAssignment(club, { name: 'Later', dueOn: '2026-12-24' })
    const never = await anAssignment(club, { name: 'Whenever', dueOn: null })
    const soon = await anAssignment(club, { name: 'Soon', dueOn: '2026-11-22' })
    await saveResponse(club, soon, { lines: ['juggle'] })
    const feedback = 'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback'
    const about = { assignmentId: soon, playerId: club.mia.playerId }
    await call(feedback, { as: club.user('trainer'), ...about, body: { feedback: 'Good start!' } })
    const { body } = await call(mine, { as: club.user('parent'), playerId: club.mia.playerId, query: {} })
    expect(body.assignments.map(({ id, state, feedback: said }) => [id, state, said])).toEqual([
      [soon, 'STARTED', 'Good start!'],
      [later, 'WAITING', null],
      [never, 'WAITING', null],
    ])
    expect([body.assignments[0]?.from, body.today]).toEqual(['Falcons', '2026-11-21'])
    const theirs = await call('GET /rest-api/assignment/{assignmentId}/player/{playerId}', {
      as: club.user('trainer'),
      ...about,
    })
    expect(theirs.body.response.lines).toEqual(['juggle'])
    const strangers = [
      await call(mine, { as: club.user('fan'), playerId: club.mia.playerId, query: {} }),
      await call(mine, { as: club.user('parent'), playerId: club.leo.playerId, query: {} }),
      await call(feedback, { as: club.user('coach'), ...about, body: { feedback: 'No' } }),
      await call(task, { as: club.user('parent'), assignmentId: soon, playerId: club.leo.playerId }),
    ]
    expect(strangers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    const sam = { assignmentId: soon, playerId: club.sam.playerId }
    const none = await call('GET /rest-api/assignment/{assignmentId}/player/{playerId}', {
      as: club.user('trainer'),
      ...sam,
    })
    expect(none.refusal.message).toBe('Task response does not exist')
  })

  it('as CSV have a column for each question, with formulas escaped', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club, { task: form, teamIds: [], playerIds: [club.mia.playerId] })
    await saveResponse(club, id, { answers: { runs: ['=1+1'], hurt: ['No'] } })
    const as = club.user('trainer')
    const { body } = await call('GET /rest-api/assignment/export/{assignmentId}', { as, assignmentId: id })
    expect(body as unknown).toBe(
      '\ufeffFirst name,Last name,State,Done %,Last change,Feedback,How many runs?,Does anything hurt?,Where?,Anything else?\r\n' +
        "Mia,Moreno,Started,100,2026-11-21,,'=1+1,No,,\r\n",
    )
    await write(stamp, noticeChoices.create({ userId: as, language: 'es' }))
    const spanish = await call('GET /rest-api/assignment/export/{assignmentId}', { as, assignmentId: id })
    expect(spanish.body as unknown).toMatch(
      /^\ufeffNombre,Apellidos,Estado,Hecho %,Último cambio,Comentario,.*,Empezada,/s,
    )
    // The account that signed has been erased since.
    const response = { assignmentId: id, playerId: club.mia.playerId }
    await write(stamp, taskResponses.change(response, { set: { answers: { runs: [formerName] } } }))
    const erased = await call('GET /rest-api/assignment/export/{assignmentId}', { as, assignmentId: id })
    expect(erased.body as unknown).toContain(',Antiguo miembro,,,')
  })
})

it('feedback to a child with an account requires a guardian or another coach who can read it', async () => {
  const club = await aClubWithTrainer()
  const { playerId } = club.mia
  const assignmentId = await anAssignment(club)
  const kid = club.user('kid')
  await families.join(stamp, { playerId, userId: kid, relation: 'own' })
  await write(stamp, playerAccounts.create({ userId: kid, playerId }))
  const say = async (feedback: string) => {
    const as = club.user('trainer')
    const PUT = 'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback'
    const { status, refusal } = await call(PUT, { as, assignmentId, playerId, body: { feedback } })
    return status === 200 ? 'said' : refusal.code
  }
  expect(await say('A guardian reads it')).toBe('said')
  await write(stamp, ...families.leave({ playerId, userId: club.user('parent2'), relation: 'own' }))
  await write(stamp, ...families.limitRights({ playerId, userId: club.user('parent') }, ['sees']))
  expect(await say('The one guardian may not see it, nor may the other coach open it')).toBe('chat_needs_adult')
  const second = { userId: club.user('second'), firstName: 'Sol', lastName: 'Okafor' }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...second, flags: ['canEditTeam'] }))
  expect(await say('Another coach reads it')).toBe('said')
  await write(stamp, sessions.upsert({ userId: second.userId }, { set: { disabled: true } }))
  expect(await say('The other coach can no longer sign in')).toBe('chat_needs_adult')
  const young = { userId: kid, firstName: 'Mia', lastName: 'Moreno' }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...young, flags: ['canEditTeam'] }))
  expect(await say('The child helps to coach the team')).toBe('chat_needs_adult')
  const { teamId } = club.falcons
  await write(stamp, ...teamAdministrators.dismiss({ teamId, userId: second.userId }))
  expect(await say('Nobody else reads it')).toBe('chat_needs_adult')
  // A coach who is also family does not count as a guardian there, even as the child's only one.
  await families.join(stamp, { playerId, userId: club.user('trainer'), relation: 'own' })
  expect(await say('Their own father, as their coach')).toBe('chat_needs_adult')
  // A comment can be withdrawn.
  expect(await say('')).toBe('said')
  await update(stamp, players.change({ playerId }, { set: { bornOn: '1990-01-01' } }))
  expect(await say('To a grown-up')).toBe('said')
})

it('a stale edit of feedback is rejected', async () => {
  const club = await aClubWithTrainer()
  const assignmentId = await anAssignment(club)
  const about = { as: club.user('trainer'), assignmentId, playerId: club.mia.playerId }
  const say = async (feedback: string, revision: number) => {
    const PUT = 'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback'
    const { status, body, refusal } = await call(PUT, { ...about, body: { feedback, revision } })
    return status === 200 ? body.revision : refusal.code
  }
  const stands = async () => {
    const { body } = await call('GET /rest-api/assignment/{assignmentId}/player/{playerId}', about)
    return [body.feedback, body.feedbackRevision]
  }
  expect(await stands()).toEqual([null, 0])
  expect([await say('Well done!', 0), await say('Well done!', 0)]).toEqual([1, 1])
  expect(await say('Nearly.', 0)).toBe('conflict')
  expect(await stands()).toEqual(['Well done!', 1])
  expect([await say('', 1), await stands()]).toEqual([2, [null, 2]])
})
