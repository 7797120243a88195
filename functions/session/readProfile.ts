import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { profiles } from '../table/profiles.ts'
import { profileOf } from './profileOf.ts'

/** The signed-in user. An account whose confirmation was interrupted has no names yet, but can be used. */
export const readProfile = async (call: CallOf<typeof session, 'GET /rest-api/users/profile'>) =>
  profileOf(call, await profiles.get(call))
