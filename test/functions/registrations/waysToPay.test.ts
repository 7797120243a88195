import { expect, it } from 'vitest'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aRegistration, option, shirt } from '../register/registering.ts'

const STEPS = 'GET /rest-api/registration/step-details/{registrationId}'

/** A registration and ways to change it; each gives the code of its refusal, or its status. */
async function built(parts: Parameters<typeof aRegistration>[1]) {
  const club = await aClub()
  const registrationId = await aRegistration(club, parts)
  const about = { as: club.user('admin'), registrationId }
  const paymentAccountId = `${club.organizationId}.a00000000001`
  const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
  await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
  const now = async () => (await call(STEPS, about)).body
  const autoSave = async (acceptBills: boolean) => {
    const { revision } = await now()
    return call('PATCH /rest-api/registration/setup/{registrationId}', { ...about, body: { acceptBills, revision } })
  }
  const said = async (called: Promise<{ status: number; refusal: { code?: string } }>) => {
    const { status, refusal } = await called
    return refusal.code ?? status
  }
  return {
    registrationId,
    bills: (on: boolean) => said(autoSave(on)),
    online: (acceptPayments: boolean) =>
      said(
        call('PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments', {
          ...about,
          body: { acceptPayments },
        }),
      ),
    noAccount: () =>
      said(
        call('PUT /rest-api/registration/payment-accounts/{registrationId}/main', {
          ...about,
          body: { paymentAccountId: null },
        }),
      ),
    saveAll: async (ways: { acceptBills: boolean; acceptPayments: boolean }) => {
      const { setup, revision } = await now()
      return said(
        call('POST /rest-api/registration/setup/{registrationId}', { ...about, body: { ...setup, ...ways, revision } }),
      )
    },
    addOption: (id: string, priceInCents: number) =>
      said(
        call('POST /rest-api/registration/event-options/{registrationId}', {
          ...about,
          body: option(id, priceInCents),
        }),
      ),
    addShirt: () =>
      said(
        call('POST /rest-api/registration/add-ons/{registrationId}', {
          ...about,
          body: { ...shirt, id: 'add-on-cap', addOns: [], priceInCents: 2000 },
        }),
      ),
  }
}

it('the last way to pay for a launched registration with prices cannot be turned off', async () => {
  const { registrationId, bills, online, noAccount, saveAll } = await built({ options: [option('option-a', 10_000)] })
  expect(await bills(false)).toBe('no_way_to_pay')
  expect(await online(true)).toBe(200)
  expect(await bills(false)).toBe(200)
  expect(await online(false)).toBe('no_way_to_pay')
  expect(await noAccount()).toBe('no_way_to_pay')
  expect(await saveAll({ acceptBills: false, acceptPayments: false })).toBe('no_way_to_pay')
  expect(await registrations.get({ registrationId })).toMatchObject({ acceptPayments: true, acceptBills: false })
  expect(await saveAll({ acceptBills: true, acceptPayments: false })).toBe(200)
})

it('a price of an add-on counts too, and a draft can be without a way to pay', async () => {
  const paid = await built({ options: [option('option-a', 0)], addOns: [shirt] })
  expect(await paid.bills(false)).toBe('no_way_to_pay')
  const draft = await built({ options: [option('option-a', 10_000)], registration: { state: 'draft' } })
  expect(await draft.bills(false)).toBe(200)
})

it('a launched registration that is free needs no way to pay, until something of it gets a price', async () => {
  const { bills, addOption, addShirt } = await built({ options: [option('option-a', 0)] })
  expect(await bills(false)).toBe(200)
  expect(await addOption('option-b', 0)).toBe(200)
  expect(await addOption('option-c', 5000)).toBe('no_way_to_pay')
  expect(await addShirt()).toBe('no_way_to_pay')
  expect(await bills(true)).toBe(200)
  expect(await addOption('option-c', 5000)).toBe(200)
})

it('of turning off the last way to pay and adding the first price at once, one is rejected', async () => {
  const { registrationId, bills, addOption } = await built({ options: [option('option-a', 0)] })
  const outcomes = await Promise.all([bills(false), addOption('option-b', 5000)])
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
  const whole = await registrations.readWhole({ registrationId })
  expect([whole?.registration.acceptBills, whole?.options.length]).toEqual(outcomes[0] === 200 ? [false, 1] : [true, 2])
})
