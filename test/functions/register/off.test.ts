import { expect, it } from 'vitest'
import { handler as landing } from '#functions/register/landHandler.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { organizations } from '#functions/table/organizations.ts'
import { registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { hand } from '../workers.ts'
import { change, registered } from './changing.ts'
import { aParent, aRegistration, entryOf, fillIn, sendOff } from './registering.ts'

it('is closed to families where the club has registration no more', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  const set = { customRegistrationEnabled: false }
  await write(stamp, organizations.change({ organizationId: club.organizationId }, { set }))
  const open = await call('GET /rest-api/register/{registrationId}/open', { as: undefined, registrationId, query: {} })
  expect(open.body.status).toBe('CLOSED')
  expect((await sendOff(as, [registrationPlayerId], 10_000)).refusal.code).toBe('registration_closed')
})

it('is closed to families while its team is archived, and open again once it plays', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  const standing = async () =>
    (await call('GET /rest-api/register/{registrationId}/open', { as: undefined, registrationId, query: {} })).body
      .status
  await call('POST /o/{orgUnitId}/archive', { as: club.user('admin'), orgUnitId: club.falcons.teamId })
  expect(await standing()).toBe('CLOSED')
  expect((await sendOff(as, [registrationPlayerId], 10_000)).refusal.code).toBe('registration_closed')
  await call('POST /o/{orgUnitId}/unarchive', { as: club.user('admin'), orgUnitId: club.falcons.teamId })
  expect(await standing()).toBe('OPEN')
  expect((await sendOff(as, [registrationPlayerId], 10_000)).status).toBe(200)
})

/** Ola waits, and there is a place. */
async function oneWaits(club: Club, { ofClub = false } = {}) {
  const registrationId = await aRegistration(club, { registration: { places: 1, waitingList: true }, ofClub })
  const of = ofClub ? 'club' : 'team'
  const [ann, ben] = [await aParent(club, `ann-${of}`), await aParent(club, `ben-${of}`)]
  await sendOff(ann, [(await fillIn(ann, registrationId, 'Nora')).registrationPlayerId], 10_000)
  const { registrationPlayerId: ola } = await fillIn(ben, registrationId, 'Ola')
  expect((await sendOff(ben, [ola], 10_000, { wait: true })).status).toBe(200)
  return { registrationId, standing: async () => (await entryOf(ola))?.state }
}
const onePlaceMore = (registrationId: string) =>
  write(stamp, registrations.change({ registrationId }, { set: { places: 2 } }))

it('a team that is archived offers nobody a place, and does so at once when it plays again', async () => {
  const club = await aClub()
  const { teamId } = club.falcons
  const { registrationId, standing } = await oneWaits(club)
  await call('POST /o/{orgUnitId}/archive', { as: club.user('admin'), orgUnitId: teamId })
  await onePlaceMore(registrationId)
  expect([await offerPlaces(stamp, registrationId), await standing()]).toEqual([0, 'waiting'])
  const changed = { ...teams.key({ teamId }), kind: 'Team', change: 'changed' } as const
  await hand(landing, changed)
  expect(await standing()).toBe('waiting')
  await call('POST /o/{orgUnitId}/unarchive', { as: club.user('admin'), orgUnitId: teamId })
  await hand(landing, changed)
  expect(await standing()).toBe('offered')
})

it('a club that has registration no more offers nobody a place, of its own or of its teams, and does so when it has it again', async () => {
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
  await hand(landing, { ...organizations.key({ organizationId }), kind: 'Organization', change: 'changed' })
  expect([await ofTeam.standing(), await ofClub.standing()]).toEqual(['offered', 'offered'])
})

it('changes nothing of a family’s any more where the club has registration no more, and takes their players off all the same', async () => {
  const club = await aClub()
  const { id, registrationId } = await registered(club, 10_000)
  const set = { customRegistrationEnabled: false }
  await write(stamp, organizations.change({ organizationId: club.organizationId }, { set }))
  const as = club.user('admin')
  expect((await change(as, id, 12_000, { optionIds: ['option-c'] })).refusal.code).toBe('registration_off')
  const moved = { as, registrationId, body: { registrationPlayerId: id, place: 1 } }
  expect((await call('POST /rest-api/register/{registrationId}/waiting', moved)).refusal.code).toBe('registration_off')
  const body = { registrationPlayerId: id, paid: 'credit' as const }
  expect((await call('POST /rest-api/register/{registrationId}/cancel', { as, registrationId, body })).status).toBe(200)
  expect((await entryOf(id))?.state).toBe('cancelled')
})
