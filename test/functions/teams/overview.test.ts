import { describe, expect, it } from 'vitest'
import { listPlayers } from '#functions/teams/listPlayers.ts'
import { meOf } from '#functions/table/me.ts'
import { runMetered } from '#functions/table/meter.ts'
import { players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { unassignedPlayers } from '#functions/table/unassignedPlayers.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { putIn } from '../copy.ts'

const OVERVIEW = 'GET /api/v1/orgOverview/{orgId}'
const UNASSIGNED = 'GET /rest-api/teams/unassigned/{orgId}'
const PLAYERS = 'GET /rest-api/teams/players/{orgId}'
const SEARCH = 'GET /rest-api/teams/search/{orgId}'
const BY_TEAM = 'GET /api/v1/playersByTeam'
const as = (club: Club, name: string) => ({ as: club.user(name), orgId: club.organizationId })
const some = (club: Club, names: string[]) =>
  names.map((lastName) => ({ playerId: `${club.organizationId}.${newPart('p')}`, firstName: 'Ada', lastName }))
const putInOtters = (club: Club, names: string[]) =>
  putIn(
    stamp,
    some(club, names).flatMap((player) => teamPlayers.newPlayer(player, club.otters)),
  )

describe('the overview of a club', () => {
  it('lists all teams for an administrator, and their own for a coach or family', async () => {
    const club = await aClub()
    const seenBy = async (name: string) => {
      const { body } = await call(OVERVIEW, as(club, name))
      return [body.teams.map((team) => team.name), body.licenses?.used ?? null, body.myPlayers.length]
    }
    expect(await seenBy('admin')).toEqual([['Falcons', 'Otters'], 2, 0])
    expect(await seenBy('coach')).toEqual([['Falcons'], null, 0])
    expect(await seenBy('parent')).toEqual([['Falcons'], null, 1])
    expect(await seenBy('fan')).toEqual([['Falcons'], null, 0])
  })
})

describe('a player on no team', () => {
  it('is listed as unassigned from leaving the last team until joining another', async () => {
    const club = await aClub()
    const names = async () =>
      (await call(UNASSIGNED, { ...as(club, 'admin'), query: {} })).body.players.map(({ firstName }) => firstName)
    expect(await names()).toEqual([])
    await teamPlayers.remove(stamp, club.mia.playerId, club.falcons)
    await teamPlayers.addNew(stamp, [{ ...club.ada, playerId: `${club.organizationId}.${newPart('p')}` }])
    expect(await names()).toEqual(['Ada', 'Mia'])
    await teamPlayers.add(stamp, club.mia.playerId, club.otters)
    expect(await names()).toEqual(['Ada'])
    await teamPlayers.add(stamp, club.mia.playerId, club.falcons)
    await teamPlayers.remove(stamp, club.mia.playerId, club.falcons)
    expect(await unassignedPlayers.get(club.mia)).toBeUndefined()
  })
})

describe('the players of a club', () => {
  const strange = ['Ümit', 'zander', '𝒵eta', 'van Eijma', 'O’Neil', 'Ødegaard', 'Čech', '李', '']

  it('are listed by name, 50 per page, each once', async () => {
    const club = await aClub()
    const wanted = Array.from({ length: 120 }, (_, i) => `${String.fromCodePoint(97 + (i % 26))}${i}`)
    await putInOtters(club, [...wanted, ...strange])
    const found: string[] = []
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const query = cursor ? { cursor } : {}
      const { body } = await call(PLAYERS, { ...as(club, 'admin'), query })
      expect(body.players.length).toBeLessThanOrEqual(50)
      found.push(...body.players.map(({ lastName }) => lastName))
      cursor = body.cursor
    }
    expect(found).toHaveLength(120 + strange.length + 4)
    expect(found).toEqual(expect.arrayContaining([...wanted, ...strange, 'Moreno']))
    expect(found.slice(0, 4)).toEqual(['𝒵eta', 'a0', 'a104', 'a26'])
    // Fetched in parallel, they are the same, in the same order.
    const together: string[] = []
    for await (const part of players.everyone(club.organizationId)) together.push(...part.map((each) => each.lastName))
    expect(together).toEqual(found)
  })

  it('cost at most three read units for the first page of a large club', async () => {
    const club = await aClub()
    const names = Array.from({ length: 120 }, (_, i) => `van Eijma-Jean Jacques ${i}`)
    await putInOtters(club, names)
    const { readUnits } = await runMetered(async (meter) => {
      const me = meOf({ userId: club.user('admin') })
      await me
      const before = meter.readUnits
      const call = { params: { orgId: club.organizationId }, query: {} } as Parameters<typeof listPlayers>[0]
      await listPlayers({ ...call, me })
      return { readUnits: meter.readUnits - before }
    })
    expect(readUnits).toBeLessThanOrEqual(3)
  })

  it('are found by a search as far as the caller may see them', async () => {
    const club = await aClub()
    await teamPlayers.add(stamp, club.mia.playerId, club.otters)
    const seenBy = async (name: string) => {
      const { body } = await call(SEARCH, as(club, name))
      return body.players.map((player) => [player.firstName, player.teams.map((at) => body.teams[at]?.name)])
    }
    expect(await seenBy('admin')).toEqual([
      ['Ada', ['Falcons']],
      ['Leo', ['Falcons']],
      ['Mia', ['Falcons', 'Otters']],
      ['Sam', ['Otters']],
    ])
    // The Falcons’ coach may not see Mia's other teams.
    expect(await seenBy('coach')).toEqual([
      ['Ada', ['Falcons']],
      ['Leo', ['Falcons']],
      ['Mia', ['Falcons']],
    ])
    expect(await seenBy('parent')).toEqual([])
  })
})

describe('players by team', () => {
  it('are those of the teams that the caller administers or coaches', async () => {
    const club = await aClub()
    const names = async (name: string, orgId?: string) =>
      (await call(BY_TEAM, { as: club.user(name), query: orgId ? { orgId } : {} })).body.teams
        .map((team) => `${team.name} ${team.players.length}`)
        .toSorted()
    expect(await names('admin')).toEqual(['Falcons 3', 'Otters 1'])
    expect(await names('coach')).toEqual(['Falcons 3'])
    expect(await names('parent')).toEqual([])
    expect(await names('admin', newPart('o'))).toEqual([])
  })

  it('continue on the next page after ten teams', async () => {
    const club = await aClub()
    const teamIds = Array.from({ length: 12 }, () => `${club.organizationId}.${newPart('t')}`)
    for (const teamId of teamIds)
      await call('POST /rest-api/teams/create/{orgId}', {
        ...as(club, 'admin'),
        body: { teamId, name: 'Team', sport: 'Soccer', season: '', color: '', isRosterVisible: false },
      })
    const first = await call(BY_TEAM, { as: club.user('admin'), query: {} })
    const query = { cursor: first.body.cursor ?? '' }
    const second = await call(BY_TEAM, { as: club.user('admin'), query })
    const seen = [...first.body.teams, ...second.body.teams].map(({ id }) => id)
    expect([first.body.teams.length, second.body.teams.length, second.body.cursor]).toEqual([10, 4, null])
    expect(seen.toSorted()).toEqual([...teamIds, club.falcons.teamId, club.otters.teamId].toSorted())
  })
})
