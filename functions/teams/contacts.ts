import type { Viewer } from '#shared/permissions.ts'
import { mayKnow } from '#shared/permissions.ts'
import type { Contact } from '../table/playerDetails.ts'

/** Who looks at a player’s contacts. */
export type Looking = { viewer: Viewer; userId: string; playerId: string }

/** What one home keeps to itself is told to the club, as who reads contacts there, and to who entered it. */
export function seesContact(contact: Contact, { viewer, userId, playerId }: Looking): boolean {
  if (!contact.private || contact.enteredBy === userId) return true
  return mayKnow('contacts', { ...viewer, own: new Set() }, playerId)
}

export const contactCard = ({ enteredBy: _whose, ...contact }: Contact) => contact

/**
 * Contacts as they stand once somebody has changed those that they see: the others stay. One that is kept from the other home
 * is that of who made it so; what the club changes of it stays theirs.
 */
export function contactsAfter(before: readonly Contact[], sent: readonly Contact[], looking: Looking): Contact[] {
  const { userId, viewer, playerId } = looking
  const [seen, unseen] = [true, false].map((wanted) => before.filter((each) => seesContact(each, looking) === wanted))
  const mine = sent.map(({ private: isPrivate, ...contact }): Contact => {
    const known = seen?.find((each) => each.name === contact.name && each.enteredBy !== undefined)
    const enteredBy = known?.private ? known.enteredBy : viewer.own.has(playerId) ? userId : undefined
    return isPrivate ? { ...contact, private: true, ...(enteredBy && { enteredBy }) } : contact
  })
  return [...mine, ...(unseen ?? [])]
}
