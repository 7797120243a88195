import { expect, it } from 'vitest'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { organizations } from '#functions/table/organizations.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import type { Flag } from '#shared/permissions.ts'
import { readyMade } from '#shared/rules/administrators.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

/** Tests of rights in a club that no administrator holds any more since its founder left. */

const INVITE = 'POST /rest-api/organization/administrators/{orgUnitId}/invite'
const ACCEPT = 'POST /rest-api/organization/invitation/{invitationId}/accept'
const CHANGE = 'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}'
const REMOVE = 'DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}'

const manager: Flag[] = [...readyMade.manager]
async function aPerson(club: Club, name: string) {
  const userId = club.user(name)
  const email = `${userId}@club.example`.toLowerCase()
  const profile = { userId, firstName: name, lastName: 'Okafor', email }
  await write(stamp, profiles.create(profile), emailUsers.upsert({ email }, { set: { userId } }))
  return { userId, email }
}
async function appoint(club: Club, name: string, flags: Flag[]) {
  const { userId } = await aPerson(club, name)
  const row = { userId, firstName: name, lastName: 'Okafor', flags }
  // The club's current item.
  const there = await organizations.get(club.organization, { consistent: true })
  await write(stamp, ...organizationAdministrators.appoint(there ?? club.organization, row))
}
const change = (club: Club, as: string, of: string, permissions: Flag[], orgUnitId = club.organizationId) =>
  call(CHANGE, { as: club.user(as), orgUnitId, userId: club.user(of), body: { permissions } })
const flagsOf = async (club: Club, name: string) =>
  (await organizationAdministrators.get({ ...club.organization, userId: club.user(name) }, { consistent: true }))?.flags
/** The founder has appointed these administrators and left. */
async function left(...names: string[]) {
  const club = await aClub()
  for (const name of names) await appoint(club, name, manager)
  const as = club.user('admin')
  const gone = await call(REMOVE, { as, orgUnitId: club.organizationId, userId: as })
  expect(gone.status).toBe(200)
  return club
}

it('rights held by nobody can be granted by who edits administrators; rights held by another cannot', async () => {
  const club = await left('aide')
  await appoint(club, 'treasurer', ['canEditFees'])
  expect((await change(club, 'aide', 'aide', [...manager, 'canEditFees'])).refusal.code).toBe('beyond_rights')
  expect((await change(club, 'aide', 'aide', [...manager, 'canEditBilling'])).status).toBe(200)
  expect((await change(club, 'aide', 'treasurer', ['canEditFees', 'canManageRegistration'])).status).toBe(200)
  // Someone has it now.
  expect((await change(club, 'aide', 'aide', [...manager, 'canManageRegistration'])).refusal.code).toBe('beyond_rights')
  expect(await flagsOf(club, 'treasurer')).toEqual(['canEditFees', 'canManageRegistration'])
})

it('rights held by nobody cannot be taken without editing administrators, nor on a team', async () => {
  const club = await left('aide')
  await appoint(club, 'coach2', ['canEditTeam'])
  expect((await change(club, 'coach2', 'coach2', ['canEditTeam', 'canEditBilling'])).status).toBe(403)
  const onTeam = await change(club, 'aide', 'coach', ['canEditEvents', 'canEditFees'], club.falcons.teamId)
  expect(onTeam.refusal.code).toBe('beyond_rights')
})

it('rights held by nobody go to only one of two concurrent requests', async () => {
  for (let i = 0; i < 5; i++) {
    const club = await left('aide', 'second')
    const wanted: Flag[] = [...manager, 'canEditBilling']
    const done = await Promise.all(['aide', 'second'].map((name) => change(club, name, name, wanted)))
    expect(done.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '412'])
    const has = await Promise.all(['aide', 'second'].map((name) => flagsOf(club, name)))
    expect(has.filter((flags) => flags?.includes('canEditBilling'))).toHaveLength(1)
  }
})

it('rights held by nobody can be granted by invitation if nobody holds them when it is accepted', async () => {
  const club = await left('aide')
  const orgUnitId = club.organizationId
  const offer = async (name: string, permissions: Flag[]) => {
    const { userId, email } = await aPerson(club, name)
    const body = { part: newPart('i'), email, permissions }
    const { body: offered } = await call(INVITE, { as: club.user('aide'), orgUnitId, body })
    return { as: userId, invitationId: offered.id }
  }
  const offers = [await offer('ines', ['canEditBilling']), await offer('jo', ['canEditBilling'])]
  const taken = await Promise.all(offers.map((each) => call(ACCEPT, each)))
  expect(taken.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '404'])
  const fees = await offer('kim', ['canEditFees'])
  expect((await change(club, 'aide', 'aide', [...manager, 'canEditFees', 'canManageRegistration'])).status).toBe(200)
  expect((await change(club, 'aide', 'aide', manager)).status).toBe(200)
  expect((await call(ACCEPT, fees)).status).toBe(200)
  expect(await flagsOf(club, 'kim')).toEqual(['canEditFees'])
})
