import { normalEmail } from '../../table/emailUsers.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import type { Guardian } from '../../table/guardians.ts'
import type { Family } from '../../table/players.ts'
import type { Profile } from '../../table/profiles.ts'

type Around = { family: readonly Family[]; invitations: readonly FamilyInvitation[]; guardians: readonly Guardian[] }

/**
 * The grown-ups of a player whom the club knows and who are neither family nor invited to be. Somebody is by the address of
 * their account, and by the one at which they were invited, which may be another. Who follows alone answers for nobody.
 * @param people the profiles of the family, in its order
 */
export function notReached(
  { family, invitations, guardians }: Around,
  people: readonly (Pick<Profile, 'email'> | undefined)[],
): Guardian[] {
  const there = new Set(family.flatMap(({ userId, relation }) => (relation === 'own' ? [userId] : [])))
  const counts = ({ state, acceptedBy, relation }: FamilyInvitation) =>
    state === 'open' ? relation === 'own' : acceptedBy !== undefined && there.has(acceptedBy)
  const reached = new Set([
    ...invitations.filter(counts).map(({ email }) => email),
    ...people.flatMap((person, i) => (person && family[i]?.relation === 'own' ? [normalEmail(person.email)] : [])),
  ])
  return guardians.filter(({ email }) => email === undefined || !reached.has(email))
}
