import { createHash } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'

/** The id of the conversation with this name in a club or team, derived by hash: the same on each call. */
const conversationOf = (orgUnitId: string, name: string): string => {
  const digest = createHash('sha256').update(`conversation ${name}`).digest()
  return `${orgUnitId}.c${[...digest.subarray(0, partLength)].map((byte) => alphabet[byte % alphabet.length]).join('')}`
}

/** The conversation of all of a team. */
export const teamConversation = (teamId: string): string => conversationOf(teamId, 'team')
/** The conversation of two people in a club or team, whoever of them begins it. */
export const directConversation = (orgUnitId: string, one: string, other: string): string =>
  conversationOf(orgUnitId, `direct ${[one, other].toSorted().join(' ')}`)
/** A group, as the device of whoever makes it calls it. */
export const groupConversation = (orgUnitId: string, userId: string, groupId: string): string =>
  conversationOf(orgUnitId, `group ${userId} ${groupId}`)
