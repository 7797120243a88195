import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { groundsOf } from '#functions/chat/grounds.ts'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { meOf } from '#functions/table/me.ts'
import { organizations } from '#functions/table/organizations.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

const CHANGE = 'PATCH /rest-api/organization/settings/{orgId}'
const LIST = 'GET /rest-api/organization/administrators/{orgUnitId}'
const SELECTOR = 'GET /api/v1/playersAndTeams'
const since = '2026-11-21T06:00:00Z'
/** The administrator set one up at six, and signed in before or after that. */
const before = { signedIn: '2026-11-21T05:00:00Z' }
const after = { signedIn: '2026-11-21T07:00:00Z' }

const turn = (club: Club, adminSecondFactor: boolean, session: { signedIn: string }, revision = 1) =>
  call(CHANGE, {
    as: club.user('admin'),
    ...session,
    orgId: club.organizationId,
    body: { revision, adminSecondFactor },
  })
const setUp = (club: Club, name = 'admin') =>
  write(stamp, sessions.upsert({ userId: club.user(name) }, { set: { secondFactorSince: since } }))
/** As after `turn`, once the copies are updated. */
async function asking(club: Club) {
  const { organizationId } = club
  await update(stamp, organizations.change({ organizationId }, { set: { adminSecondFactor: true } }))
  await refreshCopies('Organization', organizations.key(club))
}
const list = async (club: Club, session: object) =>
  call(LIST, { as: club.user('admin'), ...session, orgUnitId: club.organizationId })
const codeOf = async (club: Club, session: object) => (await list(club, session)).refusal.code

describe('a club that requires a second factor of its administrators', () => {
  it('is set so only by an administrator who signed in with one', async () => {
    const club = await aClub()
    expect((await turn(club, true, after)).refusal.code).toBe('factor_first')
    await setUp(club)
    expect((await turn(club, true, before)).refusal.code).toBe('factor_first')
    const { status, body } = await turn(club, true, after)
    expect([status, body.adminSecondFactor]).toEqual([200, true])
    await refreshCopies('Organization', organizations.key(club))
    expect(await codeOf(club, before)).toBe('club_second_factor')
    vi.stubEnv('PASSKEY_CLIENT', 'passkeys')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await codeOf(club, { ...after, client: 'passkeys' })).toBe('club_second_factor')
    expect((await turn(club, false, before, 2)).refusal.code).toBe('club_second_factor')
    expect((await turn(club, false, after, 2)).status).toBe(200)
    await refreshCopies('Organization', organizations.key(club))
    expect((await list(club, before)).status).toBe(200)
  })

  it('hides what they administer from administrators without one, with the reason; others are not affected', async () => {
    const club = await aClub()
    await asking(club)
    await setUp(club)
    expect(await codeOf(club, before)).toBe('club_second_factor')
    const held = await call(SELECTOR, { as: club.user('admin'), ...before })
    expect(held.body).toMatchObject({
      organizations: [],
      heldBackIn: [{ id: club.organizationId, name: 'Springfield FC' }],
    })
    const tags = (query: object) =>
      call('GET /rest-api/academy/storage/tag', { as: club.user('admin'), ...before, query })
    expect((await tags({ organizationId: club.organizationId })).refusal.code).toBe('club_second_factor')
    expect((await tags({})).body.tags).toEqual([])
    const team = { as: club.user('admin'), teamId: club.falcons.teamId }
    expect((await call('GET /api/v1/team/{teamId}', { ...team, ...before })).refusal.code).toBe('club_second_factor')
    expect((await call('GET /api/v1/team/{teamId}', { ...team, ...after })).status).toBe(200)
    const free = await call(SELECTOR, { as: club.user('admin'), ...after })
    expect(free.body.organizations.map(({ id, orgAdmin }) => [id, orgAdmin])).toEqual([[club.organizationId, true]])
    expect(free.body.heldBackIn).toBeUndefined()
    // Coaches and families do not need one.
    for (const as of ['coach', 'parent'].map(club.user))
      expect((await call('GET /api/v1/team/{teamId}', { ...team, as, ...before })).status).toBe(200)
    // Users outside the club learn nothing about it.
    const nobody = { as: `nobody-${club.organizationId}`, ...before }
    expect((await call('GET /api/v1/team/{teamId}', { ...team, ...nobody })).refusal.code).toBe('not_allowed')
  })

  it('leaves an administrator who coaches a team as its coach', async () => {
    const club = await aClub()
    const coaching = {
      userId: club.user('admin'),
      firstName: 'Ann',
      lastName: 'Okafor',
      flags: ['canEditEvents' as const],
    }
    await write(stamp, ...teamAdministrators.appoint(club.falcons, coaching))
    await asking(club)
    const { body } = await call(SELECTOR, { as: club.user('admin'), ...before })
    expect(body.organizations).toMatchObject([
      { orgAdmin: false, permissions: [], teams: [{ id: club.falcons.teamId, permissions: ['canEditEvents'] }] },
    ])
    const roster = (teamId: string) => call('GET /api/v1/team/{teamId}', { as: club.user('admin'), ...before, teamId })
    expect((await roster(club.falcons.teamId)).status).toBe(200)
    expect((await roster(club.otters.teamId)).refusal.code).toBe('club_second_factor')
    expect(await codeOf(club, before)).toBe('club_second_factor')
  })

  it('is not set so by someone without the right to edit administrators', async () => {
    const club = await aClub()
    const { organizationId } = club
    const other = {
      userId: club.user('treasurer'),
      firstName: 'Tre',
      lastName: 'Okafor',
      flags: ['canEditTeam' as const],
    }
    await write(stamp, ...organizationAdministrators.appoint(club.organization, other))
    await setUp(club, 'treasurer')
    const { refusal } = await call(CHANGE, {
      as: other.userId,
      ...after,
      orgId: organizationId,
      body: { revision: 1, adminSecondFactor: true },
    })
    expect(refusal.code).toBe('not_allowed')
  })

  it('does not let administrators without one gain rights by a team or an access token', async () => {
    const club = await aClub()
    const { organizationId: orgId, falcons } = club
    const as = club.user('admin')
    const managing = { userId: as, firstName: 'Ann', lastName: 'Okafor', flags: ['canEditAdministrators' as const] }
    await write(stamp, ...teamAdministrators.appoint(falcons, managing))
    await asking(club)
    const all = { permissions: ['canEditAdministrators' as const, 'canManageRegistration' as const] }
    const CHANGE_RIGHTS = 'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}'
    const raised = await call(CHANGE_RIGHTS, { as, ...before, orgUnitId: falcons.teamId, userId: as, body: all })
    expect(raised.refusal.code).toBe('beyond_rights')
    const INVITE = 'POST /rest-api/organization/administrators/{orgUnitId}/invite'
    const body = { part: newPart('i'), email: 'other@club.example', ...all }
    const invited = await call(INVITE, { as, ...before, orgUnitId: falcons.teamId, body })
    expect(invited.refusal.code).toBe('beyond_rights')
    const token = { tokenId: 'F'.repeat(20), name: 'Display', areas: ['calendar' as const], days: 90 as const }
    const now = '2026-11-21T05:05:00Z'
    const made = await call('POST /rest-api/developers/tokens/{orgId}', { as, ...before, now, orgId, body: token })
    expect(made.refusal.code).toBe('club_second_factor')
  })

  it('still counts an administrator without one as the last one when they request erasure', async () => {
    const club = await aClub()
    await asking(club)
    const { refusal } = await call('POST /rest-api/privacy/erasure', {
      as: club.user('admin'),
      signedIn: '2026-11-21T17:59:00Z',
    })
    expect(refusal.code).toBe('last_administrator')
  })

  it('is counted in the preview of an erasure, with its coached teams', async () => {
    const club = await aClub()
    const as = club.user('admin')
    const coaching = { userId: as, firstName: 'Ann', lastName: 'Okafor', flags: ['canEditEvents' as const] }
    await write(stamp, ...teamAdministrators.appoint(club.falcons, coaching))
    const told = async () => (await call('GET /rest-api/privacy/erasure', { as, ...before })).body
    const free = await told()
    expect(free.goes).toMatchObject({ clubs: 1, teams: 1 })
    await asking(club)
    expect(await told()).toEqual(free)
  })

  it('does not count administrators without one as staff in chat', async () => {
    const club = await aClub()
    const standing = async () => groundsOf(await meOf({ userId: club.user('admin') }), club.falcons.teamId)?.as
    expect(await standing()).toBe('staff')
    await asking(club)
    expect(await standing()).toBeUndefined()
    await setUp(club)
    expect(await standing()).toBe('staff')
  })
})
