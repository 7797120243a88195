import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { profiles } from '../table/profiles.ts'
import { profileOf } from './profileOf.ts'

/** The caller's profile; with empty names for an account whose confirmation was interrupted. */
export const readProfile = async (call: CallOf<typeof session, 'GET /rest-api/users/profile'>) =>
  profileOf(call, await profiles.get(call))
