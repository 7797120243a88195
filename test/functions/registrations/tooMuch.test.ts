import { expect, it } from 'vitest'
import { registrationAddOns, registrationQuestions } from '#functions/table/registrations.ts'
import { addOnLimits, maxAddOnOptions } from '#shared/rules/registrations/addOns.ts'
import {
  firstQuestions,
  maxAnswers,
  maxQuestions,
  questionTextLimit,
  questionTitleLimit,
} from '#shared/rules/registrations/questions.ts'
import { call } from '../call.ts'
import { aClub } from '../club.ts'
import { aRegistration, question, shirt } from '../register/registering.ts'

const club = await aClub()
const as = club.user('admin')

/** Four bytes each, the maximum per character. */
const long = (characters: number, begins = '') => begins + '🏀'.repeat(characters - begins.length)
const addOn = (i: number) => ({
  ...shirt,
  id: `add-on-${String(i).padStart(32, '0')}`,
  addOnName: long(addOnLimits.name, `${i} `),
  description: long(addOnLimits.description),
  addOns: Array.from({ length: maxAddOnOptions }, (_, nth) => ({
    id: `kind-${String(nth).padStart(32, '0')}`,
    name: long(addOnLimits.name, `${nth} `),
    priceInCents: 2000,
  })),
})
const kept = async (registrationId: string) =>
  (await registrationAddOns.get({ registrationId }, { consistent: true }))?.addOns.map(({ id }) => id)

it('add-ons that together are too large to store are rejected, and the existing ones stay', async () => {
  const addOns = Array.from({ length: 26 }, (_, i) => addOn(i))
  const registrationId = await aRegistration(club, { addOns })
  const about = { as, registrationId }
  const more = await call('POST /rest-api/registration/add-ons/{registrationId}', { ...about, body: addOn(26) })
  expect([more.status, more.refusal.code]).toEqual([412, 'too_much_kept'])
  const from = await aRegistration(club, { addOns: [addOn(27)] })
  const copied = await call('POST /rest-api/registration/add-ons/{registrationId}/copy-existing', {
    ...about,
    body: { from, addOnIds: [addOn(27).id] },
  })
  expect([copied.status, copied.refusal.code]).toEqual([412, 'too_much_kept'])
  expect(await kept(registrationId)).toEqual(addOns.map(({ id }) => id))
  const { id: addOnId, ...shorter } = { ...addOn(0), addOns: [] }
  const changed = await call('PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}', {
    ...{ ...about, addOnId, body: { ...shorter, revision: 0 } },
  })
  expect(changed.status).toBe(200)
  const then = await call('POST /rest-api/registration/add-ons/{registrationId}', { ...about, body: addOn(26) })
  expect(then.status).toBe(200)
})

it('questions of maximum number and length are rejected as too large, and the existing ones stay', async () => {
  const registrationId = await aRegistration(club)
  const questions = Array.from({ length: maxQuestions - 2 }, (_, i) =>
    question({
      id: `question-${i}`,
      answerType: 'OPTIONS_CHOOSE_ONE',
      questionTitle: 'a'.repeat(questionTitleLimit),
      description: 'a'.repeat(questionTextLimit),
      answers: Array.from({ length: maxAnswers }, (_answer, nth) => String(nth).padEnd(questionTitleLimit, 'a')),
    }),
  )
  const body = { questions: [...firstQuestions, ...questions], questionsRevision: 1 }
  const { status, refusal } = await call('PUT /rest-api/registration/questions/{registrationId}', {
    ...{ as, registrationId, body },
  })
  expect([status, refusal.code]).toEqual([413, 'too_large'])
  const there = await registrationQuestions.get({ registrationId }, { consistent: true })
  expect(there?.questions).toHaveLength(2)
})
