// Less frequent calls: one chunk, loaded with the first of them.
export { declineRequest, grantRequest } from './closeRequest.ts'
export { listMyRequests } from './listMyRequests.ts'
export { answerByLink, readByLink } from './oneTap.ts'
export { requestAccessToTeam, requestInvite } from './sendRequest.ts'
