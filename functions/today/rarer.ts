// What is asked less often: one part, which is loaded with the first call of these.
export { declineRequest, grantRequest } from './closeRequest.ts'
export { listMyRequests } from './listMyRequests.ts'
export { answerByLink, readByLink } from './oneTap.ts'
export { requestAccessToTeam, requestInvite } from './sendRequest.ts'
