import { mayKnow, type Viewer } from '#shared/childData.ts'
import type { Contact } from '../table/playerDetails.ts'

/** The reader of a player's contacts. */
export type ContactReader = { viewer: Viewer; userId: string; playerId: string }

/** The contacts that a reader may see: a private one only the club's staff and the guardian who entered it. */
export function canSeeContact(contact: Contact, { viewer, userId, playerId }: ContactReader): boolean {
  if (!contact.private || contact.enteredBy === userId) return true
  return mayKnow('contacts', { ...viewer, ownIds: new Set() }, playerId)
}

export const contactCard = ({ enteredBy: _whose, ...contact }: Contact) => contact

/**
 * The contacts after a user has changed those that they see; the others are kept. A private contact belongs to the guardian who made it
 * private, also after the club changes it.
 */
export function contactsAfter(
  before: readonly Contact[],
  submitted: readonly Contact[],
  reader: ContactReader,
): Contact[] {
  const { userId, viewer, playerId } = reader
  const [visible, hidden] = [true, false].map((isVisible) =>
    before.filter((each) => canSeeContact(each, reader) === isVisible),
  )
  const owners = ownersOf(submitted, visible ?? [])
  const submittedContacts = submitted.map(({ private: isPrivate, ...contact }, i): Contact => {
    const enteredBy = owners[i] ?? (viewer.ownIds.has(playerId) ? userId : undefined)
    return isPrivate ? { ...contact, private: true, ...(enteredBy && { enteredBy }) } : contact
  })
  return [...submittedContacts, ...(hidden ?? [])]
}

const isSame = (one: Contact, other: Contact) =>
  one.name === other.name && one.phone === other.phone && one.email === other.email

/**
 * The owner of each private contact, by the earlier list: the owner of an identical one, otherwise of one with the same name. If
 * two homes had one of that name, neither gets it.
 */
function ownersOf(submitted: readonly Contact[], visible: readonly Contact[]): (string | undefined)[] {
  const remaining = visible.filter((each) => each.private && each.enteredBy !== undefined)
  const identicalOwners = submitted.map((contact) => {
    const index = remaining.findIndex((each) => isSame(each, contact))
    return index < 0 ? undefined : remaining.splice(index, 1)[0]?.enteredBy
  })
  return submitted.map(({ name }, i) => {
    const namedOwners = new Set(remaining.filter((each) => each.name === name).map(({ enteredBy }) => enteredBy))
    return identicalOwners[i] ?? (namedOwners.size === 1 ? [...namedOwners][0] : undefined)
  })
}
