import { session } from '#shared/api/session.ts'
import { serve } from '../serve.ts'
import { putAvatar, removeAvatar } from './avatar.ts'
import { changeProfile } from './changeProfile.ts'
import { countUse } from './countUse.ts'
import { continueSession, endDevice, listDevices } from './devices.ts'
import { endAllSessions, endOtherSessions, endSession } from './endSession.ts'
import { stopInPlace } from './inPlace.ts'
import { readExpiration } from './readExpiration.ts'
import { readPlayersAndTeams } from './readPlayersAndTeams.ts'
import { readProfile } from './readProfile.ts'
import { readToken } from './readToken.ts'
import { readWalkthrough, updateWalkthrough } from './walkthroughs.ts'

export const handler = serve(session, {
  'GET /rest-api/users/profile': readProfile,
  'PUT /rest-api/session/profile': changeProfile,
  'PUT /rest-api/session/avatar': putAvatar,
  'DELETE /rest-api/session/avatar': removeAvatar,
  'GET /rest-api/users/expiration-token': readExpiration,
  'GET /rest-api/users/feature-walkthrough': readWalkthrough,
  'POST /rest-api/users/update-feature-walkthrough': updateWalkthrough,
  'GET /rest-api/users/token': readToken,
  'POST /rest-api/session/use': countUse,
  'POST /rest-api/session/end': endSession,
  'GET /rest-api/session/sessions': listDevices,
  'POST /rest-api/session/sessions/end': endDevice,
  'POST /rest-api/session/continue': continueSession,
  'POST /rest-api/session/in-place/stop': stopInPlace,
  'POST /rest-api/session/end-others': endOtherSessions,
  'POST /rest-api/session/end-all': endAllSessions,
  'GET /api/v1/playersAndTeams': readPlayersAndTeams,
})
