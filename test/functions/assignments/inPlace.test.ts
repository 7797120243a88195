import { expect, it } from 'vitest'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import type { TaskQuestion } from '#shared/rules/tasks.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { aClubWithTrainer, anAssignment, saveResponse } from './assigning.ts'

const asked = { description: 'All of it.', answers: [], optional: true }
const questions: TaskQuestion[] = [
  { ...asked, id: 'runs', answerType: 'NUMBER', questionTitle: 'How many runs?' },
  { ...asked, id: 'sign', answerType: 'WAIVER', questionTitle: 'I have read it' },
]

it('staff acting for a parent can answer an assignment, but not sign it', async () => {
  const club = await aClubWithTrainer()
  const userId = club.user('parent')
  await write(stamp, profiles.create({ userId, email: '', firstName: 'Rosa', lastName: 'Moreno' }))
  const id = await anAssignment(club, { task: { updateFormList: questions } })
  const staff = { as: 'stella', groups: ['ROLE_ADMIN'], session: crypto.randomUUID() }
  const reason = 'They cannot find the task and have asked by telephone.'
  const { cookies } = await call('POST /rest-api/staff/user/{userId}/in-place', { ...staff, userId, body: { reason } })
  const by = { ...staff, inPlace: cookies.map((cookie) => cookie.split(';')[0] ?? '') }
  const answers = { runs: ['3'] }
  expect((await saveResponse(club, id, { by, answers, done: true })).body).toMatchObject({ state: 'DONE' })
  const signed = { answers: { ...answers, sign: ['Rosa Moreno'] }, done: true, revision: 1 }
  expect((await saveResponse(club, id, { by, ...signed })).refusal.code).toBe('only_themselves')
  expect((await saveResponse(club, id, signed)).body).toMatchObject({ state: 'DONE' })
})
