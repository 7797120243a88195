import { describe, expect, it } from 'vitest'
import { players } from '#functions/table/players.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { unassignedPlayers } from '#functions/table/unassignedPlayers.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { aClubWithFee } from './charging.ts'

describe('coaches and administrators who charge fees', () => {
  it('list the players they can charge: the team’s roster, or all players with their teams', async () => {
    const { club } = await aClubWithFee()
    const list = async (as: string, orgUnitId: string) =>
      (await call('GET /rest-api/fee/players/{orgUnitId}', { as: club.user(as), orgUnitId })).body.players
    const names = (players: Awaited<ReturnType<typeof list>>) => players.map(({ firstName }) => firstName)
    expect(names(await list('treasurer', club.falcons.teamId))).toEqual(['Ada', 'Leo', 'Mia'])
    const everybody = await list('admin', club.organizationId)
    expect(names(everybody)).toEqual(['Ada', 'Leo', 'Mia', 'Sam'])
    expect(everybody.at(-1)?.teamIds).toEqual([club.otters.teamId])
    expect(await rosterRows.get({ teamId: club.otters.teamId, playerId: club.sam.playerId })).toBeDefined()
    // Only users who may edit players see tags.
    const tags = [{ id: `${club.organizationId}.g00000000001`, name: 'Travel squad' }]
    await write(stamp, players.change({ playerId: club.mia.playerId }, { set: { tags } }))
    const tagged = async (as: string) =>
      (await list(as, club.falcons.teamId)).filter(({ tags }) => tags.includes('Travel squad')).map(({ id }) => id)
    expect(await tagged('admin')).toEqual([club.mia.playerId])
    expect(await tagged('treasurer')).toEqual([])
  })

  it('list players without an active team for the club, and only the roster for a team', async () => {
    const { club } = await aClubWithFee()
    const camper = { playerId: `${club.organizationId}.${newPart('p')}`, firstName: 'Cas', lastName: 'Camper' }
    await write(stamp, players.create({ ...camper, teams: [] }), unassignedPlayers.create(camper))
    await teams.archive(stamp, club.otters)
    const list = async (orgUnitId: string) =>
      (await call('GET /rest-api/fee/players/{orgUnitId}', { as: club.user('admin'), orgUnitId })).body.players
    const onNone = (await list(club.organizationId)).filter(({ teamIds }) => teamIds.length === 0)
    expect(onNone.map(({ firstName }) => firstName)).toEqual(['Cas', 'Sam'])
    expect((await list(club.falcons.teamId)).map(({ firstName }) => firstName)).toEqual(['Ada', 'Leo', 'Mia'])
  })

  it('are told which teams’ fees they manage', async () => {
    const { club } = await aClubWithFee()
    const list = async (as: string) =>
      (await call('GET /rest-api/fee/admin-teams/{orgId}', { as: club.user(as), orgId: club.organizationId })).body
    expect(await list('treasurer')).toEqual({ all: false, teams: [{ id: club.falcons.teamId, name: 'Falcons' }] })
    expect((await list('admin')).teams.map(({ name }) => name)).toEqual(['Falcons', 'Otters'])
    expect(await list('parent')).toEqual({ all: false, teams: [] })
    await teams.archive(stamp, club.falcons)
    expect([(await list('treasurer')).teams, (await list('admin')).teams.map(({ name }) => name)]).toEqual([
      ...[[], ['Otters']],
    ])
  })
})
