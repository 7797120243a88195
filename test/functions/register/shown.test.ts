import { describe, expect, it, vi } from 'vitest'
import { dayText, sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { events } from '#functions/table/events.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { registrationInvitations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { aParent, aRegistration, entryOf, fillIn, option, finalize } from './registering.ts'

process.env.SITE_URL = 'https://app.club.example'

const summaryOf = async (as: string, registrationId: string) =>
  (await call('GET /rest-api/register/{registrationId}/summary', { as, registrationId, query: {} })).body

it('an option lists its own club’s events that take place, in order of time, and no others', async () => {
  const [club, stranger] = [await aClub(), await aClub()]
  const first = anEvent(club.falcons, { name: 'Camp', start: '2026-07-06T14:00:00Z', timezone: 'America/Denver' })
  const called = anEvent(club.falcons, { cancelled: true })
  const deleted = anEvent(club.falcons, { deletedAt: stamp.at })
  const foreign = anEvent(stranger.falcons)
  await write(stamp, ...[first, called, deleted, foreign].map((event) => events.create(event)))
  const ids = [club.game, first, called, deleted, foreign].map(({ eventId }) => eventId)
  const registrationId = await aRegistration(club, {
    ofClub: true,
    registration: { registrationType: 'EVENT' },
    options: [option('week-1', 0, null, ids), option('week-2', 0)],
  })
  const { body } = await call('GET /rest-api/register/{registrationId}/open', {
    as: undefined,
    registrationId,
    query: {},
  })
  const { name, start, timezone } = club.game
  expect(body.form?.options.map((each) => each.events)).toEqual([
    [
      { name: 'Camp', start: '2026-07-06T14:00:00Z', timezone: 'America/Denver' },
      { name, start, timezone },
    ],
    [],
  ])
  // The mail also lists what they have taken.
  const as = await aParent(club, 'rosa')
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora', { optionIds: ['week-1'] })
  await finalize(as, [registrationPlayerId], 0, { payBy: 'NONE' })
  const about = { to: { userId: as, email: 'rosa@family.example' }, now: stamp.at, say: sayIn('en') }
  expect((await writers.registered({ registrationPlayerId }, about))?.facts).toEqual([
    ['week-1', 'free'],
    ['Total', 'free'],
    ['Camp', 'Mon 6 Jul, 8:00 AM'],
    ['Practice', 'Sat 21 Nov, 6:30 PM'],
  ])
})

it('the receipt of a bill in one part names its due date in the reader’s language', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  await finalize(as, [registrationPlayerId], 10_000)
  const receipt = async (language: 'en' | 'es') => {
    const about = { to: { userId: as, email: 'rosa@family.example' }, now: stamp.at, say: sayIn(language) }
    return (await writers.registered({ registrationPlayerId }, about))?.facts?.at(-1)?.[0]
  }
  const day = (language: 'en' | 'es') => dayText('2026-11-21', sayIn(language))
  expect([await receipt('en'), await receipt('es')]).toEqual([`Due ${day('en')}`, `Vence ${day('es')}`])
})

it('a registration opens and closes in the club’s current time zone', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club)
  const admin = club.user('admin')
  const body = { closeDate: '2026-11-21', closeTime: '12:30' }
  await call('POST /rest-api/registration/launch/{registrationId}/reopen', { as: admin, registrationId, body })
  const parent = await aParent(club, 'rosa')
  const stands = async () => {
    const [open, list, steps, tried] = await Promise.all([
      call('GET /rest-api/register/{registrationId}/open', { as: undefined, registrationId, query: {} }),
      call('GET /rest-api/registration/list/{orgUnitId}', { as: admin, orgUnitId: club.falcons.teamId, query: {} }),
      call('GET /rest-api/registration/step-details/{registrationId}', { as: admin, registrationId }),
      fillIn(parent, registrationId, 'Nora'),
    ])
    const { status, closesAt } = open.body
    const known = [list.body.registrations[0]?.registrationStatus, steps.body.registrationStatus]
    return { closesAt, known: new Set([status, ...known]), refused: tried.refusal?.code }
  }
  expect(await stands()).toEqual({ closesAt: '2026-11-21T18:30:00Z', known: new Set(['OPEN']), refused: undefined })
  const { organizationId: orgId } = club
  const { revision } = (await call('GET /rest-api/organization/details/{orgId}', { as: admin, orgId })).body
  const moved = { revision, timezone: 'America/New_York' }
  await call('PATCH /rest-api/organization/settings/{orgId}', { as: admin, orgId, body: moved })
  expect(await stands()).toEqual({
    closesAt: '2026-11-21T17:30:00Z',
    known: new Set(['CLOSED']),
    refused: 'registration_closed',
  })
})

it('only the first events of each option are read, and the others counted, even after one was moved', async () => {
  const club = await aClub()
  const made = Array.from({ length: 60 }, (_, i) =>
    anEvent(club.falcons, { start: new Date(Date.UTC(2026, 5, 1 + i, 14)).toISOString() }),
  )
  await Promise.all(made.map((event) => write(stamp, events.create(event))))
  const ids = made.map(({ eventId }) => eventId)
  const thirds = [0, 1, 2].flatMap((third) => [0, 1, 2].map((nth) => ids.slice(third * 20 + nth, third * 20 + 20)))
  const registrationId = await aRegistration(club, {
    ofClub: true,
    registration: { registrationType: 'EVENT' },
    options: [option('season', 0, null, ids.slice(0, 12)), ...thirds.map((each, i) => option(`o-${i}`, 0, null, each))],
  })
  const reads = vi.spyOn(events, 'getMany')
  try {
    const look = async () =>
      (await call('GET /rest-api/register/{registrationId}/open', { as: undefined, registrationId, query: {} })).body
        .form?.options ?? []
    const [season, ...others] = await look()
    // Reads those that are shown, and the last one of each option, which tells that it is not over.
    expect(reads.mock.calls.map(([read]) => read.length).toSorted((a, b) => a - b)).toEqual([4, 36])
    expect([season!.events.length, season!.moreEvents]).toEqual([10, 2])
    expect(others.map((each) => each.events.length + each.moreEvents)).toEqual(thirds.map((each) => each.length))
    expect(others.every((each) => each.events.length > 0)).toBe(true)
    // The last of the shown ones moves before the first.
    const at = { eventId: ids[9]! }
    await write(stamp, events.change(at, { set: { start: '2026-05-01T14:00:00.000Z' } }))
    expect((await look())[0]!.events.map(({ start }) => start)[0]).toBe('2026-05-01T14:00:00.000Z')
  } finally {
    reads.mockRestore()
  }
})

it('the summary names full options for all of the family’s children, who can then join the waiting list', async () => {
  const club = await aClub()
  const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
  const registrationId = await aRegistration(club, {
    ofClub: true,
    registration: { registrationType: 'EVENT', waitingList: true },
    options: [option('week-1', 1000, 2), option('week-2', 1000)],
  })
  const first = await fillIn(ann, registrationId, 'Nora', { optionIds: ['week-1'] })
  await finalize(ann, [first.registrationPlayerId], 1000)
  const { registrationPlayerId: ola } = await fillIn(ben, registrationId, 'Ola', { optionIds: ['week-1', 'week-2'] })
  expect(await summaryOf(ben, registrationId)).toMatchObject({ isFull: false, fullOptions: [] })
  // One of two places is taken: the other is enough for one child, but not for two.
  const { registrationPlayerId: pia } = await fillIn(ben, registrationId, 'Pia', { optionIds: ['week-1'] })
  expect(await summaryOf(ben, registrationId)).toMatchObject({ isFull: true, fullOptions: ['week-1'] })
  expect((await finalize(ben, [ola, pia], 3000)).refusal.code).toBe('option_full')
  const waits = await finalize(ben, [ola, pia], 3000, { wait: true })
  expect(waits.body.players.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})

describe('an amount below the provider’s minimum', () => {
  async function costing(club: Club, cents: number, changes: object = {}, items: { dueDate: string }[] = []) {
    const paymentAccountId = `${club.organizationId}.a00000000001`
    const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
    if (!(await paymentAccounts.get({ paymentAccountId })))
      await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
    const registrationId = await aRegistration(club, {
      options: [option('season', cents)],
      registration: { acceptPayments: true, acceptBills: false, mainPaymentAccountId: paymentAccountId, ...changes },
      installments: { paymentPlanEnabled: items.length > 0, items: items.map((item) => ({ percent: 100, ...item })) },
    })
    const as = await aParent(club, newPart('f'))
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
    return { as, registrationId, id, ...(await summaryOf(as, registrationId)) }
  }

  it('is billed by the club even if it takes no bills otherwise, so that registering stays possible', async () => {
    const club = await aClub()
    // The family bears the fee of 31 cents in both cases: 46 cents are too little, 51 are enough.
    const [little, enough] = [await costing(club, 15), await costing(club, 20)]
    expect([little.payWays, enough.payWays, enough.processingFeeInCents]).toEqual([['BILL'], ['ONLINE'], 31])
    const online = await finalize(little.as, [little.id], 15, { payBy: 'ONLINE' })
    expect([online.refusal.code, online.refusal.faults?.[0]?.at]).toEqual(['bad_request', 'payBy'])
    expect((await finalize(little.as, [little.id], 15)).body.players[0]?.state).toBe('registered')
    expect((await finalize(enough.as, [enough.id], 20, { payBy: 'ONLINE' })).body.players[0]?.state).toBe('paying')
  })

  it('of a deposit is billed by the club, though the price is paid online', async () => {
    const club = await aClub()
    const full = { places: 1, waitingList: true }
    const withDeposit = async (depositInCents: number) => {
      const first = await costing(club, 10_000, { ...full, absorbFees: true, depositInCents })
      expect((await finalize(first.as, [first.id], 10_000, { payBy: 'ONLINE' })).status).toBe(200)
      const as = await aParent(club, newPart('f'))
      const { registrationPlayerId: id } = await fillIn(as, first.registrationId, 'Ola')
      const { payWays, depositWays } = await summaryOf(as, first.registrationId)
      const wait = (payBy: 'BILL' | 'ONLINE') =>
        finalize(as, [id], 10_000, { payBy, wait: true, deposit: depositInCents })
      return { ways: [payWays, depositWays], wait }
    }
    const [little, enough] = [await withDeposit(49), await withDeposit(50)]
    expect([little.ways, enough.ways]).toEqual([
      [['ONLINE'], ['BILL']],
      [['ONLINE'], ['ONLINE']],
    ])
    const online = await little.wait('ONLINE')
    expect([online.refusal.code, online.refusal.faults?.[0]?.at]).toEqual(['bad_request', 'payBy'])
    const waits = [await little.wait('BILL'), await enough.wait('ONLINE')]
    expect(waits.map(({ body }) => body.players[0]?.state)).toEqual(['waiting', 'waiting'])
  })

  it('is not payable online beside bills, includes absorbed fees, and does not matter if nothing is due now', async () => {
    const club = await aClub()
    const both = { acceptBills: true, absorbFees: true }
    expect((await costing(club, 49, both)).payWays).toEqual(['BILL'])
    expect((await costing(club, 50, both)).payWays).toEqual(['ONLINE', 'BILL'])
    const { as, registrationId } = await costing(club, 15, {}, [{ dueDate: '2026-12-01' }])
    const { body } = await call('POST /rest-api/register/{registrationId}/payment-plan', {
      as,
      registrationId,
      body: { byPlan: true },
    })
    expect([body.dueNowInCents, body.payWays]).toEqual([0, ['ONLINE']])
  })
})

it('a submission to a full registration is rejected without reading payment account and invitations', async () => {
  const club = await aClub()
  const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
  const paymentAccountId = `${club.organizationId}.a00000000001`
  const registration = { places: 1, acceptPayments: true, mainPaymentAccountId: paymentAccountId }
  const registrationId = await aRegistration(club, { registration })
  const [nora, ola] = [await fillIn(ann, registrationId, 'Nora'), await fillIn(ben, registrationId, 'Ola')]
  const reads = [vi.spyOn(paymentAccounts, 'get'), vi.spyOn(registrationInvitations, 'getMany')]
  try {
    expect((await finalize(ann, [nora.registrationPlayerId], 10_000)).status).toBe(200)
    expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    for (const read of reads) read.mockClear()
    expect((await finalize(ben, [ola.registrationPlayerId], 10_000)).refusal.code).toBe('registration_full')
    // The family with the last place, asking again, has it.
    expect((await finalize(ann, [nora.registrationPlayerId], 10_000)).status).toBe(200)
    expect(reads.map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  } finally {
    for (const read of reads) read.mockRestore()
  }
})

it('of siblings only those whose option is full have to wait, and the others are registered', async () => {
  const club = await aClub()
  const options = [option('week-1', 10_000, 1), option('week-2', 10_000)]
  const registrationId = await aRegistration(club, { registration: { waitingList: true, places: 9 }, options })
  const as = await aParent(club, 'ann')
  const child = async (name: string, week: string) =>
    (await fillIn(as, registrationId, name, { optionIds: [week] })).registrationPlayerId
  const [nora, ola, pia] = [await child('Nora', 'week-1'), await child('Ola', 'week-2'), await child('Pia', 'week-1')]
  const waiting = async () => (await summaryOf(as, registrationId)).waiting
  // Of the two that want the one place, the second.
  const second = [nora, pia].toSorted()[1] ?? ''
  expect(await waiting()).toEqual([second])
  const now = [nora, ola, pia].filter((id) => id !== second)
  expect((await finalize(as, now, 20_000)).status).toBe(200)
  expect(await waiting()).toEqual([second])
  expect((await finalize(as, [second], 10_000, { wait: true })).body.players[0]?.state).toBe('waiting')
})

it('only one sibling counts as first child, even if that one is on the waiting list', async () => {
  const club = await aClub()
  const options = [option('week-1', 10_000, 0), option('week-2', 10_000)]
  const registration = { waitingList: true, siblingDiscount: { percent: 20 } }
  const registrationId = await aRegistration(club, { registration, options })
  const as = await aParent(club, 'ann')
  const nora = (await fillIn(as, registrationId, 'Nora', { optionIds: ['week-1'] })).registrationPlayerId
  expect((await finalize(as, [nora], 10_000, { wait: true })).body.players[0]?.state).toBe('waiting')
  const ola = (await fillIn(as, registrationId, 'Ola', { optionIds: ['week-2'] })).registrationPlayerId
  expect((await summaryOf(as, registrationId)).totalInCents).toBe(8000)
  const pia = (await fillIn(as, registrationId, 'Pia', { optionIds: ['week-2'] })).registrationPlayerId
  expect((await finalize(as, [ola, pia], 16_000)).status).toBe(200)
  expect((await Promise.all([nora, ola, pia].map(entryOf))).map((entry) => entry?.priceInCents)).toEqual([
    10_000, 8000, 8000,
  ])
})

it('a child that left the waiting list does not count as first child', async () => {
  const club = await aClub()
  const registration = { places: 0, waitingList: true, siblingDiscount: { percent: 20 } }
  const registrationId = await aRegistration(club, { registration })
  const as = await aParent(club, 'ben')
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  await finalize(as, [registrationPlayerId], 10_000, { wait: true })
  await fillIn(as, registrationId, 'Ola')
  expect((await summaryOf(as, registrationId)).totalInCents).toBe(8000)
  const body = { registrationPlayerId }
  await call('POST /rest-api/register/{registrationId}/withdraw', { as, registrationId, body })
  expect((await summaryOf(as, registrationId)).totalInCents).toBe(10_000)
})
