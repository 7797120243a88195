// own: mail goes to a service of its own
import { expect, it } from 'vitest'
import { chatLooks } from '#functions/table/chatRecords.ts'
import { conversationMembers } from '#functions/table/conversations.ts'
import { failingCall, interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { putIn } from '../copy.ts'
import { openPost } from '../mail/post.ts'
import { aChattingClub, sendMessage } from './chatting.ts'

const post = openPost()

it('administrators are mailed once of a message that two members report concurrently', async () => {
  const club = await aChattingClub()
  const { messageSid } = (await sendMessage(club.chat, club.user('leos'), 'You are a loser')).body
  const report = (name: string) =>
    call('POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report', {
      as: club.user(name),
      conversationSid: club.chat,
      messageSid,
      body: { reason: 'bullying' },
    })
  const second = await interleave(
    'TransactWriteCommand',
    () => report('parent'),
    () => report('parent2'),
  )
  expect(second.body).toEqual({ told: 'club' })
  const told = (await post.outcomes(club.user('admin'))).filter(({ letter }) => letter === 'chatReported')
  expect(told).toHaveLength(1)
})

it('reading a large team’s conversation is not possible until all members were told', async () => {
  const club = await aChattingClub()
  const { organizationId, chat: conversationSid } = club
  const member = { firstName: 'Noa', lastName: 'Kim', sinceSeq: 0, readSeq: 0, conversationSid }
  const many = Array.from({ length: 120 }, () => ({ ...member, userId: crypto.randomUUID() }))
  await putIn(
    stamp,
    many.map((each) => conversationMembers.create(each)),
  )
  const begin = () =>
    call('POST /rest-api/chat/looks/{orgId}', {
      as: club.user('admin'),
      orgId: organizationId,
      body: { conversationSid, reason: 'A mother has asked us to look.' },
    })
  // The first write counts the caller's daily budget.
  await failingCall('TransactWriteCommand', begin, 3)
  expect(await chatLooks.of({ conversationSid })).toEqual([])
  expect((await begin()).status).toBe(200)
  expect(await chatLooks.of({ conversationSid })).toHaveLength(1)
})
