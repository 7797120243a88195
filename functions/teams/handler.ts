import { teams } from '#shared/api/teams.ts'
import { serve } from '../serve.ts'
import { readTeam } from './readTeam.ts'

export const handler = serve(teams, {
  'GET /api/v1/team/{teamId}': readTeam,
})
