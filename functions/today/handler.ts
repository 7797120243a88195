import { today } from '#shared/api/today.ts'
import { lazyHandler } from '../runtime/lazy.ts'
import { serve } from '../serve.ts'
import { answerInvite } from './answerInvite.ts'
import { listPlayerEvents } from './listPlayerEvents.ts'
import { listRequests, removeRequest } from './listRequests.ts'
import { readToday } from './readToday.ts'

const rareCalls = () => import('./rareCalls.ts')

export const handler = serve(today, {
  'GET /api/v1/today': readToday,
  'GET /api/v1/playerEvents': listPlayerEvents,
  'POST /api/v1/requestInvite': lazyHandler(rareCalls, 'requestInvite'),
  'POST /api/v1/requestAccessToTeam': lazyHandler(rareCalls, 'requestAccessToTeam'),
  'GET /rest-api/today/requests': listRequests,
  'DELETE /rest-api/today/requests/{requestId}': removeRequest,
  'POST /rest-api/today/requests/{requestId}/grant': lazyHandler(rareCalls, 'grantRequest'),
  'POST /rest-api/today/requests/{requestId}/decline': lazyHandler(rareCalls, 'declineRequest'),
  'GET /rest-api/today/my-requests': lazyHandler(rareCalls, 'listMyRequests'),
  'GET /user/updateInviteStatus/{inviteFile}': answerInvite,
  'POST /rest-api/today/one-tap/read': lazyHandler(rareCalls, 'readByLink'),
  'POST /rest-api/today/one-tap/answer': lazyHandler(rareCalls, 'answerByLink'),
})
