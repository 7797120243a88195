import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, stamp } from '../club.ts'
import { aChattingClub, deliverMessage, listFor, sendMessage } from './chatting.ts'

const SEND = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
const REMOVE = 'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
type Chatting = Club & { chat: string }
const SIX = '2026-11-21T18:00:00Z'

async function send({ chat: conversationSid, user }: Chatting, name: string, more: object) {
  const messageSid = crypto.randomUUID()
  const body = { messageSid, text: '', ...more }
  const answer = await call(SEND, { as: user(name), conversationSid, now: SIX, body })
  if (answer.status === 200) await deliverMessage(conversationSid, messageSid)
  return answer
}

describe('mentions in a message', () => {
  it('mark the conversation for the mentioned member until it is read, and ignore non-members', async () => {
    const club = await aChattingClub()
    const mentions = [club.user('leos'), club.user('fan'), club.user('leos')]
    const { body } = await send(club, 'parent', { text: '@Lea Moreno, can you drive?', mentions })
    expect(body.mentions).toEqual([club.user('leos')])
    const named = async (name: string) => (await listFor(club.user(name))).map((each) => each.named)
    expect([await named('leos'), await named('parent2')]).toEqual([[true], [false]])
    await sendMessage(club.chat, club.user('parent'), 'Anybody else?')
    expect(await named('leos')).toEqual([true])
    const read = { as: club.user('leos'), conversationSid: club.chat, body: { seq: 2 } }
    await call('POST /rest-api/chat/conversations/{conversationSid}/read', read)
    expect(await named('leos')).toEqual([false])
  })
})

describe('an event in a conversation', () => {
  it('is a message without text, listed by the event’s name until it is deleted', async () => {
    const club = await aChattingClub()
    const { eventId } = club.game
    const { body } = await send(club, 'trainer', { eventId })
    expect(body.event).toEqual({ eventId, name: 'Practice' })
    expect((await listFor(club.user('leos')))[0]?.lastMessage?.text).toBe('Practice')
    const { messageSid } = body
    const gone = await call(REMOVE, { as: club.user('trainer'), conversationSid: club.chat, messageSid, now: SIX })
    expect(gone.body).toMatchObject({ text: '', event: null })
  })

  it('must be one the sender may see', async () => {
    const [club, elsewhere] = await Promise.all([aChattingClub(), aClub()])
    const scrimmage = anEvent(club.otters)
    await createEvent(stamp, scrimmage, [club.sam])
    const status = async (eventId: string) => (await send(club, 'parent', { eventId })).status
    const ids = [scrimmage.eventId, elsewhere.game.eventId, anEvent(club.falcons).eventId]
    expect(await Promise.all(ids.map(status))).toEqual([403, 404, 404])
    expect((await send(club, 'parent', {})).status).toBe(400)
  })
})
