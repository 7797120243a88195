import { removeMember } from '#functions/chat/membership.ts'
import { conversationMembers, conversations, myConversations } from '#functions/table/conversations.ts'
import { messages, placeOf } from '#functions/table/messages.ts'
import { write } from '#functions/table/table.ts'
import { type Club, newPart, stamp } from '../club.ts'

/** A group in which a user wrote something before leaving: it is no longer in their list. */
export async function createLeftGroup({ organizationId }: Club, userId: string, marker: string): Promise<void> {
  const id = { conversationSid: `${organizationId}.${newPart('c')}` }
  const name = { firstName: marker, lastName: marker }
  const message = { seq: 1, place: placeOf(1), userId, text: marker, sentAt: stamp.at }
  await write(
    stamp,
    conversations.create({ ...id, type: 'group', friendlyName: 'Car pool', seq: 1, restsOn: [] } as never),
    conversationMembers.create({ ...id, userId, ...name, sinceSeq: 0, readSeq: 1 }),
    myConversations.create({ ...id, userId, type: 'group', title: 'Car pool', lastSeq: 1, readSeq: 1 }),
    messages.create({ ...id, messageSid: newPart('m'), ...message }),
  )
  await removeMember(stamp, { ...id, userId })
}
