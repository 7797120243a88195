import { describe, expect, it } from 'vitest'
import { teamPlayers } from '#functions/table/rosters.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'

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
    await teamPlayers.addNew(
      stamp,
      Array.from({ length: 650 }, (_, i) => ({
        playerId: `${club.organizationId}.${newPart('p')}`,
        firstName: `Player ${i}`,
        lastName: 'van Eijma',
      })),
      club.otters,
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
