import { organizationOf, teamOf } from '#shared/ids.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { readAlongYears } from '#shared/rules/chatSafety.ts'
import { isStaffOf } from '#shared/rules/shares.ts'
import { type Conversation, conversationMembers, conversations, type Member } from '../table/conversations.ts'
import type { Stored } from '../table/writes.ts'
import { chatRules, isChatOn } from '../table/chatRules.ts'
import { meOf } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { isBlockedIn, groundsIn } from './grounds.ts'
import { isIn } from './membership.ts'
import { isSafeNow } from './safety.ts'

/** Whether a user may still be in a conversation, by their present roles in the club. */
export const mayBeIn = (access: Access, conversationSid: string): boolean =>
  groundsIn(access, conversationSid) !== undefined

/** Throws if the user may not chat there; with a Problem of its own if the club has blocked them. */
export function requireChatAllowed(access: Access, id: string): void {
  if (isBlockedIn(access, id)) throw new Problem('chat_blocked')
  if (!mayBeIn(access, id)) throw new Problem('not_allowed')
}

/** The caller's own row in a conversation. Throws `not_found` if they are not in it, and refuses if they may not be any more. */
export async function requireMember(
  conversationSid: string,
  { userId, me }: { userId: string; me: Promise<{ access: Access }> },
): Promise<Member> {
  const [member, { access }] = await Promise.all([
    conversationMembers.get({ conversationSid, userId }, { consistent: true }),
    me,
  ])
  requireChatAllowed(access, conversationSid)
  if (!member || !isIn(member)) throw new Problem('not_found')
  return member
}

type StopReason = 'chat_off' | 'chat_archived' | 'chat_alone' | 'chat_stopped' | undefined

/** A conversation, and the reason why nobody can write in it, if any. Throws `not_found`. */
export async function readState(
  conversationSid: string,
): Promise<{ conversation: Stored<Conversation>; stopped: StopReason }> {
  const [conversation, switches] = await Promise.all([
    conversations.get({ conversationSid }, { consistent: true }),
    chatSwitches(conversationSid),
  ])
  if (!conversation) throw new Problem('not_found')
  const { type } = conversation
  const needsMembers = type === 'direct' || (switches.directOff && type !== 'team')
  const members = needsMembers ? (await conversations.withMembers({ conversationSid })).members : []
  return { conversation, stopped: await whyStopped(conversation, members, switches) }
}

type Switches = { isOn: boolean; directOff: boolean; readAlongUntil: number }
async function whyStopped(
  { conversationSid, stopped, archivedAt, type }: Conversation,
  members: readonly Member[],
  { isOn, directOff }: Pick<Switches, 'isOn' | 'directOff'>,
): Promise<StopReason> {
  if (!isOn) return 'chat_off'
  if (archivedAt !== undefined) return 'chat_archived'
  if (type === 'direct' && members.filter(isActiveMember).length < 2) return 'chat_alone'
  const people = members.filter(isIn).map(({ userId }) => userId)
  if (directOff && type !== 'team' && (await isPrivate(people, organizationOf(conversationSid)))) return 'chat_off'
  return stopped ? 'chat_stopped' : undefined
}

/** The same for display: a conversation that the next message would make safe again does not count as stopped. */
export async function whyStoppedForDisplay(
  conversation: Conversation,
  members: readonly Member[],
  { now, ...switches }: Pick<Switches, 'isOn' | 'directOff'> & { now: string },
): Promise<StopReason> {
  const stopped = await whyStopped(conversation, members, switches)
  if (stopped !== 'chat_stopped') return stopped
  const people = members.filter(isIn).map(({ userId }) => userId)
  return (await isSafeNow(conversation.conversationSid, people, now)) ? undefined : stopped
}

/** Whether somebody is in a conversation and can read it; the row of an erased account stays in it. */
export const isActiveMember = (member: Member): boolean => isIn(member) && !member.erased

/** Whether it is a conversation of two people of whom neither is an administrator or coach in the club. */
export async function isPrivate(userIds: readonly string[], organizationId: string): Promise<boolean> {
  if (userIds.length > 2) return false
  const people = await Promise.all(userIds.map((userId) => meOf({ userId })))
  return !people.some(({ access }) => isStaffOf(access, organizationId))
}

/** Whether chat is on in the club, and in the team if there is one. */
export async function chatSwitches(id: string): Promise<Switches> {
  const organizationId = organizationOf(id)
  const [organization, rules] = await Promise.all([
    organizations.get({ organizationId }, { consistent: true }),
    chatRules.get({ organizationId }, { consistent: true }),
  ])
  const { directOff = false, readAlongUntil = readAlongYears } = rules ?? {}
  return { isOn: isChatOn(organization, rules, teamOf(id)), directOff, readAlongUntil }
}
export const isChatOnAt = async (id: string): Promise<boolean> => (await chatSwitches(id)).isOn
