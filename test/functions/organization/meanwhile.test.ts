import { expect, it } from 'vitest'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { invitations } from '#functions/table/invitations.ts'
import { myOrganizations, myTeams } from '#functions/table/me.ts'
import { organizations } from '#functions/table/organizations.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import type { Flag } from '#shared/permissions.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

/** Tests of rights that are revoked after they were read and before what they grant is written. */

async function appoint(club: Club, name: string, flags: Flag[]) {
  const row = { userId: club.user(name), firstName: name, lastName: 'Okafor', flags }
  await write(stamp, ...organizationAdministrators.appoint(club.organization, row))
}
const rowOf = (club: Club, name: string) =>
  organizationAdministrators.get({ ...club.organization, userId: club.user(name) }, { consistent: true })
const flagsOf = async (club: Club, name: string) => (await rowOf(club, name))?.flags
const become = (club: Club, name: string, permissions: Flag[]) =>
  call('PUT /rest-api/organization/administrators/{orgUnitId}/{userId}', {
    as: club.user('admin'),
    orgUnitId: club.organizationId,
    userId: club.user(name),
    body: { permissions },
  })

/** Its aide may edit administrators and fees, its treasurer players. */
async function aClubWithAide() {
  const club = await aClub()
  await appoint(club, 'aide', ['canEditAdministrators', 'canEditFees'])
  await appoint(club, 'treasurer', ['canEditPlayers'])
  const give = (permissions: Flag[]) =>
    call('PUT /rest-api/organization/administrators/{orgUnitId}/{userId}', {
      as: club.user('aide'),
      orgUnitId: club.organizationId,
      userId: club.user('treasurer'),
      body: { permissions },
    })
  const email = `${club.user('ines')}@club.example`.toLowerCase()
  const invite = () =>
    call('POST /rest-api/organization/administrators/{orgUnitId}/invite', {
      as: club.user('aide'),
      orgUnitId: club.organizationId,
      body: { part: newPart('i'), email, permissions: ['canEditFees'] },
    })
  const accept = async (invitationId: string) => {
    const userId = club.user('ines')
    const profile = { userId, firstName: 'Ines', lastName: 'New', email }
    await write(stamp, profiles.create(profile), emailUsers.upsert({ email }, { set: { userId } }))
    return () => call('POST /rest-api/organization/invitation/{invitationId}/accept', { as: userId, invitationId })
  }
  const loseFees = () => become(club, 'aide', ['canEditAdministrators'])
  return { club, give, invite, accept, loseFees }
}

it('rights revoked meanwhile cannot be granted to others', async () => {
  const { club, give, loseFees } = await aClubWithAide()
  const { refusal } = await interleave('TransactWriteCommand', loseFees, () => give(['canEditPlayers', 'canEditFees']))
  expect(refusal.code).toBe('beyond_rights')
  expect(await flagsOf(club, 'treasurer')).toEqual(['canEditPlayers'])
})

it('rights revoked meanwhile cannot be offered by invitation', async () => {
  const { club, invite, loseFees } = await aClubWithAide()
  expect((await interleave('TransactWriteCommand', loseFees, invite)).refusal.code).toBe('beyond_rights')
  expect(await invitations.to(club.organizationId)).toEqual([])
})

it('an invitation cannot be accepted when its sender’s rights or itself are withdrawn meanwhile', async () => {
  const { club, invite, accept, loseFees } = await aClubWithAide()
  const { id: invitationId } = (await invite()).body
  const take = await accept(invitationId)
  expect((await interleave('TransactWriteCommand', loseFees, take)).status).toBe(404)
  await become(club, 'aide', ['canEditAdministrators', 'canEditFees'])
  const withdraw = () => write(stamp, invitations.remove({ invitationId }))
  expect((await interleave('TransactWriteCommand', withdraw, take)).status).toBe(404)
  expect(await flagsOf(club, 'ines')).toBeUndefined()
})

it('a change of rights is rejected when the other administrator’s rights change meanwhile', async () => {
  const { club, give } = await aClubWithAide()
  const meanwhile = () => become(club, 'treasurer', ['canEditPlayers', 'canEditBilling'])
  const { refusal } = await interleave('TransactWriteCommand', meanwhile, () => give(['canEditPlayers', 'canEditFees']))
  expect(refusal.code).toBe('beyond_rights')
  expect(await flagsOf(club, 'treasurer')).toEqual(['canEditPlayers', 'canEditBilling'])
})

it('the same holds for rights on a team, and coaches’ copies stay consistent', async () => {
  const club = await aClub()
  const { falcons } = club
  const lead = { userId: club.user('lead'), firstName: 'Lead', lastName: 'Coach' }
  const all: Flag[] = ['canEditAdministrators', 'canEditEvents', 'canEditPlayers']
  await write(stamp, ...teamAdministrators.appoint(falcons, { ...lead, flags: all }))
  const become = (as: string, of: string, permissions: Flag[]) =>
    call('PUT /rest-api/organization/administrators/{orgUnitId}/{userId}', {
      as: club.user(as),
      orgUnitId: falcons.teamId,
      userId: club.user(of),
      body: { permissions },
    })
  const flagsOf = async (name: string) => {
    const id = { ...falcons, userId: club.user(name) }
    const rows = [teamAdministrators.get(id, { consistent: true }), myTeams.get(id, { consistent: true })]
    return (await Promise.all(rows)).map((row) => row?.flags)
  }
  await become('admin', 'coach', ['canEditPlayers'])
  const lose = () => become('admin', 'lead', ['canEditAdministrators', 'canEditPlayers'])
  const give = () => become('lead', 'coach', ['canEditEvents', 'canEditPlayers'])
  expect((await interleave('TransactWriteCommand', lose, give)).refusal.code).toBe('beyond_rights')
  expect(await flagsOf('coach')).toEqual([['canEditPlayers'], ['canEditPlayers']])
  // Nor can a right be revoked that the caller does not have and that was not in the version they saw.
  const gain = () => become('admin', 'coach', ['canEditEvents', 'canEditPlayers'])
  const take = () => become('lead', 'coach', ['canEditAdministrators'])
  expect((await interleave('TransactWriteCommand', gain, take)).refusal.code).toBe('beyond_rights')
  const both: Flag[] = ['canEditPlayers', 'canEditEvents']
  expect(await flagsOf('coach')).toEqual([both, both])
})

it.each([
  { name: 'Another FC' },
  { adminSecondFactor: true },
  { academyEnabled: true },
  { customRegistrationEnabled: true },
])('an administrator who joins while the club changes to %o gets the current value', async (set) => {
  const { club, invite, accept } = await aClubWithAide()
  const { organizationId } = club
  const take = await accept((await invite()).body.id)
  const turn = () => update(stamp, organizations.change({ organizationId }, { set }))
  expect((await interleave('TransactWriteCommand', turn, take)).status).toBe(200)
  const twin = await myOrganizations.get({ organizationId, userId: club.user('ines') }, { consistent: true })
  expect(twin).toMatchObject({ flags: ['canEditFees'], ...set })
})

it.each([{ name: 'Hawks' }, { organizationName: 'Another FC' }])(
  'a coach who joins a team while it changes to %o gets the current value',
  async (set) => {
    const { club, accept } = await aClubWithAide()
    const { teamId } = club.falcons
    const email = `${club.user('ines')}@club.example`.toLowerCase()
    const { body } = await call('POST /rest-api/organization/administrators/{orgUnitId}/invite', {
      as: club.user('admin'),
      orgUnitId: teamId,
      body: { part: newPart('i'), email, permissions: ['canEditEvents'] },
    })
    const take = await accept(body.id)
    const turn = () => update(stamp, teams.change({ teamId }, { set }))
    expect((await interleave('TransactWriteCommand', turn, take)).status).toBe(200)
    const twin = await myTeams.get({ teamId, userId: club.user('ines') }, { consistent: true })
    expect(twin).toMatchObject({ flags: ['canEditEvents'], ...set })
  },
)

it('a change of rights based on a stale list is rejected with conflict', async () => {
  const club = await aClub()
  await appoint(club, 'aide', ['canEditEvents', 'canEditFees'])
  const upon = (before: Flag[], permissions: Flag[]) =>
    call('PUT /rest-api/organization/administrators/{orgUnitId}/{userId}', {
      as: club.user('admin'),
      orgUnitId: club.organizationId,
      userId: club.user('aide'),
      body: { permissions, before },
    })
  expect((await upon(['canEditFees', 'canEditEvents'], ['canEditEvents'])).status).toBe(200)
  const older = await upon(['canEditEvents', 'canEditFees'], ['canEditEvents', 'canEditFees', 'canEditPlayers'])
  expect(older.refusal.code).toBe('conflict')
  expect(await flagsOf(club, 'aide')).toEqual(['canEditEvents'])
  // Repeated after a lost response.
  expect((await upon(['canEditEvents', 'canEditFees'], ['canEditEvents'])).body.permissions).toEqual(['canEditEvents'])
  expect((await upon(['canEditEvents'], ['canEditPlayers'])).status).toBe(200)
  expect(await flagsOf(club, 'aide')).toEqual(['canEditPlayers'])
})
