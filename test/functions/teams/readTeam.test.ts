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
  it('shows its coach everyone, by last name, with the coaches’ names', async () => {
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

  it('tells who may edit administrators what each may do', async () => {
    const club = await aClub()
    const { body } = await call(TEAM, { as: club.user('admin'), teamId: club.falcons.teamId })
    expect(body.orgAdmins[0]?.permissions).toEqual({ canEditEvents: true, canEditPlayers: true })
  })

  it('tells who may edit players how they are tagged, and nobody else', async () => {
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

  it('tells who may edit players in which years they are born, as far as that is known, and no more of it', async () => {
    const club = await aClub()
    await write(stamp, players.change(club.mia, { set: { bornOn: '2014-03-09' } }))
    const { teamId } = club.falcons
    const { body } = await call('GET /rest-api/teams/birth-years/{teamId}', { as: club.user('coach'), teamId })
    expect(body).toEqual({ players: [{ id: club.mia.playerId, year: 2014 }] })
  })

  it('shows families everyone where it shows its roster, and only their own where it does not', async () => {
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

  it('of 650 comes whole, in one range', async () => {
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

describe('a player who joins one more team', () => {
  it('is on both rosters, and the family can see the second at once', async () => {
    const club = await aClub()
    expect((await call(TEAM, { as: club.user('parent'), teamId: club.otters.teamId })).status).toBe(403)
    await teamPlayers.add(stamp, club.mia.playerId, club.otters)
    const { body } = await call(TEAM, { as: club.user('parent'), teamId: club.otters.teamId })
    expect(body.myPlayers).toEqual([club.mia.playerId])
    const { body: selector } = await call('GET /api/v1/playersAndTeams', { as: club.user('fan') })
    expect(selector.following[0]?.orgUnits.map(({ name }) => name)).toEqual(['Falcons', 'Otters'])
  })
})
