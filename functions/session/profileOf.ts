import { staffRoles } from '#shared/permissions.ts'
import { fullName } from '#shared/rules/names.ts'
import { avatarUrlOf } from '../people/avatarUrl.ts'
import type { Profile } from '../table/profiles.ts'

/** A profile in the shape of the API; without an item, empty names and no picture. */
export function profileOf(
  { userId, groups }: { userId: string; groups: readonly string[] },
  { email: username = '', firstName = '', lastName = '', ...picture }: Partial<Profile> = {},
) {
  return {
    id: userId,
    username,
    firstName,
    lastName,
    fullName: fullName({ firstName, lastName }),
    roles: staffRoles.filter((role) => groups.includes(role)),
    avatarUrl: avatarUrlOf({ ...picture, userId }),
  }
}
