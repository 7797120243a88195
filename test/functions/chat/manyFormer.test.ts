import { removeMember, updateSafety } from '#functions/chat/membership.ts'
import { teamConversation } from '#functions/table/conversationIds.ts'
import { conversationMembers, conversations, myConversations } from '#functions/table/conversations.ts'
import { chunks } from '#functions/table/chunks.ts'
import { write } from '#functions/table/table.ts'
import { expect, it } from 'vitest'
import { aClub, stamp } from '../club.ts'

const count = 110

/** A team's conversation with more members than a transaction has room for, none of whom may be there any more. */
async function aFormerTeam(minor?: string) {
  const club = await aClub()
  const conversationSid = teamConversation(club.falcons.teamId)
  const name = { firstName: 'Paula', lastName: 'Moreno' }
  const userIds = Array.from({ length: count }, (_, i) => club.user(`former${i}`))
  await write(
    stamp,
    conversations.create({ conversationSid, type: 'team', friendlyName: 'Falcons', seq: 0, restsOn: [] }),
  )
  for (const part of chunks(userIds, 50))
    await write(
      stamp,
      ...part.flatMap((userId) => [
        conversationMembers.create({
          ...{ conversationSid, userId, ...name, sinceSeq: 0, readSeq: 0 },
          ...(minor !== undefined && { minor }),
        }),
        myConversations.create({ userId, conversationSid, type: 'team', title: 'Falcons', lastSeq: 0, readSeq: 0 }),
      ]),
    )
  return { conversationSid, userIds }
}

it('members of a large team leave its conversation after its roster was emptied; it is stopped while many remain', async () => {
  const { conversationSid, userIds } = await aFormerTeam()
  for (const userId of userIds.slice(0, 2)) await removeMember(stamp, { conversationSid, userId })
  const { conversation, members } = await conversations.withMembers({ conversationSid })
  expect(members.filter(({ leftSeq }) => leftSeq === undefined)).toHaveLength(count - 2)
  expect(conversation?.stopped).toBe(true)
})

it('a change of age of more members than fit into one transaction is written for all of them', async () => {
  const { conversationSid } = await aFormerTeam('o1.p1')
  expect(await updateSafety(stamp, { conversationSid })).toBe(true)
  const { members } = await conversations.withMembers({ conversationSid })
  expect(members.filter(({ minor }) => minor !== undefined)).toEqual([])
})
