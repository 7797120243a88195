import type { session } from '#shared/api/session.ts'
import { staffRoles } from '#shared/permissions.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { profiles } from '../table/map.ts'

/** Who is signed in. An account whose confirmation was cut short has no names yet; it can be used all the same. */
export async function readProfile({ userId, groups }: CallOf<typeof session, 'GET /rest-api/users/profile'>) {
  const { email: username = '', firstName = '', lastName = '' } = (await profiles.get({ userId })) ?? {}
  const roles = staffRoles.filter((role) => groups.includes(role))
  return { id: userId, username, firstName, lastName, fullName: fullName({ firstName, lastName }), roles }
}
