import { teams } from '#shared/api/teams.ts'
import { later } from '../runtime/lazyHandler.ts'
import { serve } from '../serve.ts'
import { readTeam } from './readTeam.ts'

const rarer = () => import('./rarer.ts')

export const handler = serve(teams, {
  'GET /api/v1/team/{teamId}': readTeam,
  'GET /rest-api/teams/birth-years/{teamId}': later(rarer, 'listBirthYears'),
  'POST /rest-api/teams/create/{orgId}': later(rarer, 'createTeam'),
  'PUT /rest-api/teams/team/{teamId}': later(rarer, 'changeTeam'),
  'POST /o/{orgUnitId}/archive': later(rarer, 'archiveTeam'),
  'POST /o/{orgUnitId}/unarchive': later(rarer, 'unarchiveTeam'),
  'GET /api/v1/orgOverview/{orgId}': later(rarer, 'readOverview'),
  'GET /rest-api/teams/unassigned/{orgId}': later(rarer, 'listUnassigned'),
  'GET /rest-api/teams/players/{orgId}': later(rarer, 'listPlayers'),
  'GET /rest-api/teams/search/{orgId}': later(rarer, 'readSearch'),
  'GET /api/v1/playersByTeam': later(rarer, 'listPlayersByTeam'),
  'POST /api/v1/addPlayersToTeam': later(rarer, 'addPlayers'),
  'POST /api/v1/removePlayer': later(rarer, 'removePlayer'),
  'GET /rest-api/teams/player/{playerId}': later(rarer, 'readPlayer'),
  'GET /rest-api/teams/player/{playerId}/standing': later(rarer, 'readStanding'),
  'PUT /rest-api/teams/player/{playerId}': later(rarer, 'changePlayer'),
  'POST /rest-api/tag/create': later(rarer, 'createTag'),
  'PUT /rest-api/tag/association/add/{tagId}': later(rarer, 'addTag'),
  'DELETE /rest-api/tag/delete/association/{tagId}': later(rarer, 'removeTag'),
  'GET /rest-api/tag/names/{orgUnitId}': later(rarer, 'listTags'),
  'GET /rest-api/tag/names/{orgId}/{orgUnitId}': later(rarer, 'listTagsInUse'),
  'GET /rest-api/teams/week': later(rarer, 'readWeek'),
})
