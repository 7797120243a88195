import { normalEmail } from '../../table/emailUsers.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import type { Guardian } from '../../table/guardians.ts'
import type { Family } from '../../table/players.ts'
import type { Profile } from '../../table/profiles.ts'

type FamilyContacts = { family: readonly Family[]; invitations: readonly FamilyInvitation[] }
type People = readonly (Pick<Profile, 'email' | 'emailsBefore'> | undefined)[]

/**
 * The addresses of a player's guardians: those of their accounts, the former ones, and those at which they were invited; and the addresses
 * of open invitations to be a guardian. Followers do not count.
 * @param contacts `invitations` as `validInvitations` returns them
 * @param people the profiles of the family, in the same order
 */
export function reachedAddresses(contacts: FamilyContacts, people: People): Set<string> {
  const { family, invitations } = contacts
  const guardianIds = new Set(family.flatMap(({ userId, relation }) => (relation === 'own' ? [userId] : [])))
  const isCounted = ({ state, acceptedBy, relation }: FamilyInvitation) =>
    state === 'open' ? relation === 'own' : acceptedBy !== undefined && guardianIds.has(acceptedBy)
  return new Set([
    ...invitations.filter(isCounted).map(({ email }) => email),
    ...people.flatMap((person, i) =>
      person && family[i]?.relation === 'own' ? [normalEmail(person.email), ...(person.emailsBefore ?? [])] : [],
    ),
  ])
}

/** The guardians known to the club who have neither an account in the family nor an open invitation. */
export function unreachedGuardians(
  contacts: FamilyContacts & { guardians: readonly Guardian[] },
  people: People,
): Guardian[] {
  const addresses = reachedAddresses(contacts, people)
  return contacts.guardians.filter(({ email }) => email === undefined || !addresses.has(email))
}
