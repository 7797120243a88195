import { today } from '#shared/api/today.ts'
import { later } from '../runtime/lazyHandler.ts'
import { serve } from '../serve.ts'
import { answerInvite } from './answerInvite.ts'
import { listPlayerEvents } from './listPlayerEvents.ts'
import { listRequests, removeRequest } from './listRequests.ts'
import { readToday } from './readToday.ts'

const rarer = () => import('./rarer.ts')

export const handler = serve(today, {
  'GET /api/v1/today': readToday,
  'GET /api/v1/playerEvents': listPlayerEvents,
  'POST /api/v1/requestInvite': later(rarer, 'requestInvite'),
  'POST /api/v1/requestAccessToTeam': later(rarer, 'requestAccessToTeam'),
  'GET /rest-api/today/requests': listRequests,
  'DELETE /rest-api/today/requests/{requestId}': removeRequest,
  'POST /rest-api/today/requests/{requestId}/grant': later(rarer, 'grantRequest'),
  'POST /rest-api/today/requests/{requestId}/decline': later(rarer, 'declineRequest'),
  'GET /rest-api/today/my-requests': later(rarer, 'listMyRequests'),
  'GET /user/updateInviteStatus/{inviteFile}': answerInvite,
  'POST /rest-api/today/one-tap/read': later(rarer, 'readByLink'),
  'POST /rest-api/today/one-tap/answer': later(rarer, 'answerByLink'),
})
