// own: expired holds are looked for in the whole table
import { afterEach, describe, expect, it, vi } from 'vitest'
import { handler as landing } from '#functions/register/landHandler.ts'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { releaseWrites } from '#functions/register/reservations.ts'
import { outbox } from '#functions/table/outbox.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { countNames, registrationCounts, registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrationPromoCodes, registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { playerOf, registrationOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, code, entryOf, fillIn, deliverEntry, option, finalize, shirt } from './registering.ts'

afterEach(() => vi.restoreAllMocks())

/** Three of each limited quantity, with what one family buys and its price. */
const limits = {
  places: { parts: { registration: { places: 3 } }, buys: {}, cents: 10_000, count: countNames.places },
  'places per option': {
    parts: { options: [option('season', 10_000, 3)] },
    buys: {},
    cents: 10_000,
    count: countNames.option('season'),
  },
  'available add-ons': {
    parts: { addOns: [{ ...shirt, places: 3 }] },
    buys: { addOns: [['shirt', ['s']]] as [string, string[]][] },
    cents: 12_000,
    count: countNames.addOn('shirt'),
  },
  'promo code uses': {
    parts: { promoCodes: [code('ten', { maxUse: 3 })] },
    buys: {},
    cents: 9000,
    count: countNames.promo('ten'),
  },
}
type Limit = (typeof limits)[keyof typeof limits]

/** Five families submit at the same instant. limits.test.ts covers other orders, and what enforces the limits. */
async function rush(club: Club, { parts, buys, cents, count }: Limit) {
  const registrationId = await aRegistration(club, parts)
  const families = await Promise.all(Array.from({ length: 5 }, (_, i) => aParent(club, `rush${i}`)))
  const filled = await Promise.all(families.map((as) => fillIn(as, registrationId, 'Nora', buys)))
  if ('promoCodes' in parts)
    await Promise.all(
      families.map((as) =>
        call('POST /rest-api/register/{registrationId}/promo-code', { as, registrationId, body: { code: 'TEN' } }),
      ),
    )
  const sent = await Promise.all(families.map((as, i) => finalize(as, [filled[i]?.registrationPlayerId ?? ''], cents)))
  const taken = (await registrationCounts.of({ registrationId }, { consistent: true })).get(count)
  return {
    sold: sent.filter(({ status }) => status === 200).length,
    taken,
    refused: sent.filter(({ status }) => status !== 200),
  }
}

describe.each(Object.entries(limits))('limited quantities: %s', (_, limit) => {
  it('sells exactly the available number to concurrent families', async () => {
    const { sold, taken, refused } = await rush(await aClub(), limit)
    expect([sold, taken]).toEqual([3, 3])
    expect(refused.every(({ status }) => status === 412)).toBe(true)
  })
})

it('concurrent submissions of the same entry take one place', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  const sent = await Promise.all([finalize(as, [id], 10_000), finalize(as, [id], 10_000), finalize(as, [id], 10_000)])
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await registrationCounts.of({ registrationId })).get(countNames.places)).toBe(1)
})

it('of two parents who register their child concurrently, one succeeds', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club)
  const { playerId } = club.mia
  const both = [club.user('parent'), club.user('parent2')]
  const filled = await Promise.all(both.map((as) => fillIn(as, registrationId, 'Mia', { playerId })))
  const id = filled[0]?.registrationPlayerId ?? ''
  const sent = await Promise.all(both.map((as) => finalize(as, [id], 10_000)))
  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  expect((await registrationCounts.of({ registrationId })).get(countNames.places)).toBe(1)
})

describe('a family that comes when the registration is full', () => {
  async function aFullOne(club: Club) {
    const registrationId = await aRegistration(club, { registration: { places: 1, waitingList: true } })
    const [ann, ben, cleo] = [await aParent(club, 'ann'), await aParent(club, 'ben'), await aParent(club, 'cleo')]
    const child = async (as: string, name: string) => (await fillIn(as, registrationId, name)).registrationPlayerId
    const ids = { ann: await child(ann, 'Nora'), ben: await child(ben, 'Ola'), cleo: await child(cleo, 'Pia') }
    await finalize(ann, [ids.ann], 10_000)
    expect((await finalize(ben, [ids.ben], 10_000)).refusal.code).toBe('registration_full')
    await finalize(ben, [ids.ben], 10_000, { wait: true, now: '2026-11-21T18:01:00Z' })
    await finalize(cleo, [ids.cleo], 10_000, { wait: true, now: '2026-11-21T18:02:00Z' })
    return { registrationId, ann, ben, cleo, ids }
  }
  const standing = async (as: string, registrationId: string) => {
    const { body } = await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })
    return body.registered.map(({ state, before }) => [state, before])
  }
  const accept = (as: string, id: string, now: string, payBy: 'BILL' | 'ONLINE' = 'BILL') =>
    call('POST /rest-api/register/{registrationId}/accept', {
      as,
      now,
      registrationId: registrationOf(id),
      body: { registrationPlayerId: id, payBy },
    })
  const withdraw = (as: string, id: string, now: string) =>
    call('POST /rest-api/register/{registrationId}/withdraw', {
      as,
      now,
      registrationId: registrationOf(id),
      body: { registrationPlayerId: id },
    })
  /** The club takes online payments, but no bills. */
  async function paidOnlineOnly({ organizationId }: Club, registrationId: string) {
    const paymentAccountId = `${organizationId}.a00000000001`
    const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
    const set = { acceptPayments: true, acceptBills: false, mainPaymentAccountId: paymentAccountId }
    await write(
      stamp,
      paymentAccounts.create({ paymentAccountId, ...account }),
      registrations.change({ registrationId }, { set }),
    )
  }
  /** Releases a place that was being paid. */
  async function freeOne(registrationId: string, id: string) {
    const entry = { registrationId, playerId: playerOf(id) }
    await write(
      stamp,
      registrationEntries.change(entry, { set: { state: 'paying', heldUntil: '2026-11-21T18:15:00.000Z' } }),
    )
    await lapse({ time: '2026-11-21T18:16:00Z' })
  }

  it('waits in order, is offered a free place by mail, and accepts it once', async () => {
    const club = await aClub()
    const { registrationId, ann, ben, cleo, ids } = await aFullOne(club)
    expect(await standing(ben, registrationId)).toEqual([['waiting', 0]])
    expect(await standing(cleo, registrationId)).toEqual([['waiting', 1]])
    const want = vi.spyOn(outbox, 'add')
    // No waiting entry is tried while there is no place.
    expect(await offerPlaces(stamp, registrationId)).toBe(0)
    expect(want).not.toHaveBeenCalled()
    await freeOne(registrationId, ids.ann)
    expect(want.mock.calls.map(([, { letter, to }]) => [letter, to])).toContainEqual(['placeOffered', { userId: ben }])
    expect(await standing(ann, registrationId)).toEqual([['cancelled', null]])
    expect(await standing(ben, registrationId)).toEqual([['offered', null]])
    expect((await accept(cleo, ids.cleo, '2026-11-22T18:00:00Z')).refusal.code).toBe('offer_lapsed')
    expect((await accept(ben, ids.ben, '2026-11-22T18:00:00Z')).body.players[0]?.state).toBe('registered')
    expect((await accept(ben, ids.ben, '2026-11-22T18:00:01Z')).body.players[0]?.state).toBe('registered')
    expect((await entryOf(ids.ben))?.landing).toBe('wanted')
    expect((await registrationCounts.of({ registrationId })).get(countNames.places)).toBe(1)
  })

  it('passes the offer on to the next family when it expires or is declined', async () => {
    const club = await aClub()
    const { registrationId, ben, cleo, ids } = await aFullOne(club)
    await freeOne(registrationId, ids.ann)
    await lapse({ time: '2026-11-23T18:17:00Z' })
    expect(await standing(ben, registrationId)).toEqual([['cancelled', null]])
    expect(await standing(cleo, registrationId)).toEqual([['offered', null]])
    expect((await withdraw(cleo, ids.cleo, '2026-11-23T19:00:00Z')).status).toBe(200)
    expect((await registrationCounts.of({ registrationId })).get(countNames.places)).toBe(0)
    // A family that was too late registers again.
    const { registrationPlayerId } = await fillIn(ben, registrationId, 'Ola')
    expect((await finalize(ben, [registrationPlayerId], 10_000)).status).toBe(200)
  })

  it('accepts an offered place on a later day, and the fee is due on that day', async () => {
    const club = await aClub()
    const { registrationId, ben, ids } = await aFullOne(club)
    await freeOne(registrationId, ids.ann)
    await accept(ben, ids.ben, '2026-11-23T17:00:00Z')
    expect((await entryOf(ids.ben))?.parts).toEqual([{ amountInCents: 10_000, dueOn: '2026-11-23' }])
  })

  it('pays an offered place online if the club takes no bills, and holds it until the end of the offer', async () => {
    const club = await aClub()
    const { registrationId, ben, ids } = await aFullOne(club)
    await paidOnlineOnly(club, registrationId)
    await freeOne(registrationId, ids.ann)
    const offered = await entryOf(ids.ben)
    const { body } = await call('GET /rest-api/register/{registrationId}/my-players', { as: ben, registrationId })
    expect(body.registered[0]?.payWays).toEqual(['ONLINE'])
    expect((await accept(ben, ids.ben, '2026-11-22T18:00:00Z')).status).toBe(400)
    const taken = await accept(ben, ids.ben, '2026-11-22T18:00:00Z', 'ONLINE')
    expect(taken.body.players[0]).toMatchObject({ state: 'paying', heldUntil: offered?.heldUntil })
    await lapse({ time: '2026-11-23T18:15:59Z' })
    expect(await standing(ben, registrationId)).toEqual([['paying', null]])
    await lapse({ time: '2026-11-23T18:17:00Z' })
    expect(await standing(ben, registrationId)).toEqual([['cancelled', null]])
  })

  it('has at least 15 minutes to pay a place accepted late, and passes it on when it withdraws', async () => {
    const club = await aClub()
    const { registrationId, ben, cleo, ids } = await aFullOne(club)
    await paidOnlineOnly(club, registrationId)
    await freeOne(registrationId, ids.ann)
    const last = await accept(ben, ids.ben, '2026-11-23T18:10:00Z', 'ONLINE')
    expect(last.body.players[0]).toMatchObject({ state: 'paying', heldUntil: '2026-11-23T18:25:00.000Z' })
    expect((await withdraw(ben, ids.ben, '2026-11-23T18:11:00Z')).status).toBe(200)
    expect(await standing(cleo, registrationId)).toEqual([['offered', null]])
  })

  it('is offered places the club adds', async () => {
    const club = await aClub()
    const { registrationId, ben, cleo } = await aFullOne(club)
    const id = { registrationId }
    await write(stamp, registrations.change(id, { set: { places: 2 } }))
    await deliverTo(landing, { ...registrations.key(id), kind: registrations.kind, change: 'changed' })
    expect(await standing(ben, registrationId)).toEqual([['offered', null]])
    expect(await standing(cleo, registrationId)).toEqual([['waiting', 0]])
  })

  it('is offered a released place even if the worker was interrupted before offering it', async () => {
    const club = await aClub()
    const { registrationId, ben, ids } = await aFullOne(club)
    const entry = await entryOf(ids.ann)
    if (!entry) throw new Error('There is no entry.')
    await write(
      stamp,
      registrationEntries.change(entry, { set: { state: 'cancelled', landing: undefined } }),
      ...releaseWrites(entry),
    )
    expect(await standing(ben, registrationId)).toEqual([['waiting', 0]])
    for (let times = 0; times < 2; times++)
      await deliverTo(landing, { ...registrationEntries.key(entry), kind: registrationEntries.kind, change: 'changed' })
    expect(await standing(ben, registrationId)).toEqual([['offered', null]])
    expect((await registrationCounts.of({ registrationId })).get(countNames.places)).toBe(1)
  })

  it('is offered a place, and releases it, even if its promo code was deleted meanwhile', async () => {
    const club = await aClub()
    const registrationId = await aRegistration(club, {
      registration: { places: 1, waitingList: true },
      promoCodes: [code('ten')],
    })
    const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
    const { registrationPlayerId: first } = await fillIn(ann, registrationId, 'Nora')
    await finalize(ann, [first], 10_000)
    const { registrationPlayerId: second } = await fillIn(ben, registrationId, 'Ola')
    const body = { code: 'TEN' }
    await call('POST /rest-api/register/{registrationId}/promo-code', { as: ben, registrationId, body })
    await finalize(ben, [second], 9000, { wait: true })
    await write(stamp, registrationPromoCodes.change({ registrationId }, { set: { promoCodes: [] } }))
    await freeOne(registrationId, first)
    expect(await standing(ben, registrationId)).toEqual([['offered', null]])
    await lapse({ time: '2026-11-23T18:17:00Z' })
    expect(await standing(ben, registrationId)).toEqual([['cancelled', null]])
    expect((await registrationCounts.of({ registrationId })).get(countNames.places)).toBe(0)
  })

  it('with two children on the list is offered the one free place', async () => {
    const club = await aClub()
    const registrationId = await aRegistration(club, { registration: { places: 1, waitingList: true } })
    const as = await aParent(club, 'ann')
    const filled = [await fillIn(as, registrationId, 'Nora'), await fillIn(as, registrationId, 'Ola')]
    const ids = filled.map(({ registrationPlayerId }) => registrationPlayerId)
    expect((await finalize(as, ids, 20_000)).refusal.code).toBe('registration_full')
    await finalize(as, ids, 20_000, { wait: true })
    for (const id of ids) await deliverEntry(id)
    expect((await Promise.all(ids.map(entryOf))).map((entry) => entry?.state ?? '').toSorted()).toEqual([
      'offered',
      'waiting',
    ])
    expect((await registrationCounts.of({ registrationId })).get(countNames.places)).toBe(1)
  })

  it('is offered nothing while the registration is closed', async () => {
    const club = await aClub()
    const { registrationId, ben, ids } = await aFullOne(club)
    await write(stamp, registrations.change({ registrationId }, { set: { state: 'closed' } }))
    await freeOne(registrationId, ids.ann)
    expect(await standing(ben, registrationId)).toEqual([['waiting', 0]])
  })
})

it('an expired hold that cannot be released does not block others', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club)
  const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
  const ids = [await fillIn(ann, registrationId, 'Nora'), await fillIn(ben, registrationId, 'Ola')]
  const [stuck = '', other = ''] = ids.map(({ registrationPlayerId }) => registrationPlayerId)
  await finalize(ann, [stuck], 10_000)
  await finalize(ben, [other], 10_000)
  const held = (id: string, heldUntil: string) =>
    registrationEntries.change({ registrationId, playerId: playerOf(id) }, { set: { state: 'offered', heldUntil } })
  await write(stamp, held(stuck, '2026-11-21T18:01:00.000Z'), held(other, '2026-11-21T18:02:00.000Z'))
  const { change } = registrationEntries
  vi.spyOn(registrationEntries, 'change').mockImplementation((id, ...how) => {
    if (id.playerId === playerOf(stuck)) throw new TypeError('cannot be changed')
    return change(id, ...how)
  })
  await expect(lapse({ time: '2026-11-21T18:16:00Z' })).rejects.toThrow('1 registration entries')
  expect([(await entryOf(stuck))?.state, (await entryOf(other))?.state]).toEqual(['offered', 'cancelled'])
})
