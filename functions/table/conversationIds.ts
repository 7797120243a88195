import { createHash } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'

/** The id of a named conversation in a club or team, derived by hash so that it is always the same. */
const conversationOf = (orgUnitId: string, name: string): string => {
  const digest = createHash('sha256').update(`conversation ${name}`).digest()
  return `${orgUnitId}.c${[...digest.subarray(0, partLength)].map((byte) => alphabet[byte % alphabet.length]).join('')}`
}

/** The conversation of a whole team. */
export const teamConversation = (teamId: string): string => conversationOf(teamId, 'team')
/** The conversation of two people in a club or team, whichever of them starts it. */
export const directConversation = (orgUnitId: string, one: string, other: string): string =>
  conversationOf(orgUnitId, `direct ${[one, other].toSorted().join(' ')}`)
/** A group, by the id that its creator's device has generated. */
export const groupConversation = (orgUnitId: string, userId: string, groupId: string): string =>
  conversationOf(orgUnitId, `group ${userId} ${groupId}`)
