import { normalEmail } from '../../table/emailUsers.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import type { Guardian } from '../../table/guardians.ts'
import type { Family } from '../../table/players.ts'
import type { Profile } from '../../table/profiles.ts'

type Around = { family: readonly Family[]; invitations: readonly FamilyInvitation[] }
type People = readonly (Pick<Profile, 'email' | 'emailsBefore'> | undefined)[]

/**
 * The addresses of a player's family and of people invited to it. A member is known by the account's current and earlier
 * addresses, and by the one they were invited at, which may differ. Followers do not count.
 * @param around with the invitations that stand: see `thatStand`
 * @param people the profiles of the family, in its order
 */
export function reachedAt(around: Around, people: People): Set<string> {
  const { family, invitations } = around
  const there = new Set(family.flatMap(({ userId, relation }) => (relation === 'own' ? [userId] : [])))
  const counts = ({ state, acceptedBy, relation }: FamilyInvitation) =>
    state === 'open' ? relation === 'own' : acceptedBy !== undefined && there.has(acceptedBy)
  return new Set([
    ...invitations.filter(counts).map(({ email }) => email),
    ...people.flatMap((person, i) =>
      person && family[i]?.relation === 'own' ? [normalEmail(person.email), ...(person.emailsBefore ?? [])] : [],
    ),
  ])
}

/** The player's known guardians who are neither family nor invited. */
export function notReached(around: Around & { guardians: readonly Guardian[] }, people: People): Guardian[] {
  const reached = reachedAt(around, people)
  return around.guardians.filter(({ email }) => email === undefined || !reached.has(email))
}
