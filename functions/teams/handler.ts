import { teams } from '#shared/api/teams.ts'
import { serve } from '../serve.ts'
import { archiveTeam, changeTeam, createTeam, unarchiveTeam } from './changeTeam.ts'
import { listPlayers, listPlayersByTeam, listUnassigned, readSearch } from './listPlayers.ts'
import { readOverview } from './readOverview.ts'
import { readTeam } from './readTeam.ts'

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
})
