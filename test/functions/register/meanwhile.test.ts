import { expect, it } from 'vitest'
import { offerPlaces } from '#functions/register/release.ts'
import { fitsInTransaction } from '#functions/register/reservations.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { countNames, registrationCounts, registrationEntries } from '#functions/table/registrationEntries.ts'
import { players } from '#functions/table/players.ts'
import { registrationAddOns, registrationOptions, registrationPromoCodes } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { measureCost } from '../measureCost.ts'
import { registerPlayer } from './changeChoices.ts'
import { aParent, aRegistration, code, entryOf, fillIn, option, paidOnline, finalize, shirt } from './registering.ts'

/** Concurrent changes to a registration while it is built, filled in or paid. */
const club = await aClub()
const admin = club.user('admin')
const taken = async (registrationId: string, name: string) =>
  (await registrationCounts.of({ registrationId }, { consistent: true })).get(name) ?? 0
const detailsOf = async (registrationId: string) =>
  (await call('GET /rest-api/registration/step-details/{registrationId}', { as: admin, registrationId })).body
const dates = { launchDate: null, launchTime: null, closeDate: null, closeTime: null }
const launch = (registrationId: string, revision: number) =>
  call('POST /rest-api/registration/launch/{registrationId}', {
    as: admin,
    registrationId,
    body: { revision, ...dates },
  })
const rename = (registrationId: string, revision: number, name: string) =>
  call('PATCH /rest-api/registration/setup/{registrationId}', {
    as: admin,
    registrationId,
    body: { revision, name },
  })

it('an emptied limit, deposit or discount is not autosaved while families see it, but is by an explicit save', async () => {
  const stands = { places: 1, depositInCents: 500, siblingDiscount: { percent: 10 } }
  const open = await aRegistration(club, { registration: { ...stands, waitingList: true } })
  const keep = async (registrationId: string, body: Partial<Record<keyof typeof stands | 'earlyBird', null>>) => {
    const { revision } = await detailsOf(registrationId)
    return call('PATCH /rest-api/registration/setup/{registrationId}', {
      as: admin,
      registrationId,
      body: { ...body, revision },
    })
  }
  for (const name of ['places', 'depositInCents', 'siblingDiscount'] as const) {
    const { status, refusal } = await keep(open, { [name]: null })
    expect([status, refusal.faults?.map(({ at, code: fault }) => [at, fault])]).toEqual([400, [[name, 'emptied']]])
  }
  // Fields that were empty before may stay empty.
  expect((await keep(open, { earlyBird: null })).status).toBe(200)
  const { setup, revision } = await detailsOf(open)
  expect(setup).toMatchObject(stands)
  const saved = await call('POST /rest-api/registration/setup/{registrationId}', {
    as: admin,
    registrationId: open,
    body: { ...setup, places: null, revision },
  })
  expect([saved.status, saved.body.setup.places]).toEqual([200, null])
  const draft = await aRegistration(club, { registration: { ...stands, state: 'draft' } })
  expect((await keep(draft, { places: null })).body.setup.places).toBeNull()
})

it('launching and editing concurrently rejects whichever is based on a stale revision', async () => {
  const registrationId = await aRegistration(club, { registration: { state: 'draft' } })
  const { revision, questionsRevision, questions } = await detailsOf(registrationId)
  const both = await Promise.all([launch(registrationId, revision), rename(registrationId, revision, 'Spring season')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  const now = await detailsOf(registrationId)
  const isLaunched = both[0].status === 200
  expect([now.registrationStatus, now.setup.name]).toEqual(
    isLaunched ? ['OPEN', 'Fall season'] : ['DRAFT', 'Spring season'],
  )
  if (!isLaunched) expect((await launch(registrationId, now.revision)).status).toBe(200)
  // Once families can see it, nothing required may be missing.
  const { revision: launched } = await detailsOf(registrationId)
  expect((await rename(registrationId, launched, '')).refusal.code).toBe('bad_request')
  expect((await rename(registrationId, launched, 'Summer season')).status).toBe(200)
  const other = await aRegistration(club, { registration: { state: 'draft' } })
  const saved = () =>
    call('PUT /rest-api/registration/questions/{registrationId}', {
      as: admin,
      registrationId: other,
      body: {
        questions: questions.map((each) => ({ ...each, description: 'As on the passport' })),
        questionsRevision,
      },
    })
  const { refusal } = await interleave('TransactWriteCommand', saved, () => launch(other, revision))
  expect([refusal.code, (await detailsOf(other)).registrationStatus]).toEqual(['conflict', 'DRAFT'])
})

it('closing a registration keeps held places payable, rejects new families, and offers no places', async () => {
  const paymentAccountId = `${club.organizationId}.a0000000000c`
  const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
  await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
  const [rosa, ben] = [await aParent(club, 'closed1'), await aParent(club, 'closed2')]
  const registrationId = await aRegistration(club, {
    registration: { places: 1, waitingList: true, acceptPayments: true, mainPaymentAccountId: paymentAccountId },
  })
  const filled = [await fillIn(rosa, registrationId, 'Nora'), await fillIn(ben, registrationId, 'Ola')]
  const [nora = '', ola = ''] = filled.map(({ registrationPlayerId }) => registrationPlayerId)
  expect((await finalize(rosa, [nora], 10_000, { payBy: 'ONLINE' })).body.players[0]?.state).toBe('paying')
  const body = { registrationPlayerIds: [nora] }
  await call('POST /rest-api/register/{registrationId}/payment-intent', { as: rosa, registrationId, body })
  await call('POST /rest-api/registration/launch/{registrationId}/close', { as: admin, registrationId })
  expect((await finalize(ben, [ola], 10_000, { wait: true })).refusal.code).toBe('registration_closed')
  // The payment page still opens.
  const again = await call('POST /rest-api/register/{registrationId}/payment-intent', {
    as: rosa,
    registrationId,
    body,
  })
  expect(again.status).toBe(200)
  await paidOnline(nora)
  expect([await entryOf(nora), await taken(registrationId, countNames.places)]).toMatchObject([
    { state: 'registered', landing: 'wanted' },
    1,
  ])
  expect(await offerPlaces(stamp, registrationId)).toBe(0)
})

it('a promo code used up before submitting is rejected, and no family is charged a price it has not seen', async () => {
  const registrationId = await aRegistration(club, { promoCodes: [code('ten', { maxUse: 1 })] })
  const families = [await aParent(club, 'code1'), await aParent(club, 'code2')]
  const ids: string[] = []
  for (const as of families) {
    ids.push((await fillIn(as, registrationId, 'Nora')).registrationPlayerId)
    const { body } = await call('POST /rest-api/register/{registrationId}/promo-code', {
      as,
      registrationId,
      body: { code: 'TEN' },
    })
    expect(body.totalInCents).toBe(9000)
  }
  const [[rosa = '', ben = ''], [nora = '', ola = '']] = [families, ids]
  expect((await finalize(rosa, [nora], 9000)).status).toBe(200)
  expect((await finalize(ben, [ola], 9000)).refusal.code).toBe('promo_code_used_up')
  expect([await entryOf(ola), await taken(registrationId, countNames.places)]).toEqual([undefined, 1])
  // The new summary no longer has it.
  const seen = await call('GET /rest-api/register/{registrationId}/summary', { as: ben, registrationId, query: {} })
  expect([seen.body.totalInCents, seen.body.promoCode]).toEqual([10_000, null])
  const without = await call('POST /rest-api/register/{registrationId}/promo-code', {
    as: ben,
    registrationId,
    body: { code: null },
  })
  expect(without.body.totalInCents).toBe(10_000)
  expect((await finalize(ben, [ola], 9000)).refusal.code).toBe('price_changed')
  expect((await finalize(ben, [ola], 10_000)).status).toBe(200)
})

it('a submission succeeds while the club edits what does not affect its price', async () => {
  const as = await aParent(club, 'parent')
  const { playerId } = club.mia
  const registrationId = await aRegistration(club, { promoCodes: [code('ten')], addOns: [shirt] })
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Mia', { playerId })
  const { revision } = await detailsOf(registrationId)
  const edit = async () => {
    const described = { ...option('season', 10_000), description: 'Twice a week' }
    await write(
      stamp,
      registrationOptions.change({ registrationId }, { set: { options: [described] } }),
      registrationAddOns.change({ registrationId }, { set: { addOns: [{ ...shirt, description: 'Blue' }] } }),
      registrationPromoCodes.change({ registrationId }, { set: { promoCodes: [code('ten'), code('twenty')] } }),
      players.change({ playerId }, {}),
    )
    expect((await rename(registrationId, revision, 'Autumn season')).status).toBe(200)
  }
  const sent = await interleave('TransactWriteCommand', edit, () => finalize(as, [id], 10_000))
  expect([sent.status, sent.body.players[0]?.state]).toEqual([200, 'registered'])
})

it('a submission to a full registration is rejected without a write', async () => {
  const registrationId = await aRegistration(club, { registration: { places: 1 } })
  const [rosa, ben] = [await aParent(club, 'full1'), await aParent(club, 'full2')]
  const filled = [await fillIn(rosa, registrationId, 'Nora'), await fillIn(ben, registrationId, 'Ola')]
  const [nora = '', ola = ''] = filled.map(({ registrationPlayerId }) => registrationPlayerId)
  expect((await finalize(rosa, [nora], 10_000)).status).toBe(200)
  const cost = await measureCost(async () => {
    expect((await finalize(ben, [ola], 10_000)).refusal.code).toBe('registration_full')
  })
  expect(cost.writeUnits).toBe(0)
  // The family that holds the place is told so, though none is left.
  expect((await finalize(rosa, [nora], 10_000)).status).toBe(200)
})

it('more options and add-ons than fit into one transaction are rejected, and can be submitted in two parts', async () => {
  const options = Array.from({ length: 50 }, (_, i) => option(`week-${i}`, 0))
  const addOns = Array.from({ length: 30 }, (_, i) => ({ ...shirt, id: `lunch-${i}`, addOns: [], priceInCents: 0 }))
  const registrationId = await aRegistration(club, { registration: { registrationType: 'EVENT' }, options, addOns })
  const as = await aParent(club, 'all')
  const kinds = { optionIds: options.map(({ id }) => id), bought: addOns.map(({ id }) => id) }
  const child = {
    optionIds: kinds.optionIds,
    addOns: kinds.bought.map((addOnId) => ({ addOnId, quantity: 1, kindIds: [] })),
  }
  expect([4, 5].map((count) => fitsInTransaction(Array.from({ length: count }, () => child)))).toEqual([true, false])
  // With a deposit, its fee is written, too.
  const waited = { places: 0, waitingList: true, depositInCents: 500, registrationType: 'EVENT' as const }
  const costly = await aRegistration(club, {
    registration: waited,
    options: options.map((each) => ({ ...each, priceInCents: 10 })),
    addOns: addOns.slice(1),
  })
  const fewer = { ...kinds, bought: kinds.bought.slice(1) }
  const three = []
  for (const name of ['Ada', 'Ben', 'Cleo']) three.push(await fillIn(as, costly, name, fewer))
  expect((await fillIn(as, costly, 'Dora', fewer)).refusal.code).toBe('too_many_children')
  const waiting = three.map(({ registrationPlayerId }) => registrationPlayerId)
  expect((await finalize(as, waiting, 1500, { wait: true, deposit: 1500 })).status).toBe(200)
  const filled = []
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dora']) filled.push(await fillIn(as, registrationId, name, kinds))
  const ids = filled.map(({ registrationPlayerId }) => registrationPlayerId)
  const { refusal } = await fillIn(as, registrationId, 'Emil', kinds)
  expect(refusal.code).toBe('too_many_children')
  // Either helps: fewer players, or fewer options.
  expect(refusal.message).toContain('fewer players, or choose fewer options')
  expect((await finalize(as, ids, 0, { payBy: 'NONE' })).status).toBe(200)
  expect((await fillIn(as, registrationId, 'Emil', kinds)).status).toBe(200)
})

it('a promo code with one use left applies to the first of two children, and is shown so', async () => {
  const registrationId = await aRegistration(club, { promoCodes: [code('ten', { maxUse: 1 })] })
  const rosa = await aParent(club, 'two-of-one')
  const ids: string[] = []
  for (const name of ['Nora', 'Ola']) ids.push((await fillIn(rosa, registrationId, name)).registrationPlayerId)
  const { body } = await call('POST /rest-api/register/{registrationId}/promo-code', {
    as: rosa,
    registrationId,
    body: { code: 'TEN' },
  })
  expect([body.totalInCents, body.promoCode]).toEqual([19_000, { codeTitle: 'TEN', usedFor: 1 }])
  expect(body.players.map(({ priceInCents }) => priceInCents)).toEqual([9000, 10_000])
  expect((await finalize(rosa, ids, 19_000)).status).toBe(200)
  const entries = await Promise.all(ids.map(entryOf))
  const charged = new Map(entries.map((entry) => [entry?.priceInCents, entry?.promoCodeId]))
  expect(charged).toEqual(
    new Map([
      [10_000, undefined],
      [9000, 'ten'],
    ]),
  )
  expect(await taken(registrationId, countNames.promo('ten'))).toBe(1)
})

it('an add-on variant cannot be removed while a player is being changed to it', async () => {
  const kinds = ['kind-s', 'kind-m'].map((id) => ({ id, name: id, priceInCents: 2000 }))
  const [addOnId, { id: _id, ...addOn }] = ['add-on-shirt', shirt]
  const addOns = [{ ...addOn, id: addOnId, addOns: kinds }]
  const { registrationId, id } = await registerPlayer(club, 12_000, { addOns: [[addOnId, ['kind-s']]] }, { addOns })
  const change = async () => {
    const entry = await registrationEntries.get({ registrationId, playerId: playerOf(id) }, { consistent: true })
    const content = [{ addOnOptionId: 'kind-m' }]
    const body = {
      registrationPlayerId: id,
      optionIds: ['option-a'],
      addOnFormResponses: [{ addOnId, quantity: 1, registrationPlayerAddOnFormContentList: content }],
      answers: {},
      priceInCents: 12_000,
      revision: entry?.version ?? 0,
    }
    const about = { as: admin, registrationId, body }
    expect((await call('POST /rest-api/register/{registrationId}/change', about)).status).toBe(200)
  }
  const removed = await interleave('TransactWriteCommand', change, () =>
    call('PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}', {
      ...{ as: admin, registrationId, addOnId },
      body: { ...addOn, addOns: kinds.slice(0, 1), revision: 0 },
    }),
  )
  expect(removed.refusal.code).toBe('kind_in_use')
})
