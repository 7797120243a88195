// own: held places expire in the whole table
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { fees } from '#functions/table/fees.ts'
import { families, players } from '#functions/table/players.ts'
import { refunds } from '#functions/table/payments.ts'
import { registrations } from '#functions/table/registrations.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, paidOnline, finalize } from '../register/registering.ts'
import { repetitions } from '../sampling.ts'
import { cancel, onTeam, register, seenEntries, takenPlaces, currentPlayers, registerTwins } from './mergedPlaces.ts'
import { mergeId, sendMerge, undoMerge } from './merging.ts'

describe('concurrent with a merge', () => {
  const both = (order: string, merge: () => Promise<unknown>, other: () => Promise<unknown>) =>
    order === 'merged first'
      ? interleave('TransactWriteCommand', merge, other)
      : interleave('TransactWriteCommand', other, merge)
  const orders = ['merged first', 'merged last'] as const

  it.each(orders)(
    'a registration of the kept player, beside one of the other, succeeds only if the merge fails: %s',
    async (order) => {
      const { club, twin, mia, rosa, dad, registrationId } = await registerTwins()
      const { id: hers } = await register(dad, registrationId, twin)
      await deliverEntry(hers)
      const { registrationPlayerId: own } = await fillIn(rosa, registrationId, 'Mia', { playerId: mia })
      let [merged, sent] = [0, 0]
      await both(
        order,
        async () => void (merged = (await sendMerge(club, mergeId(), mia, twin)).status),
        async () => void (sent = (await finalize(rosa, [own], 10_000)).status),
      )
      expect(new Set([merged, sent])).toEqual(new Set([200, 412]))
      const active = (await seenEntries(rosa, registrationId)).filter(([, , state]) => state === 'registered')
      expect([active.length, await takenPlaces(registrationId)]).toEqual(merged === 200 ? [1, 1] : [1, 2])
    },
  )

  it.each(orders)('the expiry of a held place frees it once: %s', async (order) => {
    const { club, twin, mia, dad, registrationId } = await registerTwins({ registration: { places: 1 } })
    const { id } = await register(dad, registrationId, twin, { payBy: 'ONLINE' })
    let merged = 0
    await both(
      order,
      async () => void (merged = (await sendMerge(club, mergeId(), mia, twin)).status),
      () => lapse({ time: '2026-11-21T18:20:00Z' }),
    )
    await lapse({ time: '2026-11-21T18:21:00Z' })
    expect([merged, (await entryOf(id))?.state, (await entryOf(id))?.ownerId]).toEqual([200, 'cancelled', mia])
    expect(await takenPlaces(registrationId)).toBe(0)
  })

  it.each(orders)('an offer of a place is made once, to the kept player: %s', async (order) => {
    const { club, twin, mia, rosa, dad, registrationId } = await registerTwins({
      registration: { places: 0, waitingList: true },
    })
    await register(dad, registrationId, twin, { wait: true })
    await update(stamp, registrations.change({ registrationId }, { set: { places: 1 } }))
    let merged = 0
    await both(
      order,
      async () => void (merged = (await sendMerge(club, mergeId(), mia, twin)).status),
      () => offerPlaces(stamp, registrationId),
    )
    await offerPlaces(stamp, registrationId)
    expect([merged, await seenEntries(rosa, registrationId)]).toEqual([200, [[mia, 'Mia', 'offered']]])
    expect(await takenPlaces(registrationId)).toBe(1)
  })

  it.each(orders)(
    'a payment gives the place to the kept player, in case the merge first waits for the registration: %s',
    async (order) => {
      const { club, twin, mia, rosa, dad, registrationId } = await registerTwins()
      const { id } = await register(dad, registrationId, twin, { payBy: 'ONLINE' })
      const body = { registrationPlayerIds: [id] }
      await call('POST /rest-api/register/{registrationId}/payment-intent', { as: dad, registrationId, body })
      let merged = 0
      await both(
        order,
        async () => void (merged = (await sendMerge(club, mergeId(), mia, twin)).status),
        () => paidOnline(id),
      )
      await deliverEntry(id)
      if (merged !== 200) merged = (await sendMerge(club, mergeId(), mia, twin)).status
      expect([merged, await seenEntries(rosa, registrationId)]).toEqual([200, [[mia, 'Mia', 'registered']]])
      expect([await onTeam(club, mia), await players.get({ playerId: twin })]).toEqual([true, undefined])
      expect((await fees.ofPlayer(twin, { consistent: true })).map(({ paid }) => paid)).toEqual([10_000])
    },
  )

  it.each([1, 2, 3])('the registration’s adding to a team leaves no removed player on it (write %i)', async (nth) => {
    const { club, twin, mia, dad, registrationId } = await registerTwins()
    const { id } = await register(dad, registrationId, twin)
    const merge = () => sendMerge(club, mergeId(), mia, twin)
    let refused = ''
    await interleave(
      'TransactWriteCommand',
      async () => void (refused = (await merge()).refusal.code),
      () => deliverEntry(id),
      nth,
    )
    // The merge waits until they have landed.
    expect(refused).toBe('conflict')
    expect((await merge()).status).toBe(200)
    expect([await onTeam(club, mia), await onTeam(club, twin)]).toEqual([true, false])
  })
})

it('a late payment for an expired place is refunded when the kept player has another', async () => {
  const { club, twin, mia, rosa, dad, registrationId } = await registerTwins()
  const { id: hers } = await register(dad, registrationId, twin, { payBy: 'ONLINE' })
  const body = { registrationPlayerIds: [hers] }
  await call('POST /rest-api/register/{registrationId}/payment-intent', { as: dad, registrationId, body })
  const [fee] = await fees.ofPlayer(twin, { consistent: true })
  await write(stamp, fees.change(fee ?? { playerFeeId: '' }, { set: { paying: 'a' } }))
  await lapse({ time: '2026-11-21T18:20:00Z' })
  expect((await entryOf(hers))?.state).toBe('cancelled')
  await sendMerge(club, mergeId(), mia, twin)
  expect((await register(rosa, registrationId, mia)).status).toBe(200)
  await write(stamp, fees.change(fee ?? { playerFeeId: '' }, { set: { paying: undefined } }))
  const { paymentId } = await paidOnline(hers)
  expect((await refunds.of({ paymentId })).map(({ cents }) => cents)).toEqual([10_000])
  expect([(await entryOf(hers))?.state, await takenPlaces(registrationId)]).toEqual(['cancelled', 1])
})

it('a merge, its undo and the registration’s completion finish on retry wherever they are interrupted', async () => {
  const rounds = await killedAtEvery(async (dies, nth) => {
    const { club, twin, mia, dad, registrationId } = await registerTwins()
    await teamPlayers.remove(stamp, mia, club.falcons)
    const { id } = await register(dad, registrationId, twin, { payBy: 'ONLINE' })
    const body = { registrationPlayerIds: [id] }
    await call('POST /rest-api/register/{registrationId}/payment-intent', { as: dad, registrationId, body })
    const merged = mergeId()
    await dies(() => sendMerge(club, merged, mia, twin))
    expect((await sendMerge(club, merged, mia, twin)).status).toBe(200)
    await paidOnline(id)
    await dies(() => deliverEntry(id))
    await deliverEntry(id)
    expect([nth, await onTeam(club, mia), await takenPlaces(registrationId)]).toEqual([nth, true, 1])
    await dies(() => undoMerge(club, merged))
    expect((await undoMerge(club, merged)).status).toBe(200)
    await dies(() => deliverEntry(id))
    await deliverEntry(id)
    expect([nth, await onTeam(club, mia), await onTeam(club, twin)]).toEqual([nth, false, true])
    expect([nth, (await entryOf(id))?.landing, (await fees.ofPlayer(twin, { consistent: true })).length]).toEqual([
      nth,
      'done',
      1,
    ])
  }, 2)
  expect(rounds).toBeGreaterThan(3)
})

/** Property test: three players, each with their own parent, against a model of which player each place now belongs to. */
it('after any registrations, cancellations, merges and undos each family sees its player’s places', async () => {
  const step = fc.record({
    does: fc.constantFrom('register', 'register', 'cancel', 'merge', 'merge', 'undo'),
    one: fc.integer({ min: 0, max: 2 }),
    other: fc.integer({ min: 0, max: 2 }),
  })
  const club = await aClub()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 9 }), async (steps) => {
      const registrationId = await aRegistration(club)
      const ids = [0, 1, 2].map(() => `${club.organizationId}.${newPart('p')}`)
      const parents = await Promise.all(ids.map((id) => aParent(club, `p${id.slice(-8)}`)))
      for (const [i, playerId] of ids.entries()) {
        await teamPlayers.addNew(stamp, [{ playerId, firstName: `Eva ${i}`, lastName: 'Roy' }])
        await families.join(stamp, { playerId, userId: parents[i] ?? '', relation: 'own' })
      }
      const into = [0, 1, 2]
      const holder = (i: number): number => (into[i] === i ? i : holder(into[i] ?? i))
      /** The ids that have places. */
      const placed = new Set<number>()
      const has = (i: number) => [...placed].some((each) => holder(each) === holder(i))
      const merged: { id: string; keep: number; gone: number }[] = []
      for (const { does, one, other } of steps) {
        const [keep, gone] = [holder(one), holder(other)]
        if (does === 'register') {
          const as = parents[keep] ?? ''
          const filled = await fillIn(as, registrationId, 'Eva', { playerId: ids[keep] ?? '' })
          expect(filled.status === 200).toBe(!has(keep))
          if (!has(keep)) {
            expect((await finalize(as, [filled.registrationPlayerId], 10_000)).status).toBe(200)
            placed.add(keep)
            await deliverEntry(filled.registrationPlayerId)
          }
        }
        const last = merged.at(-1)
        if (does === 'cancel' && placed.has(one)) {
          expect((await cancel(club, `${registrationId}.${(ids[one] ?? '').split('.').at(-1)}`)).status).toBe(200)
          placed.delete(one)
        }
        if (does === 'merge' && keep !== gone) {
          const id = mergeId()
          const isTwice = has(keep) && has(gone)
          const { status, refusal } = await sendMerge(club, id, ids[keep] ?? '', ids[gone] ?? '')
          expect([status, refusal?.code]).toEqual(isTwice ? [412, 'both_registered'] : [200, undefined])
          if (!isTwice) {
            into[gone] = keep
            merged.push({ id, keep, gone })
          }
        }
        if (does === 'undo' && last) {
          expect((await undoMerge(club, last.id)).status).toBe(200)
          into[last.gone] = last.gone
          merged.pop()
        }
        expect(await takenPlaces(registrationId)).toBe(placed.size)
        for (const i of [0, 1, 2]) {
          const active = (await seenEntries(parents[i] ?? '', registrationId)).filter(
            ([, , state]) => state === 'registered',
          )
          expect(active.map(([playerId]) => playerId)).toEqual(has(i) ? [ids[holder(i)]] : [])
        }
        const listed = (await currentPlayers(club, registrationId)).filter(([, , type]) => type === 'REGISTERED')
        expect(new Set(listed.map(([playerId]) => playerId))).toEqual(new Set([...placed].map((i) => ids[holder(i)])))
      }
    }),
    { numRuns: repetitions(40, 2), seed: 3 },
  )
})
