import { normalEmail } from '../../table/emailUsers.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import type { Guardian } from '../../table/guardians.ts'
import type { Family } from '../../table/players.ts'
import type { Profile } from '../../table/profiles.ts'

type Around = { family: readonly Family[]; invitations: readonly FamilyInvitation[]; guardians: readonly Guardian[] }

/**
 * The grown-ups of a player whom the club knows and who are neither there nor invited. Somebody is there by the address of
 * their account, and by the one at which they were invited, which may be another.
 * @param people the profiles of the family, in its order
 */
export function notReached(
  { family, invitations, guardians }: Around,
  people: readonly (Pick<Profile, 'email'> | undefined)[],
): Guardian[] {
  const there = new Set(family.map(({ userId }) => userId))
  const counts = ({ state, acceptedBy }: FamilyInvitation) =>
    state === 'open' || (acceptedBy !== undefined && there.has(acceptedBy))
  const reached = new Set([
    ...invitations.filter(counts).map(({ email }) => email),
    ...people.flatMap((person) => (person ? [normalEmail(person.email)] : [])),
  ])
  return guardians.filter(({ email }) => email === undefined || !reached.has(email))
}
