import { teams } from '#shared/api/teams.ts'
import { serve } from '../serve.ts'
import { addPlayers, removePlayer } from './addPlayers.ts'
import { archiveTeam, changeTeam, createTeam, unarchiveTeam } from './changeTeam.ts'
import { listPlayers, listPlayersByTeam, listUnassigned, readSearch } from './listPlayers.ts'
import { changePlayer, readPlayer } from './player.ts'
import { readOverview } from './readOverview.ts'
import { readTeam } from './readTeam.ts'
import { readWeek } from './readWeek.ts'
import { readStanding } from './standing.ts'
import { addTag, createTag, listTags, listTagsInUse, removeTag } from './tags.ts'

export const handler = serve(teams, {
  'GET /api/v1/team/{teamId}': readTeam,
  'POST /rest-api/teams/create/{orgId}': createTeam,
  'PUT /rest-api/teams/team/{teamId}': changeTeam,
  'POST /o/{orgUnitId}/archive': archiveTeam,
  'POST /o/{orgUnitId}/unarchive': unarchiveTeam,
  'GET /api/v1/orgOverview/{orgId}': readOverview,
  'GET /rest-api/teams/unassigned/{orgId}': listUnassigned,
  'GET /rest-api/teams/players/{orgId}': listPlayers,
  'GET /rest-api/teams/search/{orgId}': readSearch,
  'GET /api/v1/playersByTeam': listPlayersByTeam,
  'POST /api/v1/addPlayersToTeam': addPlayers,
  'POST /api/v1/removePlayer': removePlayer,
  'GET /rest-api/teams/player/{playerId}': readPlayer,
  'GET /rest-api/teams/player/{playerId}/standing': readStanding,
  'PUT /rest-api/teams/player/{playerId}': changePlayer,
  'POST /rest-api/tag/create': createTag,
  'PUT /rest-api/tag/association/add/{tagId}': addTag,
  'DELETE /rest-api/tag/delete/association/{tagId}': removeTag,
  'GET /rest-api/tag/names/{orgUnitId}': listTags,
  'GET /rest-api/tag/names/{orgId}/{orgUnitId}': listTagsInUse,
  'GET /rest-api/teams/week': readWeek,
})
