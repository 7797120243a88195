import { describe, expect, it } from 'vitest'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { players } from '#functions/table/players.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { putIn } from '../copy.ts'

const TEAM = 'GET /api/v1/team/{teamId}'

describe('a team', () => {
  it('lists all players by name for its coach, with the coaches’ names', async () => {
    const club = await aClub()
    const { body } = await call(TEAM, { as: club.user('coach'), teamId: club.falcons.teamId })
    expect(body.players.map(({ firstName }) => firstName)).toEqual(['Ada', 'Leo', 'Mia'])
    expect(body).toMatchObject({
      name: 'Falcons',
      archived: false,
      dateArchived: null,
      organization: { name: 'Springfield FC' },
      myPlayers: [],
    })
    expect(body.orgAdmins).toMatchObject([{ name: 'coach Okafor', permissions: {} }])
  })

  it('shows the coaches’ permissions to those who may edit administrators', async () => {
    const club = await aClub()
    const { body } = await call(TEAM, { as: club.user('admin'), teamId: club.falcons.teamId })
    expect(body.orgAdmins[0]?.permissions).toEqual({ canEditEvents: true, canEditPlayers: true })
  })

  it('shows players’ tags only to those who may edit players', async () => {
    const club = await aClub({ isRosterVisible: true })
    const { teamId } = club.falcons
    const keeper = { id: `${club.organizationId}.${newPart('g')}`, name: 'Keeper' }
    const planner = { userId: club.user('planner'), firstName: 'planner', lastName: 'Okafor' }
    await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...planner, flags: ['canEditEvents'] }))
    await update(stamp, players.change(club.mia, { set: { tags: [keeper] } }))
    await refreshCopies('Player', players.key(club.mia))
    const tagsFor = async (name: string) =>
      (await call(TEAM, { as: club.user(name), teamId })).body.players.flatMap(({ tags = [] }) => tags)
    const searchedBy = async (name: string) =>
      (
        await call('GET /rest-api/teams/search/{orgId}', { as: club.user(name), orgId: club.organizationId })
      ).body.players.flatMap(({ tags }) => tags)
    expect([await tagsFor('coach'), await searchedBy('coach')]).toEqual([['Keeper'], ['Keeper']])
    expect([await tagsFor('admin'), await searchedBy('admin')]).toEqual([['Keeper'], ['Keeper']])
    expect([await tagsFor('planner'), await searchedBy('planner')]).toEqual([[], []])
    // Her own family sees her, but not the club's tags.
    expect(await tagsFor('parent')).toEqual([])
    // Players keep their tags when they are added to another team.
    await teamPlayers.add(stamp, club.mia.playerId, club.otters)
    const { body } = await call(TEAM, { as: club.user('admin'), teamId: club.otters.teamId })
    expect(body.players.find(({ firstName }) => firstName === 'Mia')?.tags).toEqual(['Keeper'])
    await update(stamp, players.change(club.mia, { set: { tags: [] } }))
    await refreshCopies('Player', players.key(club.mia))
    expect(await tagsFor('coach')).toEqual([])
  })

  it('shows only the years of birth to those who may edit players', async () => {
    const club = await aClub()
    await write(stamp, players.change(club.mia, { set: { bornOn: '2014-03-09' } }))
    const { teamId } = club.falcons
    const { body } = await call('GET /rest-api/teams/birth-years/{teamId}', { as: club.user('coach'), teamId })
    expect(body).toEqual({ players: [{ id: club.mia.playerId, year: 2014 }] })
  })

  it('shows families the whole roster if it is visible, otherwise only their own players', async () => {
    const open = await aClub({ isRosterVisible: true })
    const closed = await aClub({ isRosterVisible: false })
    const seenBy = async (club: typeof open, name: string) =>
      (await call(TEAM, { as: club.user(name), teamId: club.falcons.teamId })).body.players.map(
        ({ firstName }) => firstName,
      )
    expect(await seenBy(open, 'parent')).toEqual(['Ada', 'Leo', 'Mia'])
    expect(await seenBy(open, 'fan')).toEqual(['Mia'])
    expect(await seenBy(closed, 'parent')).toEqual(['Mia'])
    expect(await seenBy(closed, 'fan')).toEqual(['Mia'])
    expect(await seenBy(closed, 'coach')).toEqual(['Ada', 'Leo', 'Mia'])
  })

  it('of 650 players is returned completely', async () => {
    const club = await aClub()
    const many = Array.from({ length: 650 }, (_, i) => ({
      teamId: club.otters.teamId,
      playerId: `${club.organizationId}.${newPart('p')}`,
      firstName: `Player ${i}`,
      lastName: 'van Eijma',
    }))
    await putIn(
      stamp,
      many.map((player) => rosterRows.create(player)),
    )
    const { body } = await call(TEAM, { as: club.user('admin'), teamId: club.otters.teamId })
    expect(body.players).toHaveLength(651)
  })
})

describe('a player who joins another team', () => {
  it('is on both rosters, and the family can see the second team at once', async () => {
    const club = await aClub()
    expect((await call(TEAM, { as: club.user('parent'), teamId: club.otters.teamId })).status).toBe(403)
    await teamPlayers.add(stamp, club.mia.playerId, club.otters)
    const { body } = await call(TEAM, { as: club.user('parent'), teamId: club.otters.teamId })
    expect(body.myPlayers).toEqual([club.mia.playerId])
    const { body: selector } = await call('GET /api/v1/playersAndTeams', { as: club.user('fan') })
    expect(selector.following[0]?.orgUnits.map(({ name }) => name)).toEqual(['Falcons', 'Otters'])
  })
})
