import { session } from '#shared/api/session.ts'
import { serve } from '../serve.ts'
import { readPlayersAndTeams } from './readPlayersAndTeams.ts'
import { readProfile } from './readProfile.ts'

export const handler = serve(session, {
  'GET /rest-api/users/profile': readProfile,
  'GET /rest-api/users/token': async ({ userId }) => ({ userId, valid: true as const }),
  'GET /api/v1/playersAndTeams': readPlayersAndTeams,
})
