import { expect, it } from 'vitest'
import { eraseInConversation } from '#functions/privacy/eraseMessages.ts'
import { leftConversations } from '#functions/table/conversations.ts'
import { messages } from '#functions/table/messages.ts'
import { aClub, stamp } from '../club.ts'
import { createLeftGroup } from './createLeftGroup.ts'

it('an interrupted erasure does not rewrite the messages that it has erased', async () => {
  const club = await aClub()
  const userId = club.user('writes')
  await createLeftGroup(club, userId, 'I drive')
  const [left] = await leftConversations.of({ userId })
  if (!left) throw new Error('They have left no group.')
  const { conversationSid, leftSeq: lastSeq } = left
  const erased = async () => {
    await eraseInConversation(stamp, userId, { conversationSid, lastSeq })
    return messages.between({ conversationSid }, 0, lastSeq)
  }
  const once = await erased()
  expect(once).toMatchObject([{ text: '', deletedAt: stamp.at }])
  expect(await erased()).toEqual(once)
})
