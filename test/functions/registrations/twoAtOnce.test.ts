import { beforeAll, expect, it } from 'vitest'
import { call } from '../call.ts'
import { aClub, type Club } from '../club.ts'
import { aRegistration, option } from '../register/registering.ts'

/** Two administrators edit the same part of a registration: the one with a stale version is told. */
let club: Club
beforeAll(async () => {
  club = await aClub()
})
const about = async (parts: Parameters<typeof aRegistration>[1] = {}) => ({
  as: club.user('admin'),
  registrationId: await aRegistration(club, parts),
})

it('a stale edit of an option is rejected, and edits of other options are accepted', async () => {
  const at = await about({ options: [option('option-season', 20_000), option('option-trial', 1000)] })
  const read = async () =>
    (await call('GET /rest-api/registration/event-options/{registrationId}/summary', at)).body.options
  const change = (optionId: string, changes: object, revision: number) =>
    call('PUT /rest-api/registration/event-options/{registrationId}/{optionId}', {
      ...at,
      optionId,
      body: { name: optionId, description: '', priceInCents: 20_000, places: null, eventIds: [], ...changes, revision },
    })
  const [season] = await read()
  const { revision = -1, id = '' } = season ?? {}
  const corrected = await change(id, { priceInCents: 24_000 }, revision)
  expect(corrected.body.options.find((each) => each.id === id)?.revision).toBe(revision + 1)
  const late = await change(id, { places: 30 }, revision)
  expect([late.status, late.refusal.code]).toEqual([412, 'conflict'])
  // Repeated, as after a lost response.
  expect((await change(id, { priceInCents: 24_000 }, revision)).status).toBe(200)
  expect((await change('option-trial', { name: 'Trial' }, 0)).status).toBe(200)
  expect((await read()).map((each) => [each.priceInCents, each.places])).toEqual([
    [24_000, null],
    [20_000, null],
  ])
  expect((await change(id, { priceInCents: 24_000, places: 30 }, revision + 1)).status).toBe(200)
  expect((await change('option-none', {}, 0)).status).toBe(404)
})

const shirt = {
  addOnName: 'Shirt',
  description: '',
  priceInCents: 2500,
  addOns: [],
  customerMustPurchaseAtLeast: 0,
  customerCanNotPurchaseMoreThan: null,
  places: null,
  fileMetadataId: null,
}
it('a stale edit of an add-on is rejected', async () => {
  const at = await about({ addOns: [{ ...shirt, id: 'add-on-shirt' }] })
  const change = (changes: object) =>
    call('PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}', {
      ...at,
      addOnId: 'add-on-shirt',
      body: { ...shirt, ...changes, revision: 0 },
    })
  expect((await change({ priceInCents: 3000 })).status).toBe(200)
  expect((await change({ places: 10 })).refusal.code).toBe('conflict')
  const { body } = await call('GET /rest-api/registration/add-ons/{registrationId}', at)
  expect(body.addOns).toMatchObject([{ priceInCents: 3000, places: null, revision: 1 }])
})

const early = {
  codeTitle: 'EARLY',
  promoCodeType: 'AMOUNT',
  discountInCents: 500,
  discountInPercentile: null,
  expires: null,
  maxUse: null,
} as const
it('a stale edit of a promo code is rejected', async () => {
  const at = await about({ promoCodes: [{ ...early, id: 'code-1' }] })
  const change = (changes: object) =>
    call('PUT /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}', {
      ...at,
      promoCodeId: 'code-1',
      body: { ...early, ...changes, revision: 0 },
    })
  expect((await change({ discountInCents: 700 })).status).toBe(200)
  expect((await change({ maxUse: 10 })).refusal.code).toBe('conflict')
  const { body } = await call('GET /rest-api/registration/promo-codes/{registrationId}', at)
  expect(body.promoCodes).toMatchObject([{ discountInCents: 700, maxUse: null, revision: 1 }])
})

const byRegistration = { option: 'event-options', code: 'promo-codes', addOn: 'add-ons' } as const
it.each([
  ['option', option('option-season', 20_000), { priceInCents: 24_000 }],
  ['addOn', { ...shirt, id: 'add-on-shirt' }, { priceInCents: 3000 }],
  ['code', { ...early, id: 'code-1' }, { discountInCents: 700 }],
] as const)(
  'a part added again after a lost response takes the values sent last: %s',
  async (what, part, corrected) => {
    const at = await about({ options: [] })
    const add = async (changes: object = {}) => {
      const route = `POST /rest-api/registration/${byRegistration[what]}/{registrationId}` as const
      const { status, refusal, body } = await call(route, { ...at, body: { ...part, ...changes } })
      return { status, refusal, parts: Object.values(body)[0] }
    }
    expect((await add()).status).toBe(200)
    expect((await add()).parts).toMatchObject([{ ...part, revision: 0 }])
    expect((await add(corrected)).parts).toMatchObject([{ ...part, ...corrected, revision: 1 }])
    expect((await add(corrected)).parts).toMatchObject([{ ...part, ...corrected, revision: 1 }])
    // A late copy of the first request changes nothing any more.
    expect((await add()).refusal.code).toBe('conflict')
  },
)

const items = ['2026-12-31', '2027-01-31'].map((dueDate) => ({ percent: 50, dueDate }))
it('a stale edit of the installments is rejected', async () => {
  const at = await about()
  const save = (paymentPlanEnabled: boolean, revision: number) =>
    call('POST /rest-api/registration/installments/{registrationId}', {
      ...at,
      body: { paymentPlanEnabled, items, revision },
    })
  const { body } = await call('GET /rest-api/registration/installments/{registrationId}', at)
  const first = await save(true, body.revision)
  expect(first.body).toMatchObject({ paymentPlanEnabled: true, revision: body.revision + 1 })
  // Of two concurrent first changes, the second one is told, too.
  expect((await save(false, first.body.revision - 1)).refusal.code).toBe('conflict')
  const second = await save(false, first.body.revision)
  expect((await save(true, first.body.revision)).refusal.code).toBe('conflict')
  const { body: stands } = await call('GET /rest-api/registration/installments/{registrationId}', at)
  expect(stands).toEqual(second.body)
})
