import { session } from '#shared/api/session.ts'
import { lazyHandler } from '../runtime/lazy.ts'
import { serve } from '../serve.ts'
import { readExpiration } from './readExpiration.ts'
import { readPlayersAndTeams } from './readPlayersAndTeams.ts'
import { readProfile } from './readProfile.ts'
import { readToken } from './readToken.ts'
import { readWalkthrough, updateWalkthrough } from './walkthroughs.ts'

const rareCalls = () => import('./rareCalls.ts')

export const handler = serve(session, {
  'GET /rest-api/users/profile': readProfile,
  'PUT /rest-api/session/profile': lazyHandler(rareCalls, 'changeProfile'),
  'PUT /rest-api/session/avatar': lazyHandler(rareCalls, 'putAvatar'),
  'DELETE /rest-api/session/avatar': lazyHandler(rareCalls, 'removeAvatar'),
  'GET /rest-api/users/expiration-token': readExpiration,
  'GET /rest-api/users/feature-walkthrough': readWalkthrough,
  'POST /rest-api/users/update-feature-walkthrough': updateWalkthrough,
  'GET /rest-api/users/token': readToken,
  'POST /rest-api/session/use': lazyHandler(rareCalls, 'countUse'),
  'POST /rest-api/session/end': lazyHandler(rareCalls, 'endSession'),
  'GET /rest-api/session/sessions': lazyHandler(rareCalls, 'listDevices'),
  'POST /rest-api/session/sessions/end': lazyHandler(rareCalls, 'endDevice'),
  'POST /rest-api/session/continue': lazyHandler(rareCalls, 'continueSession'),
  'POST /rest-api/session/in-place/stop': lazyHandler(rareCalls, 'stopInPlace'),
  'POST /rest-api/session/end-others': lazyHandler(rareCalls, 'endOtherSessions'),
  'POST /rest-api/session/end-all': lazyHandler(rareCalls, 'endAllSessions'),
  'GET /api/v1/playersAndTeams': readPlayersAndTeams,
})
