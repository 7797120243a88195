import { teams } from '#shared/api/teams.ts'
import { lazyHandler } from '../runtime/lazy.ts'
import { serve } from '../serve.ts'
import { readTeam } from './readTeam.ts'

const rareCalls = () => import('./rareCalls.ts')

export const handler = serve(teams, {
  'GET /api/v1/team/{teamId}': readTeam,
  'GET /rest-api/teams/birth-years/{teamId}': lazyHandler(rareCalls, 'listBirthYears'),
  'POST /rest-api/teams/create/{orgId}': lazyHandler(rareCalls, 'createTeam'),
  'PUT /rest-api/teams/team/{teamId}': lazyHandler(rareCalls, 'changeTeam'),
  'POST /o/{orgUnitId}/archive': lazyHandler(rareCalls, 'archiveTeam'),
  'POST /o/{orgUnitId}/unarchive': lazyHandler(rareCalls, 'unarchiveTeam'),
  'GET /api/v1/orgOverview/{orgId}': lazyHandler(rareCalls, 'readOverview'),
  'GET /rest-api/teams/unassigned/{orgId}': lazyHandler(rareCalls, 'listUnassigned'),
  'GET /rest-api/teams/players/{orgId}': lazyHandler(rareCalls, 'listPlayers'),
  'GET /rest-api/teams/search/{orgId}': lazyHandler(rareCalls, 'readSearch'),
  'GET /api/v1/playersByTeam': lazyHandler(rareCalls, 'listPlayersByTeam'),
  'POST /api/v1/addPlayersToTeam': lazyHandler(rareCalls, 'addPlayers'),
  'POST /api/v1/removePlayer': lazyHandler(rareCalls, 'removePlayer'),
  'GET /rest-api/teams/player/{playerId}': lazyHandler(rareCalls, 'readPlayer'),
  'GET /rest-api/teams/player/{playerId}/standing': lazyHandler(rareCalls, 'readPlayerStatus'),
  'PUT /rest-api/teams/player/{playerId}': lazyHandler(rareCalls, 'changePlayer'),
  'POST /rest-api/tag/create': lazyHandler(rareCalls, 'createTag'),
  'PUT /rest-api/tag/association/add/{tagId}': lazyHandler(rareCalls, 'addTag'),
  'DELETE /rest-api/tag/delete/association/{tagId}': lazyHandler(rareCalls, 'removeTag'),
  'GET /rest-api/tag/names/{orgUnitId}': lazyHandler(rareCalls, 'listTags'),
  'GET /rest-api/tag/names/{orgId}/{orgUnitId}': lazyHandler(rareCalls, 'listTagsInUse'),
  'GET /rest-api/teams/week': lazyHandler(rareCalls, 'readWeek'),
})
