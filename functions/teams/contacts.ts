import { mayKnow, type Viewer } from '#shared/childData.ts'
import type { Contact } from '../table/playerDetails.ts'

/** The reader of a player's contacts. */
export type Looking = { viewer: Viewer; userId: string; playerId: string }

/** The contacts that a reader may see: a private one only the club's staff and the guardian who entered it. */
export function seesContact(contact: Contact, { viewer, userId, playerId }: Looking): boolean {
  if (!contact.private || contact.enteredBy === userId) return true
  return mayKnow('contacts', { ...viewer, ownIds: new Set() }, playerId)
}

export const contactCard = ({ enteredBy: _whose, ...contact }: Contact) => contact

/**
 * The contacts after a user has changed those that they see; the others are kept. A private contact belongs to the guardian who made it
 * private, also after the club changes it.
 */
export function contactsAfter(before: readonly Contact[], sent: readonly Contact[], looking: Looking): Contact[] {
  const { userId, viewer, playerId } = looking
  const [seen, unseen] = [true, false].map((wanted) => before.filter((each) => seesContact(each, looking) === wanted))
  const owners = ownersOf(sent, seen ?? [])
  const mine = sent.map(({ private: isPrivate, ...contact }, i): Contact => {
    const enteredBy = owners[i] ?? (viewer.ownIds.has(playerId) ? userId : undefined)
    return isPrivate ? { ...contact, private: true, ...(enteredBy && { enteredBy }) } : contact
  })
  return [...mine, ...(unseen ?? [])]
}

const isSame = (one: Contact, other: Contact) =>
  one.name === other.name && one.phone === other.phone && one.email === other.email

/**
 * The owner of each private contact, by the earlier list: the owner of an identical one, otherwise of one with the same name. If
 * two homes had one of that name, neither gets it.
 */
function ownersOf(sent: readonly Contact[], seen: readonly Contact[]): (string | undefined)[] {
  const left = seen.filter((each) => each.private && each.enteredBy !== undefined)
  const same = sent.map((contact) => {
    const at = left.findIndex((each) => isSame(each, contact))
    return at < 0 ? undefined : left.splice(at, 1)[0]?.enteredBy
  })
  return sent.map(({ name }, i) => {
    const named = new Set(left.filter((each) => each.name === name).map(({ enteredBy }) => enteredBy))
    return same[i] ?? (named.size === 1 ? [...named][0] : undefined)
  })
}
