import { expect, it } from 'vitest'
import { conversations } from '#functions/table/conversations.ts'
import { call } from '../call.ts'
import { aChattingClub, aKid, say } from './chatting.ts'

const CREATE = 'POST /rest-api/chat/create/dm'
const READ = 'GET /rest-api/chat/conversations/{conversationSid}'
const LEAVE = 'POST /rest-api/chat/conversations/{conversationSid}/leave'

/** Mia, her coach and her parents in a group. */
async function aGroup() {
  const club = await aChattingClub()
  const { organizationId, user } = club
  const kid = await aKid(club)
  const { conversationSid } = (await call(CREATE, { as: user('trainer'), body: { organizationId, userIds: [kid] } }))
    .body
  const leave = (name: string) => call(LEAVE, { as: user(name), conversationSid })
  const stopped = async (now: string) => (await call(READ, { as: kid, conversationSid, now })).body.stopped
  return { club, kid, conversationSid, leave, stopped }
}
it('a conversation that was stopped for a child goes on from the day on which they are eighteen', async () => {
  const { club, conversationSid, leave, stopped } = await aGroup()
  for (const name of ['parent', 'parent2']) await leave(name)
  const [before, after] = ['2032-04-30T18:00:00Z', '2032-05-01T18:00:00Z']
  expect([await stopped(before), await stopped(after)]).toEqual(['chat_stopped', null])
  const said = async (now: string) => {
    const { status, refusal } = await say(conversationSid, club.user('trainer'), 'Happy birthday', { now })
    return status === 200 ? 'sent' : refusal.code
  }
  expect([await said(before), await said(after)]).toEqual(['chat_stopped', 'sent'])
  const settled = await conversations.get({ conversationSid }, { consistent: true })
  expect([settled?.stopped, settled?.restsOn]).toMatchObject([undefined, [{ does: 'adult' }, { does: 'adult' }]])
})
