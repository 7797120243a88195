import { expect, it } from 'vitest'
import { registrationInstallments } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aParent, aRegistration, entryOf, fillIn, finalize } from './registering.ts'

const items = [
  { percent: 25, dueDate: '2026-11-01' },
  { percent: 25, dueDate: '2026-11-22' },
  { percent: 50, dueDate: '2026-12-22' },
]
const later = [
  { amountInCents: 2500, dueOn: '2026-11-22' },
  { amountInCents: 5000, dueOn: '2026-12-22' },
]

/** $100 in installments by bill, as shown to the family on November 21. */
async function seenInParts() {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club, { installments: { paymentPlanEnabled: true, items } })
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  const wanted = { as, registrationId, body: { byPlan: true } }
  const { body } = await call('POST /rest-api/register/{registrationId}/payment-plan', wanted)
  expect([body.dueNowInCents, body.parts.slice(1)]).toEqual([2500, later])
  return { as, registrationId, id, due: { nowInCents: body.dueNowInCents, later: body.parts.slice(1) } }
}
const change = (registrationId: string, plan: { paymentPlanEnabled: boolean; items: typeof items }) =>
  write(stamp, registrationInstallments.change({ registrationId }, { set: plan }))

it.each([
  ['has turned off', { paymentPlanEnabled: false, items }],
  [
    'has moved a due date of',
    { paymentPlanEnabled: true, items: items.map((each, i) => (i === 2 ? { ...each, dueDate: '2026-12-01' } : each)) },
  ],
  [
    'has changed the percentages of',
    { paymentPlanEnabled: true, items: items.map((each, i) => ({ ...each, percent: [50, 25, 25][i] ?? 0 })) },
  ],
])(
  'a registration is rejected if the club %s the payment plan since it was shown, even for the same sum',
  async (_, plan) => {
    const { as, registrationId, id, due } = await seenInParts()
    await change(registrationId, plan)
    expect((await finalize(as, [id], 10_000, { due })).refusal.code).toBe('due_changed')
    expect(await entryOf(id)).toBeUndefined()
    const { body } = await call('GET /rest-api/register/{registrationId}/summary', { as, registrationId, query: {} })
    const now = { nowInCents: body.dueNowInCents, later: body.parts.slice(1) }
    expect((await finalize(as, [id], 10_000, { due: now })).status).toBe(200)
    expect((await entryOf(id))?.parts).toEqual(body.parts)
  },
)

it('a registration is rejected if a later part has become due since it was shown', async () => {
  const { as, id, due } = await seenInParts()
  // November 22 in Chicago.
  const now = '2026-11-22T06:30:00Z'
  expect((await finalize(as, [id], 10_000, { due, now })).refusal.code).toBe('due_changed')
  const seen = { nowInCents: 5000, later: later.slice(1) }
  expect((await finalize(as, [id], 10_000, { due: seen, now })).status).toBe(200)
})

it('an amount due now stays due now after midnight, and a request without the shown plan is accepted', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const [one, two] = [await fillIn(as, registrationId, 'Nora'), await fillIn(as, registrationId, 'Ola')]
  const now = '2026-11-22T06:30:00Z'
  const due = { nowInCents: 10_000, later: [] }
  expect((await finalize(as, [one.registrationPlayerId], 10_000, { due, now })).status).toBe(200)
  expect((await finalize(as, [two.registrationPlayerId], 10_000, { now })).status).toBe(200)
})
