import { expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aParent, aRegistration, fillIn, sendOff } from './registering.ts'

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
