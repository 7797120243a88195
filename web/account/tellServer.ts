import { callApi } from '../api.ts'

/** Makes the server read what has changed in the user pool. If this fails, it does so at the next start of the app. */
export const tellServer = () =>
  callApi('GET /rest-api/users/token', {}, { handles: ['failures', 'not_allowed'] }).catch(() => undefined)
