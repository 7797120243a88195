import { conversationMembers, conversations } from '../table/conversations.ts'
import { type Change, worker } from '../worker.ts'
import { tell } from './lines.ts'
import { isIn } from './membership.ts'

/**
 * Hears of what changes in a conversation beside new messages: reactions, read marks, its name, who is in it. Tells all who
 * are in it, and who has just left, that there is something to look at.
 */
export const handler = worker<Change>(async ({ kind, pk, sk, at }) => {
  const conversationSid = pk.slice('CHAT#'.length)
  const { members } = await conversations.withMembers({ conversationSid })
  const about = kind === conversationMembers.kind ? sk.slice('CHAT#MEMBER#'.length) : undefined
  const people = members.filter((member) => isIn(member) || member.userId === about)
  const told = await tell(
    { actor: 'chat-live', at },
    people.map(({ userId }) => userId),
    { conversation: conversationSid },
  )
  return `told ${told}`
})
