import { organizationOf, teamOf } from '#shared/ids.ts'
import type { Access } from '#shared/permissions.ts'
import { isProblem } from '#shared/problems.ts'
import { conversations, leftConversations, type Member } from '../table/conversations.ts'
import { meOf } from '../table/me.ts'
import type { Stamp } from '../table/writes.ts'
import { isActiveMember, mayBeIn } from './access.ts'
import { addMembers, isIn } from './membership.ts'
import { staffAmong } from './participants.ts'

type RejoinOptions = { access: Access; presentIn: ReadonlySet<string> }

/**
 * Adds a user again to the conversations of two that they were removed from and may be in again; nobody leaves these by themselves. Gives
 * the number.
 */
export async function rejoinDirectConversations(stamp: Stamp, { access, presentIn }: RejoinOptions): Promise<number> {
  let count = 0
  for (const { conversationSid } of await leftConversations.of({ userId: access.userId }))
    if (
      !presentIn.has(conversationSid) &&
      mayBeIn(access, conversationSid) &&
      (await rejoin(stamp, conversationSid, access))
    )
      count += 1
  return count
}

async function rejoin(stamp: Stamp, conversationSid: string, { userId }: Access): Promise<boolean> {
  const { conversation, members } = await conversations.withMembers({ conversationSid })
  const other = members.find((member) => member.userId !== userId)
  if (conversation?.type !== 'direct' || !other || !(await mayRead(other, conversationSid))) return false
  const removedIds = members.filter((member) => !isIn(member)).map((member) => member.userId)
  const staffIds = await staffAmong(removedIds, {
    organizationId: organizationOf(conversationSid),
    teamId: teamOf(conversationSid),
  })
  try {
    await addMembers(
      stamp,
      conversation,
      removedIds.map((each) => ({ userId: each, staff: staffIds.has(each) })),
    )
    return true
  } catch (error) {
    // The account is known as a child's meanwhile: no new conversation could be started either.
    if (isProblem(error, 'chat_needs_adult')) return false
    throw error
  }
}

/** The other one is added again too, if they were removed: otherwise the first would wait for the second. */
const mayRead = async (other: Member, conversationSid: string): Promise<boolean> =>
  isActiveMember(other) || (!isIn(other) && mayBeIn((await meOf(other)).access, conversationSid))
