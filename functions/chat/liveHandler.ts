import { conversationMembers, conversations } from '../table/conversations.ts'
import { endedSessions, sessions } from '../table/sessions.ts'
import { type Change, idIn, worker } from '../worker.ts'
import { forgetEnded, postToUsers } from './connections.ts'
import { isIn } from './membership.ts'

/**
 * For each change of a conversation other than a new message (reactions, read marks, its name, its members): notifies the devices of its
 * members, and of a member who has just left, so that they read it again. For each session that ends: forgets its connections.
 */
export const handler = worker<Change>(async ({ kind, pk, sk, at }) => {
  const stamp = { actor: 'chat-live', at }
  if (kind === sessions.kind || kind === endedSessions.kind)
    return `forgot ${(await forgetEnded(stamp, idIn(pk))).length}`
  const conversationSid = pk.slice('CHAT#'.length)
  const { members } = await conversations.withMembers({ conversationSid })
  const about = kind === conversationMembers.kind ? sk.slice('CHAT#MEMBER#'.length) : undefined
  const people = members.filter((member) => isIn(member) || member.userId === about)
  const pushed = await postToUsers(
    stamp,
    people.map(({ userId }) => userId),
    { conversation: conversationSid },
  )
  return `told ${pushed}`
})
