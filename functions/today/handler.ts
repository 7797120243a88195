import { today } from '#shared/api/today.ts'
import { serve } from '../serve.ts'
import { answerInvite } from './answerInvite.ts'
import { declineRequest, grantRequest } from './closeRequest.ts'
import { listMyRequests } from './listMyRequests.ts'
import { listPlayerEvents } from './listPlayerEvents.ts'
import { listRequests, removeRequest } from './listRequests.ts'
import { answerByLink, readByLink } from './oneTap.ts'
import { readToday } from './readToday.ts'
import { sendRequest } from './sendRequest.ts'

export const handler = serve(today, {
  'GET /api/v1/today': readToday,
  'GET /api/v1/playerEvents': listPlayerEvents,
  'POST /api/v1/requestInvite': ({ userId, now, body: { email, playerName } }) =>
    sendRequest({ userId, now, to: email, playerName }),
  'POST /api/v1/requestAccessToTeam': ({ userId, now, body: { email, teamName } }) =>
    sendRequest({ userId, now, to: email, teamName }),
  'GET /rest-api/today/requests': listRequests,
  'DELETE /rest-api/today/requests/{requestId}': removeRequest,
  'POST /rest-api/today/requests/{requestId}/grant': grantRequest,
  'POST /rest-api/today/requests/{requestId}/decline': declineRequest,
  'GET /rest-api/today/my-requests': listMyRequests,
  'GET /user/updateInviteStatus/{inviteFile}': answerInvite,
  'POST /rest-api/today/one-tap/read': readByLink,
  'POST /rest-api/today/one-tap/answer': answerByLink,
})
