import { conversationMembers, conversations } from '../table/conversations.ts'
import { type Change, worker } from '../worker.ts'
import { postToUsers } from './connections.ts'
import { isIn } from './membership.ts'

/**
 * For each change of a conversation other than a new message (reactions, read marks, its name, its members): notifies the devices of its
 * members, and of a member who has just left, so that they read it again.
 */
export const handler = worker<Change>(async ({ kind, pk, sk, at }) => {
  const conversationSid = pk.slice('CHAT#'.length)
  const { members } = await conversations.withMembers({ conversationSid })
  const about = kind === conversationMembers.kind ? sk.slice('CHAT#MEMBER#'.length) : undefined
  const people = members.filter((member) => isIn(member) || member.userId === about)
  const pushed = await postToUsers(
    { actor: 'chat-live', at },
    people.map(({ userId }) => userId),
    { conversation: conversationSid },
  )
  return `told ${pushed}`
})
