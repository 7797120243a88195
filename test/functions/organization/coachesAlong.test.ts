import { expect, it } from 'vitest'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { invitedCounts } from '#functions/table/invitations.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import type { Flag } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

process.env['SITE_URL'] = 'https://app.club.example'

type Asked = { as?: string; to?: string; of?: { orgUnitId: string; userId: string }; permissions?: Flag[] }
/** Invites the coach of the Falcons to the Otters without knowing their address. */
const invite = (
  club: Club,
  { as = 'admin', to = club.otters.teamId, of, permissions = ['canEditEvents'] }: Asked = {},
) =>
  call('POST /rest-api/organization/administrators/{orgUnitId}/invite', {
    as: club.user(as),
    orgUnitId: to,
    body: {
      part: newPart('i'),
      of: of ?? { orgUnitId: club.falcons.teamId, userId: club.user('coach') },
      permissions,
    },
  })

async function aClubWithCoach() {
  const club = await aClub()
  const userId = club.user('coach')
  const email = `${userId}@Club.example`
  await write(stamp, profiles.create({ userId, email, firstName: 'Carmen', lastName: 'Coach' }))
  return { club, userId, email: email.toLowerCase() }
}

it('a coach is invited to another team without their address, once, and coaches it after accepting', async () => {
  const { club, userId, email } = await aClubWithCoach()
  const { teamId } = club.otters
  const first = await invite(club)
  expect(first.body).toMatchObject({ email, permissions: ['canEditEvents'] })
  const day = { organizationId: club.organizationId, day: '2026-11-21' }
  const sent = async () => (await invitedCounts.get(day, { consistent: true }))?.invited
  const before = await sent()
  expect((await invite(club)).body).toEqual(first.body)
  expect(await sent()).toBe(before)
  // For more rights they are invited again.
  const more = await invite(club, { permissions: ['canEditEvents', 'canEditPlayers'] })
  expect(more.body.id).not.toBe(first.body.id)
  expect(await teamAdministrators.get({ userId, teamId }, { consistent: true })).toBeUndefined()
  const accept = { as: userId, invitationId: more.body.id }
  expect((await call('POST /rest-api/organization/invitation/{invitationId}/accept', accept)).status).toBe(200)
  expect((await teamAdministrators.get({ userId, teamId }, { consistent: true }))?.flags).toEqual([
    'canEditPlayers',
    'canEditEvents',
  ])
})

it('inviting by user requires the right to edit administrators there, and an administrator with an address', async () => {
  const { club, userId } = await aClubWithCoach()
  const elsewhere = await aClub()
  const other = { userId: club.user('boss'), firstName: 'Bo', lastName: 'Boss' }
  const flags: Flag[] = ['canEditAdministrators', 'canEditEvents']
  await write(stamp, ...teamAdministrators.appoint(club.otters, { ...other, flags }))
  await write(stamp, ...organizationAdministrators.appoint(elsewhere.organization, { ...other, flags }))
  const codeOf = async (asked: Asked) => (await invite(club, asked)).refusal.code
  // They may edit administrators of the Otters but not of the Falcons; having that right in another club does not help.
  expect(await codeOf({ as: 'boss' })).toBe('not_allowed')
  const there = { orgUnitId: elsewhere.falcons.teamId, userId: elsewhere.user('coach') }
  expect(await codeOf({ as: 'boss', of: there })).toBe('not_found')
  expect(await codeOf({ of: { orgUnitId: club.falcons.teamId, userId: club.user('parent') } })).toBe('not_found')
  // A user without an address cannot be mailed.
  await write(stamp, profiles.change({ userId }, { set: { email: '' } }))
  expect(await codeOf({})).toBe('not_found')
  const nobody = { part: newPart('i'), permissions: flags }
  const unsaid = await call('POST /rest-api/organization/administrators/{orgUnitId}/invite', {
    ...{ as: club.user('admin'), orgUnitId: club.otters.teamId, body: nobody },
  })
  expect(unsaid.refusal).toMatchObject({ code: 'bad_request', faults: [{ at: 'email', code: 'required' }] })
})
