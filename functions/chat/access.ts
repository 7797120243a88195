import { organizationOf, teamOf } from '#shared/ids.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { type Conversation, conversationMembers, conversations, type Member } from '../table/conversations.ts'
import type { Kept } from '../table/writes.ts'
import { chatRules, isChatOn } from '../table/chatRules.ts'
import { organizations } from '../table/organizations.ts'
import { standingIn } from './grounds.ts'
import { isIn } from './membership.ts'

/** Whether somebody may still be in a conversation, by what they are in the club now. */
export const mayBeIn = (access: Access, conversationSid: string): boolean =>
  standingIn(access, conversationSid) !== undefined

/** The caller's own row in a conversation; refused when they may not be in it any more, not found when they are not. */
export async function memberIn(
  conversationSid: string,
  { userId, me }: { userId: string; me: Promise<{ access: Access }> },
): Promise<Member> {
  const [member, { access }] = await Promise.all([
    conversationMembers.get({ conversationSid, userId }, { consistent: true }),
    me,
  ])
  if (!mayBeIn(access, conversationSid)) throw new Problem('not_allowed')
  if (!member || !isIn(member)) throw new Problem('not_found')
  return member
}

/** A conversation as it is now, and why nobody can write in it; not found when there is none. */
export async function readState(conversationSid: string): Promise<{
  conversation: Kept<Conversation>
  stopped: 'chat_off' | 'chat_stopped' | undefined
}> {
  const [conversation, isOn] = await Promise.all([
    conversations.get({ conversationSid }, { consistent: true }),
    isOnAt(conversationSid),
  ])
  if (!conversation) throw new Problem('not_found')
  return { conversation, stopped: whyStopped(conversation, isOn) }
}
export const whyStopped = ({ stopped }: Conversation, isOn: boolean): 'chat_off' | 'chat_stopped' | undefined =>
  isOn ? (stopped ? 'chat_stopped' : undefined) : 'chat_off'

/** Whether chat is on where something is: in its club, and its team if it has one. */
export const isOnAt = async (id: string): Promise<boolean> => {
  const organizationId = organizationOf(id)
  const [organization, rules] = await Promise.all([
    organizations.get({ organizationId }, { consistent: true }),
    chatRules.get({ organizationId }, { consistent: true }),
  ])
  return isChatOn(organization, rules, teamOf(id))
}
