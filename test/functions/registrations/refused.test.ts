import { expect, it } from 'vitest'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { write } from '#functions/table/table.ts'
import { firstQuestions, type Question } from '#shared/rules/registrations/questions.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { aRegistration, option, question } from '../register/registering.ts'

const club = await aClub()
const as = club.user('admin')
const detailsOf = async (registrationId: string) =>
  (await call('GET /rest-api/registration/step-details/{registrationId}', { as, registrationId })).body

it('a price below the fee is rejected at launch and afterwards, if online payments are accepted', async () => {
  const paymentAccountId = `${club.organizationId}.a00000000001`
  const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
  await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
  const registrationId = await aRegistration(club, {
    registration: { state: 'draft' },
    options: [option('option-trial', 20)],
  })
  const about = { as, registrationId }
  const accept = (acceptPayments: boolean) =>
    call('PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments', {
      ...about,
      body: { acceptPayments },
    })
  const launch = async () => {
    const { revision } = await detailsOf(registrationId)
    const body = { launchDate: null, launchTime: null, closeDate: null, closeTime: null, revision }
    return call('POST /rest-api/registration/launch/{registrationId}', { ...about, body })
  }
  expect((await accept(true)).status).toBe(200)
  const fault = { at: 'options.0.priceInCents', code: 'price_below_fee' }
  const summary = await call('GET /rest-api/registration/launch/{registrationId}/summary', about)
  expect(summary.body.missing).toMatchObject([{ step: 'setup', ...fault }])
  expect((await launch()).refusal.faults).toMatchObject([fault])
  // Bills have no processing fees.
  await accept(false)
  expect((await launch()).body.registrationStatus).toBe('OPEN')
  await accept(true)
  const named = (name: string, priceInCents: number) => ({
    ...{ name, priceInCents, description: '', places: null, eventIds: [] },
  })
  const add = (priceInCents: number) =>
    call('POST /rest-api/registration/event-options/{registrationId}', {
      ...about,
      body: { ...named('Guest', priceInCents), id: `option-${newPart('')}` },
    })
  const change = (priceInCents: number) =>
    call('PUT /rest-api/registration/event-options/{registrationId}/{optionId}', {
      ...about,
      optionId: 'option-trial',
      body: { ...named('Trial', priceInCents), revision: 0 },
    })
  const code = 'REGISTRATION_PRICE_LOWER_THAN_REGISTRATION_FEE'
  expect([(await add(20)).refusal.code, (await change(20)).refusal.code]).toEqual([code, code])
  expect([(await add(0)).status, (await change(5000)).status]).toEqual([200, 200])
})

it('a medical question cannot be readable by coaches, but existing questions stay', async () => {
  const registrationId = await aRegistration(club, { registration: { state: 'draft' } })
  const health = { ...question({ id: 'question-health', questionTitle: 'Allergies' }), medical: true }
  const old = question({ id: 'question-old', questionTitle: 'Health', readers: 'COACHES' })
  const save = async (...asked: Question[]) => {
    const { questionsRevision } = await detailsOf(registrationId)
    const body = { questions: [...firstQuestions, ...asked], questionsRevision }
    return call('PUT /rest-api/registration/questions/{registrationId}', { as, registrationId, body })
  }
  expect((await save({ ...health, readers: 'COACHES' })).refusal.faults).toMatchObject([
    { at: 'questions.2.readers', code: 'health_for_registrars' },
  ])
  const heading = {
    ...question({ id: 'question-head', questionTitle: 'Health' }),
    answerType: 'SECTION_TITLE' as const,
  }
  expect((await save({ ...heading, medical: true, readers: 'COACHES' })).body.questions.slice(2)).toEqual([
    { ...heading, readers: 'COACHES' },
  ])
  expect((await save(health, old)).body.questions.slice(2)).toEqual([health, old])
  expect((await detailsOf(registrationId)).questions.slice(2)).toEqual([health, old])
})
