import { vi } from 'vitest'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { handler as paidHandler } from '#functions/register/paidHandler.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { changeFee, transferPostings } from '#functions/table/feeBooks.ts'
import { feePayments, fees } from '#functions/table/fees.ts'
import { payments } from '#functions/table/payments.ts'
import { countNames, placeOf, registrationCounts, registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { holdMinutes } from '#shared/rules/register/carts.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { type Limit, afterRandomDelay } from './limit.ts'
import { club, ofCount, parents, paymentAccountId, newParent, unconditioned, ignoreFailure } from './disabledChecks.ts'
import { aRegistration, entryOf, fillIn, option, finalize } from './registering.ts'

/** Limits of a registration that are not counters: how long a place is held for whom, and whose turn it is. */

export const chargedTo = (id: string) => fees.ofPlayer(playerOf(id), { consistent: true })
export const deliverFee = (playerFeeId: string) =>
  deliverTo(paidHandler, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
/** Settled as by an online payment, before any worker has heard of it. */
export async function paidOnline(playerFeeId: string): Promise<void> {
  const paymentId = `${club.organizationId}.${newPart('y')}`
  const from = { paymentAccountId, provider: 'STRIPE', surcharge: 0, platformCents: 0, ends: stamp.at } as const
  await changeFee(stamp, playerFeeId, ({ amount }) => ({
    set: { paid: amount, paying: undefined },
    effect: `charge:${playerFeeId}`,
    postings: transferPostings(amount, { from: 'assets:receivable', to: 'assets:clearing:stripe' }),
    more: [
      payments.create({ paymentId, ...from, state: 'paid', parts: [], amount, returned: 0 }),
      feePayments.create({ playerFeeId, paymentId, cents: amount, how: 'CARD', paidAt: stamp.at, givenBack: 0 }),
    ],
  }))
}
const payOnlineFee = (playerFeeId: string) => paidOnline(playerFeeId).then(() => deliverFee(playerFeeId))
const online = { acceptPayments: true, mainPaymentAccountId: paymentAccountId }
/** The only place of a registration, held for a family that is paying. */
export async function startPaying() {
  const as = await newParent()
  const registrationId = await aRegistration(club, { registration: { places: 1, ...online } })
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  await finalize(as, [id], 10_000, { payBy: 'ONLINE' })
  const body = { registrationPlayerIds: [id] }
  await call('POST /rest-api/register/{registrationId}/payment-intent', { as, registrationId, body })
  const playerFeeId = (await chargedTo(id))[0]?.playerFeeId ?? ''
  await write(stamp, fees.change({ playerFeeId }, { set: { paying: 'payment-1' } }))
  return { registrationId, id, playerFeeId }
}

/** A hold during payment ends at 18:15; its payment arrives in time, late or never. */
const holdLimit: Limit = {
  ways: 4,
  async once(draw, way) {
    const [isPaid, isLate] = [way % 2 === 0, way % 4 < 2]
    const { registrationId, id, playerFeeId } = await startPaying()
    const end = () => changeFee(stamp, playerFeeId, () => ({ set: { paying: undefined }, effect: '', postings: [] }))
    const time = `2026-11-21T18:${isLate ? '15:01' : '14:59'}Z`
    await Promise.all([
      afterRandomDelay(draw, () => lapse({ time })),
      afterRandomDelay(draw, () => (isPaid ? payOnlineFee(playerFeeId) : end().then(() => deliverFee(playerFeeId)))),
    ])
    // The scheduler runs every minute.
    await lapse({ time })
    const charged = (await chargedTo(id)).map(({ amount, paid }) => [amount, paid])
    const result = { state: (await entryOf(id))?.state, taken: await ofCount(registrationId), charged }
    if (result.state === 'paying') await lapse({ time: '2026-11-21T18:16:00Z' })
    const expected = isPaid
      ? { state: 'registered', taken: 1, charged: [[10_000, 10_000]] }
      : isLate
        ? { state: 'cancelled', taken: 0, charged: [] }
        : { state: 'paying', taken: 1, charged: [[10_000, 0]] }
    return { found: { isPaid, isLate, ...result }, expected: { isPaid, isLate, ...expected } }
  },
  // The end of the hold is ignored.
  plant() {
    const { get, lapsed } = registrationEntries
    vi.spyOn(registrationEntries, 'lapsed').mockImplementation((now) => lapsed(addSeconds(now, holdMinutes * 60)))
    vi.spyOn(registrationEntries, 'get').mockImplementation(async (...args) => {
      const entry = await get(...args)
      return entry && { ...entry, heldUntil: '2026-01-01T00:00:00.000Z' }
    })
  },
}

const child = { isNew: true, firstName: 'Nora', lastName: 'Moreno', optionIds: ['season'], addOns: [], answers: {} }
const entryFields = { ...child, signed: [], lines: [], reductions: [], priceInCents: 0, absorbFees: false, parts: [] }
/** A stored entry, without the requests that lead to it. */
const anEntry = (registrationId: string, userId: string, at: number) => ({
  ...{
    ...entryFields,
    registrationId,
    userId,
    playerId: `${club.organizationId}.${newPart('p')}`,
    payBy: 'NONE' as const,
  },
  ...{ feeId: `${club.organizationId}.${newPart('d')}`, registeredAt: `2026-11-20T12:00:0${at}.000Z` },
})

/** Five entries wait for some places, three workers offer them, and one of the five cancels, perhaps after an offer. */
const order: Limit = {
  ways: 4,
  async once(draw, way) {
    const places = 1 + (way % 4)
    const registrationId = await aRegistration(club, {
      registration: { places, waitingList: true },
      options: [option('season', 0)],
    })
    const userId = parents[0] ?? ''
    const waitingChildren = [0, 1, 2, 3, 4].map((at) => ({
      ...anEntry(registrationId, userId, at),
      state: 'waiting' as const,
      place: placeOf.waiting(`2026-11-20T12:00:0${at}.000Z#0`),
    }))
    await write(stamp, ...waitingChildren.map((entry) => registrationEntries.create(entry)))
    const idOf = (playerId: string) => `${registrationId}.${playerId.split('.')[1]}`
    const goneCount = Math.floor(draw() * 5)
    const withdraw = async () => {
      const body = { registrationPlayerId: idOf(waitingChildren[goneCount]?.playerId ?? '') }
      return call('POST /rest-api/register/{registrationId}/withdraw', { as: userId, registrationId, body })
    }
    const at = { ...stamp, at: '2026-11-21T18:00:00.000Z' }
    const offer = () => ignoreFailure(offerPlaces(at, registrationId))
    await Promise.all([
      afterRandomDelay(draw, offer),
      afterRandomDelay(draw, offer),
      afterRandomDelay(draw, offer),
      afterRandomDelay(draw, withdraw),
    ])
    await offer()
    const states = await Promise.all(
      waitingChildren.map(async ({ playerId }) => (await entryOf(idOf(playerId)))?.state),
    )
    let placesLeft = places
    const expected = waitingChildren.map((_, i) =>
      i === goneCount ? 'cancelled' : placesLeft-- > 0 ? 'offered' : 'waiting',
    )
    return {
      found: { gone: goneCount, states, taken: await ofCount(registrationId) },
      expected: { gone: goneCount, states: expected, taken: Math.min(places, 4) },
    }
  },
  // The newest entry comes first.
  plant() {
    const { waiting: readWaiting } = registrationEntries
    vi.spyOn(registrationEntries, 'waiting').mockImplementation((id) => ({ ...readWaiting(id), newestFirst: true }))
  },
}

/** An offer is held until noon: just before or after, its family accepts it while it expires, or cancels. */
const offerLimit: Limit = {
  ways: 3,
  async once(draw, way) {
    const isLate = way % 3 === 0
    const registrationId = await aRegistration(club, {
      registration: { places: 1, waitingList: true },
      options: [option('season', 0)],
    })
    const userId = parents[0] ?? ''
    const offeredState = { state: 'offered' as const, heldUntil: '2026-11-23T12:00:00.000Z' }
    const entry = {
      ...anEntry(registrationId, userId, 0),
      ...offeredState,
      optionIds: [],
      place: placeOf.entry('2026-11-20'),
    }
    const id = { registrationId, name: countNames.places }
    await write(stamp, registrationEntries.create(entry), registrationCounts.take(id, 1, 1, 'registration_full'))
    const registrationPlayerId = `${registrationId}.${entry.playerId.split('.')[1]}`
    const now = `2026-11-23T${isLate ? '12:00:01' : '11:59:59'}.000Z`
    const callOptions = { as: userId, registrationId, now }
    const accept = () =>
      call('POST /rest-api/register/{registrationId}/accept', {
        ...callOptions,
        body: { registrationPlayerId, payBy: 'NONE' },
      })
    const leaveWaitingList = () =>
      call('POST /rest-api/register/{registrationId}/withdraw', { ...callOptions, body: { registrationPlayerId } })
    const [accepted] = await Promise.all([
      afterRandomDelay(draw, accept),
      afterRandomDelay(draw, () => lapse({ time: '2026-11-23T12:00:02Z' })),
      ...(draw() < 0.5 ? [afterRandomDelay(draw, leaveWaitingList)] : []),
    ])
    await lapse({ time: '2026-11-23T12:01:00Z' })
    const isAccepted = accepted.status === 200
    const found = { state: (await entryOf(registrationPlayerId))?.state, taken: await ofCount(registrationId) }
    return {
      found: { mayBe: !(isLate && isAccepted), ...found },
      expected: { mayBe: true, state: isAccepted ? 'registered' : 'cancelled', taken: isAccepted ? 1 : 0 },
    }
  },
  plant: () => unconditioned(registrationEntries, 'change'),
}

/** Three entries wait, some pay the deposit, and meanwhile places become free. */
const deposit: Limit = {
  ways: 2,
  async once(draw, way) {
    const places = 1 + (way % 2)
    const registrationId = await aRegistration(club, {
      registration: { places: 0, waitingList: true, depositInCents: 2000 },
    })
    const as = await newParent()
    const ids: string[] = []
    for (const name of ['Nora', 'Ola', 'Pia']) {
      const { registrationPlayerId } = await fillIn(as, registrationId, name)
      await finalize(as, [registrationPlayerId], 10_000, { wait: true, deposit: 2000 })
      ids.push(registrationPlayerId)
    }
    const payers = ids.filter(() => draw() < 0.5)
    const feeOf = async (id: string) => (await chargedTo(id)).find(({ amount }) => amount === 2000)?.playerFeeId ?? ''
    const free = async () => {
      await write(stamp, registrations.change({ registrationId }, { set: { places } }))
      await ignoreFailure(offerPlaces(stamp, registrationId))
    }
    await Promise.all([
      afterRandomDelay(draw, free),
      ...payers.map((id) => afterRandomDelay(draw, async () => payOnlineFee(await feeOf(id)))),
    ])
    await offerPlaces(stamp, registrationId)
    const states = await Promise.all(ids.map(async (id) => (await entryOf(id))?.state))
    const isOffered = (i: number) => states[i] === 'offered'
    return {
      found: {
        offered: states.filter((state) => state === 'offered').length,
        unpaid: ids.filter((id, i) => isOffered(i) && !payers.includes(id)).length,
      },
      expected: { offered: Math.min(places, payers.length), unpaid: 0 },
    }
  },
  // The deposit is not stored with the waiting entry.
  plant() {
    const { upsert } = registrationEntries
    vi.spyOn(registrationEntries, 'upsert').mockImplementation((id, change, otherwise) =>
      upsert(id, { ...change, set: { ...change.set, deposit: undefined } }, otherwise),
    )
  },
}

export const placeLimits: Record<string, Limit> = {
  'a place is held for 15 minutes': holdLimit,
  'places are offered in waiting-list order': order,
  'an offer expires': offerLimit,
  'no offer before the deposit is paid': deposit,
}
