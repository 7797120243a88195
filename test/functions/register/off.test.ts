import { expect, it, vi } from 'vitest'
import { handler as landing } from '#functions/register/landHandler.ts'
import { lapse } from '#functions/register/lapse.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { fees } from '#functions/table/fees.ts'
import { organizations } from '#functions/table/organizations.ts'
import { outbox } from '#functions/table/outbox.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import {
  feeIdsOf,
  countNames,
  registrationCounts,
  registrationEntries,
  type RegistrationEntry,
} from '#functions/table/registrationEntries.ts'
import { registrations } from '#functions/table/registrations.ts'
import { all, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { playerOf, registrationPlayerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { changeChoices, registerPlayer } from './changeChoices.ts'
import { aParent, aRegistration, entryOf, fillIn, finalize } from './registering.ts'

it('a registration is closed to families when the club has disabled registrations', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  const set = { customRegistrationEnabled: false }
  await write(stamp, organizations.change({ organizationId: club.organizationId }, { set }))
  const open = await call('GET /rest-api/register/{registrationId}/open', { as: undefined, registrationId, query: {} })
  expect(open.body.status).toBe('CLOSED')
  expect((await finalize(as, [registrationPlayerId], 10_000)).refusal.code).toBe('registration_closed')
})

it('a registration is closed to families while its team is archived, and open once it is restored', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  const standing = async () =>
    (await call('GET /rest-api/register/{registrationId}/open', { as: undefined, registrationId, query: {} })).body
      .status
  await call('POST /o/{orgUnitId}/archive', { as: club.user('admin'), orgUnitId: club.falcons.teamId })
  expect(await standing()).toBe('CLOSED')
  expect((await finalize(as, [registrationPlayerId], 10_000)).refusal.code).toBe('registration_closed')
  await call('POST /o/{orgUnitId}/unarchive', { as: club.user('admin'), orgUnitId: club.falcons.teamId })
  expect(await standing()).toBe('OPEN')
  expect((await finalize(as, [registrationPlayerId], 10_000)).status).toBe(200)
})

/** Ola waits, and a place is free. */
async function oneWaits(club: Club, { ofClub = false } = {}) {
  const registrationId = await aRegistration(club, { registration: { places: 1, waitingList: true }, ofClub })
  const of = ofClub ? 'club' : 'team'
  const [ann, ben] = [await aParent(club, `ann-${of}`), await aParent(club, `ben-${of}`)]
  await finalize(ann, [(await fillIn(ann, registrationId, 'Nora')).registrationPlayerId], 10_000)
  const { registrationPlayerId: ola } = await fillIn(ben, registrationId, 'Ola')
  expect((await finalize(ben, [ola], 10_000, { wait: true })).status).toBe(200)
  return { registrationId, standing: async () => (await entryOf(ola))?.state }
}
const onePlaceMore = (registrationId: string) =>
  write(stamp, registrations.change({ registrationId }, { set: { places: 2 } }))

it('an archived team offers no places, and offers them as soon as it is restored', async () => {
  const club = await aClub()
  const { teamId } = club.falcons
  const { registrationId, standing } = await oneWaits(club)
  await call('POST /o/{orgUnitId}/archive', { as: club.user('admin'), orgUnitId: teamId })
  await onePlaceMore(registrationId)
  expect([await offerPlaces(stamp, registrationId), await standing()]).toEqual([0, 'waiting'])
  const changed = { ...teams.key({ teamId }), kind: 'Team', change: 'changed' } as const
  await deliverTo(landing, changed)
  expect(await standing()).toBe('waiting')
  await call('POST /o/{orgUnitId}/unarchive', { as: club.user('admin'), orgUnitId: teamId })
  await deliverTo(landing, changed)
  expect(await standing()).toBe('offered')
})

it('a club with registrations disabled offers no places of its own or its teams until they are enabled again', async () => {
  const club = await aClub()
  const { organizationId } = club
  const [ofTeam, ofClub] = [await oneWaits(club), await oneWaits(club, { ofClub: true })]
  const has = (customRegistrationEnabled: boolean) =>
    write(stamp, organizations.change({ organizationId }, { set: { customRegistrationEnabled } }))
  await has(false)
  for (const { registrationId, standing } of [ofTeam, ofClub]) {
    await onePlaceMore(registrationId)
    expect([await offerPlaces(stamp, registrationId), await standing()]).toEqual([0, 'waiting'])
  }
  await has(true)
  await deliverTo(landing, { ...organizations.key({ organizationId }), kind: 'Organization', change: 'changed' })
  expect([await ofTeam.standing(), await ofClub.standing()]).toEqual(['offered', 'offered'])
})

it('with registrations disabled, entries cannot be changed or reordered, but they can be cancelled', async () => {
  const club = await aClub()
  const { id, registrationId } = await registerPlayer(club, 10_000)
  const set = { customRegistrationEnabled: false }
  await write(stamp, organizations.change({ organizationId: club.organizationId }, { set }))
  const as = club.user('admin')
  expect((await changeChoices(as, id, 12_000, { optionIds: ['option-c'] })).refusal.code).toBe('registration_off')
  const moved = { as, registrationId, body: { registrationPlayerId: id, place: 1 } }
  expect((await call('POST /rest-api/register/{registrationId}/waiting', moved)).refusal.code).toBe('registration_off')
  const body = { registrationPlayerId: id, paid: 'credit' as const }
  expect((await call('POST /rest-api/register/{registrationId}/cancel', { as, registrationId, body })).status).toBe(200)
  expect((await entryOf(id))?.state).toBe('cancelled')
})

/**
 * Ola and Pia wait, in this order, on a registration that is paid online alone, by an account that can be switched; and there is one place.
 */
async function twoWaitToPay(club: Club) {
  const { organizationId } = club
  const paymentAccountId = `${organizationId}.a00000000001`
  const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
  await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
  const { registrationId } = await oneWaits(club)
  const cleo = await aParent(club, 'cleo')
  const waiting = await all<RegistrationEntry>(registrationEntries.waiting({ registrationId }))
  const ola = registrationPlayerOf(registrationId, waiting[0]?.playerId ?? '')
  const { registrationPlayerId: pia } = await fillIn(cleo, registrationId, 'Pia')
  await finalize(cleo, [pia], 10_000, { wait: true, now: '2026-11-21T18:02:00Z' })
  const set = { acceptPayments: true, acceptBills: false, mainPaymentAccountId: paymentAccountId, places: 2 }
  await write(stamp, registrations.change({ registrationId }, { set }))
  const takes = async (chargesEnabled: boolean) => {
    await write(stamp, paymentAccounts.change({ paymentAccountId }, { set: { chargesEnabled } }))
    await deliverTo(landing, {
      ...paymentAccounts.key({ paymentAccountId }),
      kind: 'Payment account',
      change: 'changed',
    })
  }
  const standing = async () => (await Promise.all([ola, pia].map(entryOf))).map((entry) => entry?.state)
  return { registrationId, ola, takes, standing }
}

it('no place is offered while it cannot be paid; the first family is offered one when payments are enabled', async () => {
  const { registrationId, takes, standing } = await twoWaitToPay(await aClub())
  await takes(false)
  expect([await offerPlaces(stamp, registrationId), await standing()]).toEqual([0, ['waiting', 'waiting']])
  await takes(true)
  expect(await standing()).toEqual(['offered', 'waiting'])
  // Offers continue if the club accepts bills.
  await takes(false)
  await write(stamp, registrations.change({ registrationId }, { set: { acceptBills: true, places: 3 } }))
  expect([await offerPlaces(stamp, registrationId), await standing()]).toEqual([1, ['offered', 'offered']])
})

it('an offer that expires while it cannot be paid returns the family to the top, and is made again', async () => {
  const { registrationId, ola, takes, standing } = await twoWaitToPay(await aClub())
  await takes(true)
  expect(await standing()).toEqual(['offered', 'waiting'])
  await takes(false)
  const want = vi.spyOn(outbox, 'add')
  const offered = await registrationEntries.get({ registrationId, playerId: playerOf(ola) }, { consistent: true })
  if (!offered) throw new Error('The entry is missing.')
  await lapse({ ...stamp, at: '2026-11-23T18:17:00Z' }, offered)
  expect(want.mock.calls.map(([, { letter }]) => letter)).toEqual(['waiting'])
  want.mockRestore()
  expect(await standing()).toEqual(['waiting', 'waiting'])
  expect((await registrationCounts.of({ registrationId })).get(countNames.places)).toBe(1)
  const as = (await entryOf(ola))?.userId
  const shown = await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })
  expect(shown.body.registered[0]).toMatchObject({ state: 'waiting', before: 0, heldUntil: null })
  await takes(true)
  expect(await standing()).toEqual(['offered', 'waiting'])
})

it('waiting families and the club see that places cannot be paid', async () => {
  const club = await aClub()
  const { registrationId, ola, takes } = await twoWaitToPay(club)
  const about = { registrationId, query: {} }
  const told = async () => {
    const as = (await entryOf(ola))?.userId
    const family = await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })
    const tracked = await call('GET /rest-api/registration/track/{registrationId}', {
      as: club.user('admin'),
      ...about,
    })
    const line = tracked.body.entries.find(({ registrationPlayerId }) => registrationPlayerId === ola)
    return [family.body.registered[0]?.unpayable, line?.unpayable]
  }
  await write(stamp, registrations.change({ registrationId }, { set: { places: 1 } }))
  expect(await told()).toEqual([false, false])
  await takes(false)
  expect(await told()).toEqual([true, true])
  await write(stamp, registrations.change({ registrationId }, { set: { acceptBills: true } }))
  expect(await told()).toEqual([false, false])
})

it('an accepted place that cannot be paid when it expires returns the family to the top, without the fee', async () => {
  const { registrationId, ola, takes, standing } = await twoWaitToPay(await aClub())
  await takes(true)
  const as = (await entryOf(ola))?.userId
  const pays = async () => {
    const body = { registrationPlayerId: ola, payBy: 'ONLINE' as const, priceInCents: 10_000 }
    const taken = await call('POST /rest-api/register/{registrationId}/accept', { as, registrationId, body })
    const ids = { registrationPlayerIds: [ola] }
    const start = await call('POST /rest-api/register/{registrationId}/payment-intent', {
      as,
      registrationId,
      body: ids,
    })
    const fee = await fees.get({ playerFeeId: (await feesOf(ola))[0] ?? '' }, { consistent: true })
    return [taken.status, start.status, fee?.state, fee?.amount]
  }
  const feesOf = async (id: string) => feeIdsOf((await entryOf(id)) as RegistrationEntry).parts
  expect(await pays()).toEqual([200, 200, 'open', 10_000])
  const [before = ''] = await feesOf(ola)
  await takes(false)
  const taken = await registrationEntries.get({ registrationId, playerId: playerOf(ola) }, { consistent: true })
  if (!taken) throw new Error('The entry is missing.')
  await lapse({ ...stamp, at: '2026-11-23T18:17:00Z' }, taken)
  expect(await standing()).toEqual(['waiting', 'waiting'])
  expect((await registrationCounts.of({ registrationId })).get(countNames.places)).toBe(1)
  expect(await fees.get({ playerFeeId: before }, { consistent: true })).toBeUndefined()
  await takes(true)
  expect(await standing()).toEqual(['offered', 'waiting'])
  expect(await pays()).toEqual([200, 200, 'open', 10_000])
  expect(await standing()).toEqual(['paying', 'waiting'])
})
