import { session } from '#shared/api/session.ts'
import { lazyHandler } from '../runtime/lazy.ts'
import { serve } from '../serve.ts'
import { readExpiration } from './readExpiration.ts'
import { readPlayersAndTeams } from './readPlayersAndTeams.ts'
import { readProfile } from './readProfile.ts'
import { readToken } from './readToken.ts'
import { readWalkthrough, updateWalkthrough } from './walkthroughs.ts'

const rarer = () => import('./rarer.ts')

export const handler = serve(session, {
  'GET /rest-api/users/profile': readProfile,
  'PUT /rest-api/session/profile': lazyHandler(rarer, 'changeProfile'),
  'PUT /rest-api/session/avatar': lazyHandler(rarer, 'putAvatar'),
  'DELETE /rest-api/session/avatar': lazyHandler(rarer, 'removeAvatar'),
  'GET /rest-api/users/expiration-token': readExpiration,
  'GET /rest-api/users/feature-walkthrough': readWalkthrough,
  'POST /rest-api/users/update-feature-walkthrough': updateWalkthrough,
  'GET /rest-api/users/token': readToken,
  'POST /rest-api/session/use': lazyHandler(rarer, 'countUse'),
  'POST /rest-api/session/end': lazyHandler(rarer, 'endSession'),
  'GET /rest-api/session/sessions': lazyHandler(rarer, 'listDevices'),
  'POST /rest-api/session/sessions/end': lazyHandler(rarer, 'endDevice'),
  'POST /rest-api/session/continue': lazyHandler(rarer, 'continueSession'),
  'POST /rest-api/session/in-place/stop': lazyHandler(rarer, 'stopInPlace'),
  'POST /rest-api/session/end-others': lazyHandler(rarer, 'endOtherSessions'),
  'POST /rest-api/session/end-all': lazyHandler(rarer, 'endAllSessions'),
  'GET /api/v1/playersAndTeams': readPlayersAndTeams,
})
