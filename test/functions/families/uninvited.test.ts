import { describe, expect, it } from 'vitest'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { familyOf } from '#functions/families/people/familyOf.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { familyInvitedCounts } from '#functions/table/familyInvitations.ts'
import { guardians } from '#functions/table/guardians.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { putIn } from '../copy.ts'
import { leaveFamily } from '../today/answerLinks.ts'

const LIST = 'GET /rest-api/families/uninvited/{orgUnitId}'
const INVITE = 'POST /rest-api/families/player/{playerId}/invite'

let last = 0
const invite = (club: Club, playerId: string, email: string, as = 'admin') =>
  call(INVITE, {
    as: club.user(as),
    playerId,
    body: { invitationId: `invitation${String(++last).padStart(8, '0')}`, email, name: 'Gran', relation: 'own' },
  })
/** A guardian recorded by the club for these children, optionally with a household. */
async function known(club: Club, email: string, children: { playerId: string }[], household?: string) {
  const householdId = household && `${club.organizationId}.h0000000000${household}`
  for (const { playerId } of children)
    await write(
      stamp,
      guardians.create({
        playerId,
        guardianId: newPart('g'),
        name: 'Gran',
        email,
        ...(householdId && { householdId }),
      }),
    )
}
const list = async (club: Club, orgUnitId: string, as = 'admin', cursor?: string) =>
  (await call(LIST, { as: club.user(as), orgUnitId, query: cursor === undefined ? {} : { cursor } })).body
/** By first name: the family's state, and who can be invited. */
const said = async (club: Club, orgUnitId = club.organizationId, as = 'admin') =>
  Object.fromEntries(
    (await list(club, orgUnitId, as)).players.map(({ firstName, family, grownUps }) => [
      firstName,
      [family, ...grownUps.map(({ email }) => email)],
    ]),
  )

describe('the list of uninvited families', () => {
  it('shows who is here, invited or known by address; for a team only its players', async () => {
    const club = await aClub()
    const { mia, leo, ada, sam, falcons } = club
    await known(club, 'gran@family.example', [leo])
    await known(club, 'other@family.example', [sam])
    const before = await said(club)
    expect(before).toMatchObject({ Mia: ['here'], Sam: [expect.any(String), 'other@family.example'] })
    expect(before['Leo']).toContain('gran@family.example')
    await invite(club, leo.playerId, 'gran@family.example')
    expect((await said(club))['Leo']).not.toContain('gran@family.example')
    const onTeam = await list(club, falcons.teamId, 'coach')
    expect(onTeam.players.map(({ id }) => id).toSorted()).toEqual(
      [mia, leo, ada].map(({ playerId }) => playerId).toSorted(),
    )
    expect([onTeam.name, onTeam.cursor]).toEqual(['Falcons', null])
  })

  it('does not count a child’s own account as family', async () => {
    const club = await aClub()
    await write(stamp, playerAccounts.create({ userId: club.user('parent2'), playerId: club.mia.playerId }))
    expect((await said(club))['Mia']).toEqual(['here'])
    await leaveFamily(club, 'parent')
    expect((await said(club))['Mia']).toEqual(['nobody'])
  })

  it('marks players on no team or only an archived one, except in that team’s own list', async () => {
    const club = await aClub()
    const awayIn = async (orgUnitId: string) =>
      (await list(club, orgUnitId)).players.flatMap(({ firstName, onNoTeam }) => (onNoTeam ? [firstName] : []))
    expect(await awayIn(club.organizationId)).toEqual([])
    await teamPlayers.remove(stamp, club.leo.playerId, club.falcons)
    await teams.archive(stamp, club.otters)
    await refreshCopies('Team', teams.key(club.otters))
    expect((await awayIn(club.organizationId)).toSorted()).toEqual(['Leo', 'Sam'])
    expect(await awayIn(club.otters.teamId)).toEqual([])
  })

  it('omits known addresses of family members, in any case, including earlier ones', async () => {
    const club = await aClub()
    const userId = club.user('parent')
    const emails = { email: 'Pat@Home.example', emailsBefore: ['pat@work.example'] }
    await write(stamp, profiles.create({ userId, ...emails, firstName: 'Pat', lastName: 'Moreno' }))
    await known(club, 'pat@home.example', [club.mia])
    await known(club, 'pat@work.example', [club.mia])
    expect((await said(club))['Mia']).toEqual(['here'])
  })

  it('invites an address once in bulk; followers can still be invited as family', async () => {
    const club = await aClub()
    const { leo } = club
    const bulk = (email: string) =>
      call(INVITE, {
        as: club.user('admin'),
        playerId: leo.playerId,
        body: {
          ...{ invitationId: `invitation${String(++last).padStart(8, '0')}`, name: 'Gran', relation: 'own' },
          ...{ email, unlessReached: true },
        },
      })
    await known(club, 'gran@family.example', [leo])
    expect((await bulk('Gran@family.example')).body).toEqual({})
    expect((await bulk('gran@family.example')).body).toEqual({ already: true })
    const { invitations } = await familyOf(leo.playerId)
    expect(invitations.map(({ email }) => email)).toEqual(['gran@family.example'])
    // An individual invitation is sent again: a mail may have been lost.
    expect((await invite(club, leo.playerId, 'gran@family.example')).body).toEqual({})

    const userId = club.user('nobody')
    await write(stamp, profiles.create({ userId, email: 'Dad@family.example', firstName: 'Dan', lastName: 'Moreno' }))
    await families.join(stamp, { playerId: leo.playerId, userId, relation: 'following' })
    await known(club, 'dad@family.example', [leo])
    expect((await said(club))['Leo']).toContain('dad@family.example')
    await families.join(stamp, { playerId: club.ada.playerId, userId, relation: 'own' })
    await known(club, 'dad@family.example', [club.ada])
    expect((await said(club))['Ada']).toEqual(['here'])
  })

  it('invites an address once with concurrent requests, and never exceeds the limit per player', async () => {
    const club = await aClub()
    const { playerId } = club.leo
    const bulk = (email: string) => {
      const invitationId = `invitation${String(++last).padStart(8, '0')}`
      const body = { invitationId, email, name: 'Gran', relation: 'own' as const, unlessReached: true }
      return call(INVITE, { as: club.user('admin'), playerId, body })
    }
    for (const email of ['gran@race.example', 'aunt@race.example', 'dad@race.example']) {
      const both = await Promise.all([bulk(email), bulk(email)])
      expect(both.filter(({ body }) => 'already' in body)).toHaveLength(1)
    }
    expect((await familyOf(playerId)).invitations).toHaveLength(3)
    for (let i = 3; i < 11; i += 1) await invite(club, playerId, `gran${i}@race.example`)
    const last3 = await Promise.all([1, 2, 3].map((i) => bulk(`last${i}@race.example`)))
    expect(last3.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
    expect((await familyOf(playerId)).invitations).toHaveLength(12)
  })

  it('counts one invitation for all children of a household', async () => {
    const club = await aClub({ roster: ['Nia', 'Noa', 'Abe'] })
    const all = (await list(club, club.organizationId)).players
    const called = (...names: string[]) =>
      all.flatMap(({ id, firstName }) => (names.includes(firstName) ? [{ playerId: id }] : []))
    await known(club, 'gran@family.example', called('Nia', 'Noa'), '1')
    await known(club, 'gran@family.example', called('Abe'))
    const households = (await list(club, club.organizationId)).players.flatMap(({ firstName, grownUps }) =>
      grownUps.map(({ household }) => [firstName, household !== null]),
    )
    expect(Object.fromEntries(households)).toEqual({ Nia: true, Noa: true, Abe: false })
    await invite(club, called('Nia')[0]?.playerId ?? '', 'gran@family.example')
    const after = await said(club)
    expect([after['Nia'], after['Noa'], after['Abe']]).toEqual([
      ['invited'],
      ['invited'],
      ['nobody', 'gran@family.example'],
    ])
  })

  it('shows families as uninvited again once their inviter has lost the right to invite', async () => {
    const club = await aClub({ roster: ['Nia', 'Noa', 'Abe'] })
    const { organization, organizationId, falcons } = club
    const names = { firstName: 'Rita', lastName: 'Registrar' }
    const registrar = { ...names, userId: club.user('registrar'), flags: ['canEditPlayers' as const] }
    await write(stamp, ...organizationAdministrators.appoint(organization, registrar))
    const all = (await list(club, organizationId)).players
    const called = (name: string) => ({ playerId: all.find(({ firstName }) => firstName === name)?.id ?? '' })
    const [nia, noa, abe] = [called('Nia'), called('Noa'), called('Abe')]
    const [one, other] = ['gran@family.example', 'aunt@family.example']
    await known(club, one, [nia, noa], '1')
    await known(club, other, [abe])
    await invite(club, nia.playerId, one, 'registrar')
    const asCoach = { email: other, name: 'Aunt', relation: 'own' as const, teamId: falcons.teamId }
    const sent = { ...asCoach, invitationId: `invitation${String(++last).padStart(8, '0')}` }
    expect((await call(INVITE, { as: club.user('coach'), ...abe, body: sent })).status).toBe(200)
    const now = async () => {
      const { Nia, Noa, Abe } = await said(club)
      return [Nia, Noa, Abe]
    }
    expect(await now()).toEqual([['invited'], ['invited'], ['invited']])
    const row = await organizationAdministrators.get({ organizationId, userId: registrar.userId }, { consistent: true })
    await write(stamp, ...(row ? organizationAdministrators.dismiss({ organizationId, userId: row.userId }, row) : []))
    expect(await now()).toEqual([['nobody', one], ['nobody', one], ['invited']])
    const coach = { teamId: falcons.teamId, userId: club.user('coach') }
    await write(stamp, teamAdministrators.change(coach, { set: { flags: [] } }))
    expect(await now()).toEqual([
      ['nobody', one],
      ['nobody', one],
      ['nobody', other],
    ])
    const again = { invitationId: `invitation${String(++last).padStart(8, '0')}`, name: 'Gran', email: one }
    const body = { ...again, relation: 'own' as const, unlessReached: true }
    expect((await call(INVITE, { as: club.user('admin'), ...nia, body })).body).toEqual({})
    expect((await now()).slice(0, 2)).toEqual([['invited'], ['invited']])
  })

  it('has pages of up to a hundred players after a first one of 25', async () => {
    const club = await aClub()
    const many = Array.from({ length: 110 }, (_, i) => ({
      playerId: `${club.organizationId}.${newPart('p')}`,
      firstName: `P${i}`,
      lastName: 'Zed',
    }))
    await putIn(
      stamp,
      many.flatMap((player) => teamPlayers.newPlayer(player)),
    )
    const first = await list(club, club.organizationId)
    const rest = await list(club, club.organizationId, 'admin', first.cursor ?? '')
    expect([first.players.length, rest.cursor]).toEqual([25, null])
    const ids = [...first.players, ...rest.players].map(({ id }) => id)
    expect(new Set(ids).size).toBe(114)
  })

  it('allows invitations up to the club’s daily limit', async () => {
    const club = await aClub()
    const { organizationId, mia } = club
    const day = '2026-11-21'
    await update(stamp, familyInvitedCounts.upsert({ organizationId, day }, { set: { invited: 498 } }))
    await update(
      stamp,
      familyInvitedCounts.upsert({ organizationId, day, userId: club.user('admin') }, { set: { invited: 100 } }),
    )
    expect((await invite(club, mia.playerId, 'one@family.example')).status).toBe(200)
    expect((await invite(club, mia.playerId, 'two@family.example')).status).toBe(200)
    expect((await invite(club, mia.playerId, 'three@family.example')).refusal.code).toBe('too_many_invitations')
  })
})
