// own: expired holds are looked for in the whole table
import { expect, it } from 'vitest'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { invites } from '#functions/table/invites.ts'
import { families, players } from '#functions/table/players.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { refunds } from '#functions/table/payments.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { atEachWrite, killAtEach, takenPlaces } from './eachWrite.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, paidOnline, finalize } from './registering.ts'

it('registering and adding the player is complete and done once when interrupted at any write and repeated', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const tags = [{ id: `${club.organizationId}.g0000000000a`, name: 'Fall' }]
  const registrationId = await aRegistration(club, { registration: { tags } })
  let children = 0
  await killAtEach(async (dies, nth) => {
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
    children += 1
    if (await dies(() => finalize(as, [id], 10_000))) expect((await finalize(as, [id], 10_000)).status).toBe(200)
    await dies(() => deliverEntry(id))
    await deliverEntry(id)
    await deliverEntry(id)
    const playerId = playerOf(id)
    const [player, row, family, charged, invite, entry, taken] = await Promise.all([
      players.get({ playerId }, { consistent: true }),
      rosterRows.get({ teamId: club.falcons.teamId, playerId }, { consistent: true }),
      families.get({ playerId, userId: as }, { consistent: true }),
      fees.ofPlayer(playerId, { consistent: true }),
      invites.get({ inviteId: club.invite({ playerId } as never) }, { consistent: true }),
      entryOf(id),
      takenPlaces(registrationId),
    ])
    expect([nth, player?.tags, row?.firstName, family?.relation, charged.map(({ amount }) => amount)]).toEqual([
      nth,
      tags,
      'Nora',
      'own',
      [10_000],
    ])
    expect([nth, invite?.status, entry?.landing, taken]).toEqual([nth, 'Pending', 'done', children])
  })
  expect(children).toBeGreaterThan(5)
})

it('an expired hold is released once when interrupted at any write', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  await killAtEach(async (dies, nth) => {
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
    await finalize(as, [id], 10_000)
    const held = { state: 'offered', landing: undefined, heldUntil: '2026-11-21T18:15:00.000Z' } as const
    await write(stamp, registrationEntries.change({ registrationId, playerId: playerOf(id) }, { set: held }))
    await dies(() => lapse({ time: '2026-11-21T18:20:00Z' }))
    await lapse({ time: '2026-11-21T18:21:00Z' })
    await lapse({ time: '2026-11-21T18:22:00Z' })
    expect([nth, (await entryOf(id))?.state, await takenPlaces(registrationId)]).toEqual([nth, 'cancelled', 0])
  })
})

it('starting a payment, accepting, cancelling and withdrawing are idempotent when interrupted at any write', async () => {
  const club = await aClub()
  const paymentAccountId = `${club.organizationId}.a00000000001`
  const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
  await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
  const as = await aParent(club, 'rosa')
  const online = { acceptPayments: true, mainPaymentAccountId: paymentAccountId }
  const registrationId = await aRegistration(club, { registration: online })
  const charged = async (id: string) =>
    (await fees.ofPlayer(playerOf(id), { consistent: true })).map(({ amount, state }) => `${amount} ${state}`)
  let id = ''
  let places = 0

  const begun = await atEachWrite(
    async () => {
      id = (await fillIn(as, registrationId, 'Nora')).registrationPlayerId
      await finalize(as, [id], 10_000, { payBy: 'ONLINE' })
      places += 1
      const body = { registrationPlayerIds: [id] }
      return () => call('POST /rest-api/register/{registrationId}/payment-intent', { as, registrationId, body })
    },
    async (nth) =>
      expect([nth, await charged(id), (await entryOf(id))?.state]).toEqual([nth, ['10000 open'], 'paying']),
  )

  const offered = { state: 'offered', landing: undefined, heldUntil: '2026-11-23T18:00:00.000Z' } as const
  const accepted = await atEachWrite(
    async () => {
      id = (await fillIn(as, registrationId, 'Ola')).registrationPlayerId
      await finalize(as, [id], 10_000)
      places += 1
      await write(stamp, registrationEntries.change({ registrationId, playerId: playerOf(id) }, { set: offered }))
      const body = { registrationPlayerId: id, payBy: 'BILL' as const }
      return () => call('POST /rest-api/register/{registrationId}/accept', { as, registrationId, body })
    },
    async (nth) =>
      expect([nth, (await entryOf(id))?.state, await takenPlaces(registrationId)]).toEqual([nth, 'registered', places]),
  )

  const cancelled = await atEachWrite(
    async () => {
      id = (await fillIn(as, registrationId, 'Pia')).registrationPlayerId
      await finalize(as, [id], 10_000)
      await deliverEntry(id)
      const body = { registrationPlayerId: id, paid: 'refund' as const }
      const by = club.user('admin')
      return () => call('POST /rest-api/register/{registrationId}/cancel', { as: by, registrationId, body })
    },
    async (nth) =>
      expect([nth, (await entryOf(id))?.state, await charged(id), await takenPlaces(registrationId)]).toEqual([
        nth,
        'cancelled',
        ['10000 cancelled'],
        places,
      ]),
  )

  const full = { places: 0, waitingList: true, depositInCents: 2000 }
  const waited = await aRegistration(club, { registration: full })
  let paid = { paymentId: '', playerFeeId: '' }
  const given = await atEachWrite(
    async () => {
      id = (await fillIn(as, waited, 'Quin')).registrationPlayerId
      await finalize(as, [id], 10_000, { wait: true, deposit: 2000 })
      paid = await paidOnline(id)
      const body = { registrationPlayerId: id }
      return () => call('POST /rest-api/register/{registrationId}/withdraw', { as, registrationId: waited, body })
    },
    async (nth) =>
      expect([nth, (await entryOf(id))?.state, (await refunds.of(paid)).map(({ cents }) => cents)]).toEqual([
        nth,
        'cancelled',
        [2000],
      ]),
  )
  expect([begun, accepted, cancelled, given].every((writes) => writes >= 1)).toBe(true)
})
