// own: held or offered places would be ended by the sweeps of other tests
import { afterEach, describe, expect, it, vi } from 'vitest'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { families, players } from '#functions/table/players.ts'
import { outbox } from '#functions/table/outbox.ts'
import { refunds } from '#functions/table/payments.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { inviteOf, playerOf } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { aClub, anEvent, newPart, stamp } from '../club.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, option, paidOnline } from '../register/registering.ts'
import {
  askedAgreements,
  cancel,
  onTeam,
  preview,
  register,
  seenEntries,
  takenPlaces,
  currentPlayers,
  registerTwins,
} from './mergedPlaces.ts'
import { mergeId, stateOfMerge, sendMerge, undoMerge, users } from './merging.ts'

afterEach(() => vi.restoreAllMocks())

describe('a place on a registration moves with a merge', () => {
  it('when registered: it is shown and cancelled under the kept player, and an undo moves it back', async () => {
    const { club, twin, mia, rosa, dad, registrationId } = await registerTwins()
    const other = await aRegistration(club)
    const { id: own } = await register(rosa, other, mia)
    await deliverEntry(own)
    const { id } = await register(dad, registrationId, twin)
    await deliverEntry(id)
    const before = await stateOfMerge(club, [mia, twin], users)
    expect((await preview(club, mia, twin)).body).toMatchObject({ places: 1, twiceRegistered: [], fees: 1 })
    const merged = mergeId()
    expect((await sendMerge(club, merged, mia, twin)).status).toBe(200)
    for (const as of [rosa, dad]) expect(await seenEntries(as, registrationId)).toEqual([[mia, 'Mia', 'registered']])
    expect(await currentPlayers(club, registrationId)).toEqual([[mia, 'Mia', 'REGISTERED']])
    const query = { playerId: mia }
    const entry = { as: club.user('admin'), registrationId, query }
    const { body: read } = await call('GET /rest-api/registration/track/{registrationId}/entry', entry)
    expect([read.registrationPlayerId, read.answers.length > 0]).toEqual([id, true])
    // Filling her in again is refused, as she is registered.
    expect((await fillIn(rosa, registrationId, 'Mia', { playerId: mia })).refusal.code).toBe('already_registered')
    // Other people's entries stay hidden.
    expect(await seenEntries(await aParent(club, 'leo-mother'), registrationId)).toEqual([])
    const stranger = await aClub()
    const foreign = { as: stranger.user('admin'), registrationId, query: {} }
    expect((await call('GET /rest-api/registration/track/{registrationId}', foreign)).status).toBe(403)

    expect((await undoMerge(club, merged)).status).toBe(200)
    const after = await stateOfMerge(club, [mia, twin], users)
    expect(after.access).toEqual(before.access)
    expect([await seenEntries(rosa, registrationId), await seenEntries(dad, registrationId)]).toEqual([
      [],
      [[twin, 'Mía', 'registered']],
    ])
    expect(await currentPlayers(club, registrationId)).toEqual([[twin, 'Mía', 'REGISTERED']])
    expect((await entryOf(id))?.landing).toBe('done')

    // Merged again and taken off: the fee for that place is cancelled, and she may be registered again.
    const again = mergeId()
    await sendMerge(club, again, mia, twin)
    expect((await cancel(club, id)).status).toBe(200)
    expect(await askedAgreements(rosa)).toEqual([10_000])
    expect([await takenPlaces(registrationId), await takenPlaces(other)]).toEqual([0, 1])
    const { id: anew, status } = await register(rosa, registrationId, mia)
    expect([status, playerOf(anew)]).toEqual([200, mia])
    expect(new Set(await currentPlayers(club, registrationId))).toEqual(
      new Set([
        [mia, 'Mia', 'CANCELLED'],
        [mia, 'Mia', 'REGISTERED'],
      ]),
    )
    await deliverEntry(anew)
    // Both keep the place they have at that point.
    expect((await undoMerge(club, again)).status).toBe(200)
    expect(await seenEntries(dad, registrationId)).toEqual([[twin, 'Mía', 'cancelled']])
    expect(await seenEntries(rosa, registrationId)).toEqual([[mia, 'Mia', 'registered']])
    expect([await onTeam(club, mia), await takenPlaces(registrationId)]).toEqual([true, 1])
  })

  it('when on the waiting list: it is offered to and taken by the kept player, and an undo moves it back', async () => {
    const { club, twin, mia, rosa, dad, registrationId } = await registerTwins({
      registration: { places: 1, waitingList: true },
    })
    const leo = await aParent(club, 'leo-mother')
    await families.join(stamp, { playerId: club.leo.playerId, userId: leo, relation: 'own' })
    const { id: first } = await register(leo, registrationId, club.leo.playerId)
    await deliverEntry(first)
    const { id } = await register(dad, registrationId, twin, { wait: true })
    await teamPlayers.remove(stamp, mia, club.falcons)
    const merged = mergeId()
    await sendMerge(club, merged, mia, twin)
    expect(await seenEntries(rosa, registrationId)).toEqual([[mia, 'Mia', 'waiting']])
    await cancel(club, first)
    expect((await entryOf(id))?.state).toBe('offered')
    const body = { registrationPlayerId: id, payBy: 'BILL' as const }
    const accept = { as: dad, registrationId, body }
    expect((await call('POST /rest-api/register/{registrationId}/accept', accept)).status).toBe(200)
    await deliverEntry(id)
    await deliverEntry(id)
    expect([await onTeam(club, mia), await players.get({ playerId: twin })]).toEqual([true, undefined])
    expect([await askedAgreements(rosa), await askedAgreements(dad)]).toEqual([[10_000], [10_000]])
    const told = vi.spyOn(outbox, 'add')

    expect((await undoMerge(club, merged)).status).toBe(200)
    expect([await onTeam(club, mia), await onTeam(club, twin)]).toEqual([false, false])
    await deliverEntry(id)
    await deliverEntry(id)
    expect([await onTeam(club, mia), await onTeam(club, twin)]).toEqual([false, true])
    expect([await askedAgreements(rosa), await askedAgreements(dad)]).toEqual([[], [10_000]])
    // No second mail says that the player is registered.
    expect(told).not.toHaveBeenCalled()
    expect([await takenPlaces(registrationId), (await entryOf(id))?.landing]).toEqual([1, 'done'])
  })

  it('when being paid: the kept player gets it, and a cancellation refunds the payment', async () => {
    const { club, twin, mia, rosa, dad, registrationId } = await registerTwins({ registration: { places: 2 } })
    const { id } = await register(dad, registrationId, twin, { payBy: 'ONLINE' })
    const start = { as: dad, registrationId, body: { registrationPlayerIds: [id] } }
    const merged = mergeId()
    await sendMerge(club, merged, mia, twin)
    // Also if the payment starts only then.
    expect((await call('POST /rest-api/register/{registrationId}/payment-intent', start)).status).toBe(200)
    expect([await askedAgreements(rosa), await askedAgreements(dad)]).toEqual([[10_000], [10_000]])
    const { paymentId } = await paidOnline(id)
    await deliverEntry(id)
    expect(await seenEntries(rosa, registrationId)).toEqual([[mia, 'Mia', 'registered']])
    expect((await cancel(club, id)).status).toBe(200)
    expect((await refunds.of({ paymentId })).map(({ cents }) => cents)).toEqual([10_000])
    expect((await undoMerge(club, merged)).status).toBe(200)
    expect([await seenEntries(rosa, registrationId), await seenEntries(dad, registrationId)]).toEqual([
      [],
      [[twin, 'Mía', 'cancelled']],
    ])
    expect(await takenPlaces(registrationId)).toBe(0)
  })

  it('of a guest at a team’s events: the kept player is invited once, and an undo adds nobody to a team', async () => {
    const { club, twin, mia, rosa, dad } = await registerTwins()
    const event = anEvent(club.falcons, { start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T19:00:00.000Z' })
    await write(stamp, events.create(event))
    const aCamp = () =>
      aRegistration(club, {
        registration: { registrationType: 'EVENT' },
        options: [option('season', 10_000, null, [event.eventId])],
      })
    const [own, hers] = [await register(dad, await aCamp(), twin), await register(rosa, await aCamp(), mia)]
    for (const { id } of [own, hers]) await deliverEntry(id)
    const comes = () =>
      Promise.all(
        [twin, mia].map(async (playerId) => {
          const id = { inviteId: inviteOf(event.eventId, playerId) }
          return (await invites.get(id, { consistent: true }))?.status
        }),
      )
    expect([await onTeam(club, twin), await onTeam(club, mia), await comes()]).toEqual([
      false,
      true,
      ['Accepted', 'Accepted'],
    ])
    const merged = mergeId()
    expect((await sendMerge(club, merged, twin, mia)).status).toBe(200)
    expect([await onTeam(club, twin), await comes()]).toEqual([true, ['Accepted', undefined]])
    expect((await undoMerge(club, merged)).status).toBe(200)
    expect([await onTeam(club, twin), await onTeam(club, mia), await comes()]).toEqual([
      false,
      true,
      ['Accepted', 'Accepted'],
    ])
  })

  it('through a chain of merges, and back step by step', async () => {
    const { club, twin, mia, dad, registrationId } = await registerTwins()
    const { id } = await register(dad, registrationId, twin)
    await deliverEntry(id)
    const third = `${club.organizationId}.${newPart('p')}`
    await teamPlayers.addNew(stamp, [{ playerId: third, firstName: 'Maria', lastName: 'Moreno' }])
    const [one, two] = [mergeId(), mergeId()]
    await sendMerge(club, one, mia, twin)
    expect((await sendMerge(club, two, third, mia)).status).toBe(200)
    expect(await currentPlayers(club, registrationId)).toEqual([[third, 'Maria', 'REGISTERED']])
    expect(await seenEntries(dad, registrationId)).toEqual([[third, 'Maria', 'registered']])
    await undoMerge(club, two)
    expect(await currentPlayers(club, registrationId)).toEqual([[mia, 'Mia', 'REGISTERED']])
    await undoMerge(club, one)
    expect(await currentPlayers(club, registrationId)).toEqual([[twin, 'Mía', 'REGISTERED']])
    expect(await seenEntries(dad, registrationId)).toEqual([[twin, 'Mía', 'registered']])
  })
})

describe('two players on the same registration', () => {
  it('cannot be merged until one is canceled; the preview names the registration and payments', async () => {
    const { club, twin, mia, rosa, dad, registrationId } = await registerTwins({ registration: { places: 2 } })
    const { id: own } = await register(rosa, registrationId, mia, { payBy: 'ONLINE' })
    await call('POST /rest-api/register/{registrationId}/payment-intent', {
      as: rosa,
      registrationId,
      body: { registrationPlayerIds: [own] },
    })
    await paidOnline(own)
    await deliverEntry(own)
    const { id: hers } = await register(dad, registrationId, twin)
    await deliverEntry(hers)
    const { body, status } = await preview(club, mia, twin)
    const twice = { registrationId, name: 'Fall season', keepPaidInCents: 10_000, gonePaidInCents: 0 }
    expect([status, body.twiceRegistered]).toEqual([200, [twice]])
    const before = await stateOfMerge(club, [mia, twin], users)
    for (const [keepId, goneId] of [
      [mia, twin],
      [twin, mia],
    ] as const)
      expect((await sendMerge(club, mergeId(), keepId, goneId)).refusal.code).toBe('both_registered')
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
    await cancel(club, hers)
    expect((await preview(club, mia, twin)).body.twiceRegistered).toEqual([])
    expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
    expect(new Set(await seenEntries(rosa, registrationId))).toEqual(
      new Set([
        [mia, 'Mia', 'cancelled'],
        [mia, 'Mia', 'registered'],
      ]),
    )
    expect(await takenPlaces(registrationId)).toBe(1)
  })

  it('have their payments shown only to callers with the right to edit fees', async () => {
    const { club, twin, mia, rosa, dad, registrationId } = await registerTwins()
    await register(rosa, registrationId, mia)
    await register(dad, registrationId, twin)
    const as = club.user('helper')
    const helper = { userId: as, firstName: 'Hal', lastName: 'Roy', flags: ['canEditPlayers'] satisfies Flag[] }
    await write(
      stamp,
      ...organizationAdministrators.appoint({ ...club.organization, customRegistrationEnabled: true }, helper),
    )
    const { status, body } = await call('GET /rest-api/duplicates/{orgId}/preview', {
      as,
      orgId: club.organizationId,
      query: { keepId: mia, goneId: twin },
    })
    const twice = { registrationId, name: 'Fall season', keepPaidInCents: null, gonePaidInCents: null }
    expect([status, body.twiceRegistered]).toEqual([200, [twice]])
  })
})
