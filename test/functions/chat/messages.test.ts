import { describe, expect, it } from 'vitest'
import { conversationMembers } from '#functions/table/conversations.ts'
import { messages, placeOf } from '#functions/table/messages.ts'
import { runMetered } from '#functions/table/meter.ts'
import { update } from '#functions/table/table.ts'
import { failingCall } from '../interleave.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { putIn } from '../copy.ts'
import { aChattingClub, deliverMessage, listFor, sendMessage, textsFor, unreadCount } from './chatting.ts'

const SEND = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
const LIST = 'GET /rest-api/chat/conversations/{conversationSid}/messages'
const ONE = 'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
const REMOVE = 'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
const REACT = 'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}'
const MARK = 'POST /rest-api/chat/conversations/{conversationSid}/read'
const MUTE = 'PUT /rest-api/chat/conversations/{conversationSid}/muted'

describe('a message', () => {
  it('is stored once, however often it is sent', async () => {
    const { chat, user } = await aChattingClub()
    const messageSid = 'from-my-phone-1'
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => sendMessage(chat, user('parent'), 'Who drives?', { messageSid })),
    )
    expect(sent.map(({ status, body }) => [status, body.seq])).toEqual([1, 1, 1, 1].map((seq) => [200, seq]))
    expect(await textsFor(chat, user('parent2'))).toEqual(['Who drives?'])
    expect(await unreadCount(user('parent2'))).toBe(1)
  })

  it('cannot reuse the id of another user’s message', async () => {
    const { chat, user } = await aChattingClub()
    const messageSid = 'from-my-phone-1'
    await sendMessage(chat, user('parent'), 'Mine', { messageSid })
    expect((await sendMessage(chat, user('parent2'), 'Taken', { messageSid })).refusal.code).toBe('already_there')
    expect(await textsFor(chat, user('parent2'))).toEqual(['Mine'])
  })

  it('gets a unique sequence number in the same order for all, even when many write concurrently', async () => {
    const { chat, user } = await aChattingClub()
    const people = ['parent', 'parent2', 'leos', 'trainer'].map(user)
    const texts = Array.from({ length: 5 }, (_, i) => people.map((as, j) => ({ as, text: `${i} of ${j}` })))
    await Promise.all(
      people.map(async (_as, j) => {
        for (const turn of texts) {
          const { as, text } = turn[j] ?? { as: '', text: '' }
          const body = { messageSid: crypto.randomUUID(), text }
          expect((await call(SEND, { as, conversationSid: chat, body })).status).toBe(200)
        }
      }),
    )
    const { body } = await call(LIST, { as: people[0], conversationSid: chat, query: {} })
    expect(body.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => 20 - i))
    expect(body.messages.map(({ text }) => text).toSorted()).toEqual(
      texts
        .flat()
        .map(({ text }) => text)
        .toSorted(),
    )
    for (const j of people.keys()) {
      const own = body.messages.filter(({ userId }) => userId === people[j]).map(({ text }) => text)
      expect(own).toEqual(texts.map((_, i) => `${4 - i} of ${j}`))
    }
  })

  it.each(['BatchGetCommand', 'TransactWriteCommand'])(
    'whose %s failed can be sent again, and is stored once',
    async (at) => {
      const { chat, user } = await aChattingClub()
      const body = { messageSid: 'from-my-phone-1', text: 'Who drives?' }
      const send = () => call(SEND, { as: user('parent'), conversationSid: chat, body })
      expect(await failingCall(at, send)).toMatchObject({ status: 500 })
      expect((await send()).status).toBe(200)
      expect(await textsFor(chat, user('parent2'))).toEqual(['Who drives?'])
    },
  )

  it('can have up to 2000 characters of any script, and must have something visible', async () => {
    const { chat, user } = await aChattingClub()
    const family = '👨‍👩‍👧‍👦'
    for (const text of ['x'.repeat(2000), `مرحبا ${family} \u200e‏שלום`, '😀'.repeat(2000)])
      expect((await sendMessage(chat, user('parent'), text)).body.text).toBe(text)
    const tooLong = await sendMessage(chat, user('parent'), 'x'.repeat(2001))
    expect([tooLong.status, tooLong.refusal.faults?.[0]?.message]).toEqual([400, 'Max Characters: 2000'])
    for (const text of ['', '  \n', '\u200b\u2060'])
      expect((await sendMessage(chat, user('parent'), text)).status).toBe(400)
  })

  it('is stored in two round trips', async () => {
    const { chat, user } = await aChattingClub()
    await sendMessage(chat, user('parent'), 'First')
    const lines: string[] = []
    const said = console.info
    console.info = (line: string) => void lines.push(line)
    try {
      await call(SEND, {
        as: user('parent'),
        conversationSid: chat,
        body: { messageSid: 'second-message', text: 'Two' },
      })
    } finally {
      console.info = said
    }
    const cost = JSON.parse(lines.find((line) => line.includes(SEND)) ?? '{}') as { trips: number }
    expect(cost.trips).toBe(2)
  })
})

describe('unread messages', () => {
  it('are counted once per other member, and marked as read in any order', async () => {
    const { chat, user } = await aChattingClub()
    const [reader, writer] = [user('parent2'), user('parent')]
    for (const messageSid of ['message-1', 'message-2', 'message-3']) {
      await sendMessage(chat, writer, messageSid, { messageSid })
      await deliverMessage(chat, messageSid)
    }
    expect([await unreadCount(reader), await unreadCount(writer)]).toEqual([3, 0])
    const mark = (seq: number) => call(MARK, { as: reader, conversationSid: chat, body: { seq } })
    expect((await mark(2)).body).toEqual({ readSeq: 2 })
    expect(await unreadCount(reader)).toBe(1)
    expect((await mark(1)).body).toEqual({ readSeq: 2 })
    await Promise.all([mark(3), mark(3), mark(99)])
    expect(await unreadCount(reader)).toBe(0)
    expect(await listFor(reader)).toMatchObject([
      { unread: 0, lastMessage: { text: 'message-3', from: 'Paula', mine: false } },
    ])
  })

  it('are counted the same when the worker is late, repeated or out of order', async () => {
    const { chat, user } = await aChattingClub()
    const send = (messageSid: string) =>
      call(SEND, { as: user('parent'), conversationSid: chat, body: { messageSid, text: messageSid } })
    await send('message-1')
    await send('message-2')
    await deliverMessage(chat, 'message-2')
    await Promise.all([deliverMessage(chat, 'message-1'), deliverMessage(chat, 'message-2')])
    expect(await unreadCount(user('leos'))).toBe(2)
    expect(await listFor(user('leos'))).toMatchObject([{ lastMessage: { text: 'message-2' } }])
  })

  it('in a muted conversation are not counted until it is unmuted', async () => {
    const { chat, user } = await aChattingClub()
    const mute = (muted: boolean) => call(MUTE, { as: user('leos'), conversationSid: chat, body: { muted } })
    await sendMessage(chat, user('parent'), 'One')
    await mute(true)
    await sendMessage(chat, user('parent'), 'Two')
    expect(await unreadCount(user('leos'))).toBe(0)
    await mute(false)
    expect(await unreadCount(user('leos'))).toBe(2)
  })

  it('are read in one read unit', async () => {
    const { chat, user } = await aChattingClub()
    await sendMessage(chat, user('parent'), 'One')
    const { meOf } = await import('#functions/table/me.ts')
    const units = await runMetered(async (meter) => {
      await meOf({ userId: user('leos') })
      return meter.readUnits
    })
    expect(units).toBe(1)
  })
})

describe('a stored message', () => {
  const sentAt = '2026-11-21T18:00:00Z'
  async function one() {
    const club = await aChattingClub()
    const { body } = await sendMessage(club.chat, club.user('parent'), 'Whoo drives?', { now: sentAt })
    return { ...club, params: { conversationSid: club.chat, messageSid: body.messageSid } }
  }

  it('can be edited and deleted by its author for 15 minutes', async () => {
    const { chat, user, params } = await one()
    const edit = (as: string, now: string) => call(ONE, { as: user(as), ...params, now, body: { text: 'Who drives?' } })
    expect((await edit('parent2', sentAt)).status).toBe(403)
    const edited = await edit('parent', '2026-11-21T18:15:00Z')
    expect(edited.body).toMatchObject({ text: 'Who drives?', editedAt: '2026-11-21T18:15:00.000Z' })
    await deliverMessage(chat, params.messageSid)
    expect(await listFor(user('leos'))).toMatchObject([{ unread: 1, lastMessage: { text: 'Who drives?' } }])
    expect((await edit('parent', '2026-11-21T18:15:01Z')).refusal.code).toBe('too_late_to_change')
    const remove = (now: string) => call(REMOVE, { as: user('parent'), ...params, now })
    expect((await remove('2026-11-21T18:15:01Z')).refusal.code).toBe('too_late_to_change')
    expect((await remove('2026-11-21T18:10:00Z')).body).toMatchObject({
      text: '',
      deletedAt: '2026-11-21T18:10:00.000Z',
    })
    expect((await remove('2026-11-21T19:10:00Z')).status).toBe(200)
    expect(await textsFor(chat, user('parent2'))).toEqual([''])
  })

  it('is restored when its author edits it after deleting it, unless the club has hidden it', async () => {
    const { chat, user, params } = await one()
    await call(REMOVE, { as: user('parent'), ...params, now: '2026-11-21T18:01:00Z' })
    const write = (now: string) => call(ONE, { as: user('parent'), ...params, now, body: { text: 'Whoo drives?' } })
    const { body } = await write('2026-11-21T18:02:00Z')
    expect(body).toMatchObject({ text: 'Whoo drives?', deletedAt: null, editedAt: '2026-11-21T18:02:00.000Z' })
    expect(await textsFor(chat, user('leos'))).toEqual(['Whoo drives?'])
    await deliverMessage(chat, params.messageSid)
    expect(await listFor(user('leos'))).toMatchObject([{ lastMessage: { text: 'Whoo drives?' } }])
    await update(stamp, messages.change(params, { set: { text: '', deletedAt: sentAt, hidden: true } }))
    expect((await write('2026-11-21T18:03:00Z')).refusal.code).toBe('too_late_to_change')
  })

  it('takes one reaction per member, even concurrently, which can be changed and removed', async () => {
    const { user, params } = await one()
    const people = ['parent', 'parent2', 'leos', 'trainer'].map(user)
    const react = (as: string, reaction: string) => call(REACT, { as, ...params, reaction })
    await Promise.all(people.map((as) => react(as, 'like')))
    const { body } = await react(user('leos'), 'love')
    expect(body.reactions).toEqual([
      { reaction: 'like', count: 3, mine: false },
      { reaction: 'love', count: 1, mine: true },
    ])
    expect((await react(user('leos'), 'none')).body.reactions).toEqual([{ reaction: 'like', count: 3, mine: false }])
    expect((await react(user('leos'), 'shrug')).status).toBe(404)
  })

  it('can be replied to, and is quoted in its current state', async () => {
    const { chat, user, params } = await one()
    const { messageSid: replyTo } = params
    const body = { messageSid: 'an-answer', text: 'I do', replyTo }
    const answer = await call(SEND, { as: user('leos'), conversationSid: chat, body })
    expect(answer.body.replyTo).toEqual({ messageSid: replyTo, seq: 1, userId: user('parent'), text: 'Whoo drives?' })
    await call(REMOVE, { as: user('parent'), ...params, now: sentAt })
    const { messages: found } = (await call(LIST, { as: user('leos'), conversationSid: chat, query: {} })).body
    expect(found[0]?.replyTo?.text).toBe('')
  })

  it('from before a member joined cannot be replied to and is not quoted, even in earlier replies', async () => {
    const { chat, user, params } = await one()
    const { messageSid: replyTo } = params
    const send = (messageSid: string) =>
      call(SEND, { as: user('leos'), conversationSid: chat, body: { messageSid, text: 'I do', replyTo } })
    expect((await send('an-answer')).body.replyTo?.messageSid).toBe(replyTo)
    const id = { conversationSid: chat, userId: user('leos') }
    await update(stamp, conversationMembers.change(id, { set: { sinceSeq: 1 } }))
    for (const messageSid of ['another-answer', 'an-answer']) {
      const { status, body } = await send(messageSid)
      expect([status, body]).toEqual([404, expect.not.objectContaining({ replyTo: expect.anything() as object })])
    }
    const listed = (await call(LIST, { as: user('leos'), conversationSid: chat, query: {} })).body.messages
    expect(listed.map(({ text, replyTo: to }) => [text, to])).toEqual([['I do', null]])
  })

  it('is listed in pages, latest first, at no more than three read units per page', async () => {
    const { chat, user } = await one()
    const rows = Array.from({ length: 149 }, (_, i) => ({
      conversationSid: chat,
      messageSid: `long-ago-${i}`,
      seq: i + 2,
      place: placeOf(i + 2),
      userId: user('parent'),
      text: `Message ${i + 2}: who brings the balls, the bibs and the oranges?`,
      sentAt,
    }))
    await putIn(
      stamp,
      rows.map((row) => messages.create(row)),
    )
    const seen: number[] = []
    let cursor: string | undefined
    let count = 0
    do {
      const query = cursor === undefined ? {} : { cursor }
      const page = (await call(LIST, { as: user('leos'), conversationSid: chat, query })).body
      seen.push(...page.messages.map(({ seq }) => seq))
      cursor = page.cursor ?? undefined
      count += 1
    } while (cursor)
    expect([count, seen]).toEqual([3, Array.from({ length: 150 }, (_, i) => 150 - i)])
    const after = await call(LIST, { as: user('leos'), conversationSid: chat, query: { after: '147' } })
    expect(after.body.messages.map(({ seq }) => seq)).toEqual([148, 149, 150])
    const units = await runMetered(async (meter) => {
      await messages.before({ conversationSid: chat }, { from: 1, to: 150, limit: 50 })
      return meter.readUnits
    })
    expect(units).toBeLessThanOrEqual(3)
  })
})
