import { expect, it } from 'vitest'
import { type PaymentAccount, paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { aRegistration } from '../register/registering.ts'

const MAIN = 'PUT /rest-api/registration/payment-accounts/{registrationId}/main'
const ACCEPT = 'PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments'

const idOf = ({ organizationId }: Club, number: number) => `${organizationId}.a0000000000${number}`
async function anAccount(club: Club, number: number, more: Partial<PaymentAccount> = {}) {
  const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
  await write(stamp, paymentAccounts.create({ paymentAccountId: idOf(club, number), ...account, ...more }))
}
async function built() {
  const club = await aClub()
  return { club, as: club.user('admin'), registrationId: await aRegistration(club) }
}

it('accepting payments selects the first ready account, and the list shows the state of each', async () => {
  const { club, as, registrationId } = await built()
  await anAccount(club, 1, { provider: 'PAYPAL', active: false, email: 'treasurer@club.example' })
  await anAccount(club, 2, { chargesEnabled: false, missing: ['disconnected'] })
  await anAccount(club, 3)
  const switched = await call(ACCEPT, { as, registrationId, body: { acceptPayments: true } })
  expect(switched.body).toEqual({ mainPaymentAccountId: idOf(club, 3), acceptPayments: true, revision: 2 })
  const { body } = await call('GET /rest-api/registration/payment-accounts/{registrationId}', { as, registrationId })
  expect(body.paymentAccounts.map((each) => [each.paymentAccountId, each.isReady, each.hasLeft])).toEqual([
    [idOf(club, 3), true, false],
    [idOf(club, 1), false, false],
    [idOf(club, 2), false, true],
  ])
  expect(JSON.stringify(body)).not.toContain('treasurer')
  expect(await registrations.get({ registrationId })).toMatchObject({ acceptPayments: true })
})

it('payments cannot be accepted while no account of the club is ready', async () => {
  const { club, as, registrationId } = await built()
  await anAccount(club, 1, { chargesEnabled: false })
  const refused = await call(ACCEPT, { as, registrationId, body: { acceptPayments: true } })
  expect(refused.status).toBe(400)
  expect(refused.refusal?.faults).toMatchObject([{ at: 'mainPaymentAccountId', code: 'no_payment_account' }])
  expect(await registrations.get({ registrationId })).toMatchObject({
    acceptPayments: false,
    mainPaymentAccountId: null,
  })
})

it('the account can be changed to another of the club or removed, but not to another club’s', async () => {
  const { club, as, registrationId } = await built()
  const other = await aClub()
  await Promise.all([anAccount(club, 1), anAccount(club, 2), anAccount(other, 1)])
  await call(ACCEPT, { as, registrationId, body: { acceptPayments: true } })
  const to = (paymentAccountId: string | null) => call(MAIN, { as, registrationId, body: { paymentAccountId } })
  expect((await to(idOf(club, 2))).body).toMatchObject({ mainPaymentAccountId: idOf(club, 2), acceptPayments: true })
  expect((await to(idOf(other, 1))).status).toBe(404)
  expect((await to(`${club.organizationId}.a00000000008`)).status).toBe(404)
  expect((await to(null)).body).toMatchObject({ mainPaymentAccountId: null, acceptPayments: false })
})
