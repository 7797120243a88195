import { write } from '#functions/table/table.ts'
import { tags } from '#functions/table/tags.ts'
import { type Club, newPart, stamp } from '../club.ts'

/** A right request to each route of teams, players and tags. */

export const tagOf = (club: Club): string => `${club.organizationId}.g00000000000`
async function aTag(_as: string, club: Club) {
  const tagId = tagOf(club)
  if (!(await tags.get({ tagId }, { consistent: true }))) await write(stamp, tags.create({ tagId, name: 'Keeper' }))
}

const onTeam = ({ falcons, mia }: Club) => ({ o: falcons.teamId, context: mia.playerId })
const ofTeam = ({ falcons }: Club) => ({ o: falcons.teamId })
export const teamsQueries: Record<string, (club: Club) => Record<string, string>> = {
  'GET /rest-api/teams/player/{playerId}': ofTeam,
  'PUT /rest-api/teams/player/{playerId}': ofTeam,
  'PUT /rest-api/tag/association/add/{tagId}': onTeam,
  'DELETE /rest-api/tag/delete/association/{tagId}': onTeam,
}

const fields = { name: 'Falcons', sport: 'Soccer', season: '2026/27', color: '#13693a', isRosterVisible: true }
export const teamsBodies: Record<string, object | ((club: Club) => Promise<object>)> = {
  'POST /rest-api/teams/create/{orgId}': async (club) => ({
    teamId: `${club.organizationId}.${newPart('t')}`,
    ...fields,
  }),
  'PUT /rest-api/teams/team/{teamId}': fields,
  'POST /api/v1/addPlayersToTeam': async (club) => ({
    orgUnitId: club.falcons.teamId,
    playersToAdd: [{ playerId: `${club.organizationId}.${newPart('p')}`, firstName: 'Eva', lastName: 'Moreno' }],
  }),
  'POST /api/v1/removePlayer': async (club) => ({
    teamId: club.falcons.teamId,
    playerId: `${club.organizationId}.${newPart('p')}`,
  }),
  'PUT /rest-api/teams/player/{playerId}': { bornOn: '2015-04-01' },
  'POST /rest-api/tag/create': async (club) => ({ orgUnitId: club.falcons.teamId, tagId: tagOf(club), name: 'Keeper' }),
}

export const teamsPrepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'PUT /rest-api/tag/association/add/{tagId}': aTag,
  'DELETE /rest-api/tag/delete/association/{tagId}': aTag,
}
