import { teams } from '#shared/api/teams.ts'
import { lazyHandler } from '../runtime/lazy.ts'
import { serve } from '../serve.ts'
import { readTeam } from './readTeam.ts'

const rarer = () => import('./rarer.ts')

export const handler = serve(teams, {
  'GET /api/v1/team/{teamId}': readTeam,
  'GET /rest-api/teams/birth-years/{teamId}': lazyHandler(rarer, 'listBirthYears'),
  'POST /rest-api/teams/create/{orgId}': lazyHandler(rarer, 'createTeam'),
  'PUT /rest-api/teams/team/{teamId}': lazyHandler(rarer, 'changeTeam'),
  'POST /o/{orgUnitId}/archive': lazyHandler(rarer, 'archiveTeam'),
  'POST /o/{orgUnitId}/unarchive': lazyHandler(rarer, 'unarchiveTeam'),
  'GET /api/v1/orgOverview/{orgId}': lazyHandler(rarer, 'readOverview'),
  'GET /rest-api/teams/unassigned/{orgId}': lazyHandler(rarer, 'listUnassigned'),
  'GET /rest-api/teams/players/{orgId}': lazyHandler(rarer, 'listPlayers'),
  'GET /rest-api/teams/search/{orgId}': lazyHandler(rarer, 'readSearch'),
  'GET /api/v1/playersByTeam': lazyHandler(rarer, 'listPlayersByTeam'),
  'POST /api/v1/addPlayersToTeam': lazyHandler(rarer, 'addPlayers'),
  'POST /api/v1/removePlayer': lazyHandler(rarer, 'removePlayer'),
  'GET /rest-api/teams/player/{playerId}': lazyHandler(rarer, 'readPlayer'),
  'GET /rest-api/teams/player/{playerId}/standing': lazyHandler(rarer, 'readPlayerStatus'),
  'PUT /rest-api/teams/player/{playerId}': lazyHandler(rarer, 'changePlayer'),
  'POST /rest-api/tag/create': lazyHandler(rarer, 'createTag'),
  'PUT /rest-api/tag/association/add/{tagId}': lazyHandler(rarer, 'addTag'),
  'DELETE /rest-api/tag/delete/association/{tagId}': lazyHandler(rarer, 'removeTag'),
  'GET /rest-api/tag/names/{orgUnitId}': lazyHandler(rarer, 'listTags'),
  'GET /rest-api/tag/names/{orgId}/{orgUnitId}': lazyHandler(rarer, 'listTagsInUse'),
  'GET /rest-api/teams/week': lazyHandler(rarer, 'readWeek'),
})
