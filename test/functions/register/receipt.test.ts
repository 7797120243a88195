import { expect, it, vi } from 'vitest'
import { dayText, sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aParent, aRegistration, fillIn, deliverEntry, paidOnline, finalize } from './registering.ts'

it('the registration receipt lists installments still due, but not those already paid', async () => {
  vi.stubEnv('SITE_URL', 'https://touchline.test')
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const items = ['2026-11-01', '2026-12-01'].map((dueDate) => ({ percent: 50, dueDate }))
  const registrationId = await aRegistration(club, { installments: { paymentPlanEnabled: true, items } })
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  await call('POST /rest-api/register/{registrationId}/payment-plan', { as, registrationId, body: { byPlan: true } })
  expect((await finalize(as, [id], 10_000)).status).toBe(200)
  const say = sayIn('en')
  const due = async () => {
    const to = { to: { userId: as, email: 'rosa@family.example' }, now: stamp.at, say }
    const message = await writers.registered({ registrationPlayerId: id }, to)
    return message?.facts?.filter(([what]) => what.startsWith('Due'))
  }
  const parts = ['2026-11-21', '2026-12-01'].map((day) => [`Due ${dayText(day, say)}`, '$50.00'])
  expect(await due()).toEqual(parts)
  await deliverEntry(id)
  expect(await due()).toEqual(parts)
  await paidOnline(id)
  expect(await due()).toEqual(parts.slice(1))
  vi.unstubAllEnvs()
})
