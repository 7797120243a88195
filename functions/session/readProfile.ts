import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { profiles } from '../table/profiles.ts'
import { profileOf } from './profileOf.ts'

/** Who is signed in. An account whose confirmation was cut short has no names yet; it can be used all the same. */
export const readProfile = async (call: CallOf<typeof session, 'GET /rest-api/users/profile'>) =>
  profileOf(call, await profiles.get(call))
