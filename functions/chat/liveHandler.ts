import { conversationMembers, conversations } from '../table/conversations.ts'
import { type Change, worker } from '../worker.ts'
import { tell } from './lines.ts'
import { isIn } from './membership.ts'

/**
 * Runs on changes in a conversation other than new messages: reactions, read marks, name, members. Tells everyone in it, and
 * anyone who has just left, to refetch.
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
