// own: mail goes to a service of its own
import { describe, expect, it } from 'vitest'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { accessTokens } from '#functions/table/accessTokens.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { invitations } from '#functions/table/invitations.ts'
import { invites } from '#functions/table/invites.ts'
import { meOf } from '#functions/table/me.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import { type Flag, flags } from '#shared/permissions.ts'
import { archiveTeam } from '../archiving.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, copiesOf, newPart, stamp } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { openPost } from '../mail/post.ts'
import { emailOf, register } from '../today/coachRequests.ts'

const post = openPost()
const READ = 'GET /rest-api/families/person/{orgId}/{userId}'
const REMOVE = 'POST /rest-api/families/person/{orgId}/{userId}/remove'
const now = '2026-11-21T18:00:00Z'
const names = { firstName: 'Kim', lastName: 'Lee' }

const appointed = ({ falcons, user }: Club, who: string, flags: Flag[]) =>
  write(stamp, ...teamAdministrators.appoint(falcons, { userId: user(who), ...names, flags }))
const administers = ({ organization, user }: Club, who: string, flags: Flag[]) =>
  write(stamp, ...organizationAdministrators.appoint(organization, { userId: user(who), ...names, flags }))

/**
 * Kim is an administrator of the club, coaches the Falcons, is Leo’s family, follows Ada, has pending invitations, and uses an
 * access token.
 */
const aClubWithKim = copiesOf(async () => {
  const club = await aClub()
  const { organizationId, otters, leo, ada, mia, user } = club
  const userId = user('kim')
  await register(club, 'kim', names)
  await administers(club, 'kim', ['canEditAdministrators', 'canEditPlayers'])
  await appointed(club, 'kim', ['canEditEvents'])
  await families.join(stamp, { playerId: leo.playerId, userId, relation: 'own' })
  await families.join(stamp, { playerId: ada.playerId, userId, relation: 'following' })
  await invites.answer(stamp, { inviteId: club.invite(leo), status: 'Declined' })
  const sent = { email: emailOf(club, 'kim'), invitedBy: user('admin'), invitedAt: stamp.at }
  const asFamily = { name: 'Kim', relation: 'own' as const, playerIds: [mia.playerId], state: 'open' as const }
  await write(
    stamp,
    invitations.create({
      invitationId: `${otters.teamId}.${newPart('i')}`,
      flags: ['canEditEvents'],
      unitName: 'Otters',
      inviterName: 'Admin',
      ...sent,
    }),
    familyInvitations.create({ playerId: mia.playerId, invitationId: 'invitation000009', ...asFamily, ...sent }),
    accessTokens.create({
      organizationId,
      tokenId: '01ARZ3NDEKTSV4RRFFQ6',
      userId,
      name: 'Scoreboard',
      areas: ['calendar'],
      secretHash: 'x',
      madeAt: stamp.at,
      endsAt: '2027-11-01T12:00:00.000Z',
    }),
  )
  return club
})

const preview = async (club: Club, as = 'admin', of = 'kim') =>
  call(READ, { as: club.user(as), orgId: club.organizationId, userId: club.user(of) })
const remove = (club: Club, as = 'admin', of = 'kim') =>
  call(REMOVE, { as: club.user(as), orgId: club.organizationId, userId: club.user(of), now })

/** What still ties a user to the club, or lets them come back. */
async function left({ organizationId, otters, mia, user }: Club) {
  const { access } = await meOf({ userId: user('kim') }, organizationId)
  const [toRun, family, tokens] = await Promise.all([
    invitations.to(otters.teamId),
    familyInvitations.get({ playerId: mia.playerId, invitationId: 'invitation000009' }, { consistent: true }),
    accessTokens.ofClub({ organizationId }),
  ])
  const { organizations, players, following } = access
  return [organizations, players, following, toRun, family ? [family] : [], tokens].map(({ length }) => length)
}
const everything = [1, 1, 1, 1, 1, 1]
const nothing = [0, 0, 0, 0, 0, 0]

describe('removing a user from a club', () => {
  it('is previewed, and removes rights, teams, players, invitations and access tokens', async () => {
    const club = await aClubWithKim()
    expect((await preview(club)).body).toEqual({
      runs: true,
      teams: [{ id: club.falcons.teamId, name: 'Falcons' }],
      players: [expect.objectContaining({ firstName: 'Leo', plays: [{ id: club.falcons.teamId, name: 'Falcons' }] })],
      following: [expect.objectContaining({ firstName: 'Ada' })],
      invitations: 2,
      tokens: 1,
      why: null,
    })
    expect(await left(club)).toEqual(everything)
    expect((await remove(club)).status).toBe(200)
    expect(await left(club)).toEqual(nothing)
    expect((await preview(club)).status).toBe(404)
    // Answers stay, and the players belong to the club.
    const answer = await invites.get({ inviteId: club.invite(club.leo) }, { consistent: true })
    expect(answer?.status).toBe('Declined')
    await post.deliver()
    const told = post.mails.filter(({ to }) => to === emailOf(club, 'kim'))
    expect(told.map(({ subject }) => subject)).toEqual(['You no longer help run Springfield FC'])
    expect(told[0]?.text).toContain('You no longer have access to its teams and players.')
  })

  it('lists in its preview the active teams of players who would be left without a guardian', async () => {
    const club = await aClubWithKim()
    const plays = async (of: string) => (await preview(club, 'admin', of)).body.players.map((player) => player.plays)
    expect(await plays('parent')).toEqual([[]])
    // A child’s own account is not a guardian.
    await write(stamp, playerAccounts.create({ userId: club.user('parent2'), playerId: club.mia.playerId }))
    const falcons = { id: club.falcons.teamId, name: 'Falcons' }
    expect([await plays('parent'), await plays('kim')]).toEqual([[[falcons]], [[falcons]]])
    await archiveTeam({ team: club.falcons, events: [], at: '2026-11-21T12:00:00.000Z' })
    await refreshCopies('Player', players.key(club.leo))
    expect(await plays('kim')).toEqual([[]])
  })

  it('keeps what they have in another club', async () => {
    const [club, other] = [await aClubWithKim(), await aClub()]
    const userId = club.user('kim')
    await write(
      stamp,
      ...organizationAdministrators.appoint(other.organization, { userId, ...names, flags: ['canEditTeam'] }),
      ...teamAdministrators.appoint(other.otters, { userId, ...names, flags: ['canEditEvents'] }),
    )
    await families.join(stamp, { playerId: other.sam.playerId, userId, relation: 'own' })
    const there = async () => (await meOf({ userId }, other.organizationId)).access
    const before = await there()
    expect((await remove(club)).status).toBe(200)
    expect(await there()).toEqual(before)
    expect(await left(club)).toEqual(nothing)
  })

  it('completes on retry wherever it was interrupted, is idempotent, and is mailed once', async () => {
    const clubs: Club[] = []
    const cuts = await killedAtEvery(async (dies) => {
      const club = await aClubWithKim()
      await dies(() => remove(club))
      for (const times of [1, 2]) expect([times, (await remove(club)).status]).toEqual([times, 200])
      expect(await left(club)).toEqual(nothing)
      clubs.push(club)
    })
    expect(cuts).toBeGreaterThan(5)
    await post.deliver()
    const told = clubs.map((club) => post.mails.filter(({ to }) => to === emailOf(club, 'kim')).length)
    expect(told).toEqual(clubs.map(() => 1))
  })

  it('is rejected for oneself, and without the rights to remove everything', async () => {
    const club = await aClubWithKim()
    await administers(club, 'aide', ['canEditAdministrators', 'canEditEvents'])
    for (const [as, code] of [['kim', 'not_yourself'] as const, ['aide', 'beyond_rights'] as const]) {
      expect((await preview(club, as)).body.why).toBe(code)
      const { status, refusal } = await remove(club, as)
      expect([status, refusal.code]).toEqual([412, code])
    }
    expect(await left(club)).toEqual(everything)
    // A user who may not edit players cannot remove family from them either.
    const rights: Flag[] = ['canEditAdministrators', 'canEditEvents']
    await administers(club, 'other', rights)
    expect((await preview(club, 'other', 'parent')).body).toMatchObject({ why: 'beyond_rights', players: [] })
    expect((await remove(club, 'other', 'parent')).refusal.code).toBe('beyond_rights')
  })

  it('is rejected for the last administrator who may appoint others, also with concurrent requests', async () => {
    const club = await aClubWithKim()
    const { organizationId, user } = club
    await administers(club, 'aide', [...flags])
    await remove(club, 'admin', 'kim')
    const aideGoes = async () => void (await remove(club, 'admin', 'aide'))
    const { status } = await interleave('TransactWriteCommand', aideGoes, () => remove(club, 'aide', 'admin'))
    expect(status).toBeGreaterThanOrEqual(400)
    const rows = await organizationAdministrators.of({ organizationId })
    expect(rows.map(({ userId }) => userId)).toEqual([user('admin')])
  })
})
