import { derivedPart } from './derivedPart.ts'

/** The id of the conversation with this name in a club or team. */
const conversationOf = (orgUnitId: string, name: string): string =>
  `${orgUnitId}.${derivedPart('c', `conversation ${name}`)}`

/** The conversation of a whole team. */
export const teamConversation = (teamId: string): string => conversationOf(teamId, 'team')
/** The conversation of two people in a club or team, the same for both. */
export const directConversation = (orgUnitId: string, one: string, other: string): string =>
  conversationOf(orgUnitId, `direct ${[one, other].toSorted().join(' ')}`)
/** A group, by the id that the creator's device has given it. */
export const groupConversation = (orgUnitId: string, userId: string, groupId: string): string =>
  conversationOf(orgUnitId, `group ${userId} ${groupId}`)
