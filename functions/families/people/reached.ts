import { normalEmail } from '../../table/emailUsers.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import type { Guardian } from '../../table/guardians.ts'
import type { Family } from '../../table/players.ts'
import type { Profile } from '../../table/profiles.ts'

type Around = { family: readonly Family[]; invitations: readonly FamilyInvitation[] }
type People = readonly (Pick<Profile, 'email' | 'emailsBefore'> | undefined)[]

/**
 * The addresses of a player's guardians: those of their accounts, the former ones, and those at which they were invited; and the addresses
 * of open invitations to be a guardian. Followers do not count.
 * @param around `invitations` as `thatStand` returns them
 * @param people the profiles of the family, in the same order
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

/** The guardians known to the club who have neither an account in the family nor an open invitation. */
export function notReached(around: Around & { guardians: readonly Guardian[] }, people: People): Guardian[] {
  const reached = reachedAt(around, people)
  return around.guardians.filter(({ email }) => email === undefined || !reached.has(email))
}
