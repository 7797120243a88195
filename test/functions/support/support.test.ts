import { describe, expect, it } from 'vitest'
import { handler as mailDue, mailIdOf } from '#functions/support/dueHandler.ts'
import { writers } from '#functions/support/mailWriters.ts'
import { threadOfKey } from '#functions/support/threads.ts'
import { sayIn } from '#functions/mail/say.ts'
import { outbox } from '#functions/table/outbox.ts'
import { profiles } from '#functions/table/profiles.ts'
import { supportMessages, allSupportRows, supportPlace, supportThreads } from '#functions/table/support.ts'
import { update, write } from '#functions/table/table.ts'
import { budgetsUsed, hashedAddress } from '#functions/table/budgets.ts'
import { budgets } from '#shared/rules/budgets.ts'
import { call, send } from '../call.ts'
import { stamp } from '../club.ts'
import { putIn } from '../copy.ts'

const staff = { as: 'stella', groups: ['ROLE_ADMIN'] }
const ASK = 'POST /rest-api/support'
const MINE = 'GET /rest-api/support'
const VISIT = 'POST /rest-api/support/visitor'
const LIST = 'GET /rest-api/staff/support'
const ANSWER = 'POST /rest-api/staff/support/{threadId}'
const DONE = 'POST /rest-api/staff/support/{threadId}/done'
const at = (minute: number, second = 0) =>
  `2026-11-21T18:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}.000Z`
const texts = (body: { messages: { from: string; text: string }[] }) => body.messages.map((m) => [m.from, m.text])

const somebody = async () => {
  const userId = crypto.randomUUID()
  const set = { userId, email: `${userId}@family.example`, firstName: 'Paula', lastName: 'Moreno' }
  await update(stamp, profiles.upsert({ userId }, { set }))
  return userId
}
const ask = (as: string, messageId: string, text: string, now = at(0)) =>
  call(ASK, { as, now, body: { messageId, text } })
const answer = (threadId: string, messageId: string, text: string, now = at(1)) =>
  call(ANSWER, { ...staff, now, threadId, body: { messageId, text } })
/** The letter requested after a message of a thread, if any. */
async function mailAfter(seq: number, threadId: string, since: string) {
  const mail = await outbox.get({ mailId: mailIdOf({ threadId, seq, since }) })
  return mail && { letter: mail.letter, to: mail.to }
}

describe('a support thread', () => {
  it('accepts one of two concurrent staff answers, and the other after reading the first', async () => {
    const paula = await somebody()
    await ask(paula, 'message-1', 'How?')
    const reply = async (messageId: string, text: string, lastSeq: number) =>
      (await call(ANSWER, { ...staff, now: at(1), threadId: paula, body: { messageId, text, lastSeq } })).status
    const both = await Promise.all([reply('answer-01', 'So.', 1), reply('answer-02', 'Or so.', 1)])
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 412])
    expect(await reply('answer-03', 'Both are right.', 2)).toBe(200)
    await ask(paula, 'message-2', 'Thanks!')
    // A question sent meanwhile does not block the answer.
    expect(await reply('answer-04', 'Welcome.', 3)).toBe(200)
  })

  it('keeps messages in order, each once however often it is sent', async () => {
    const paula = await somebody()
    expect((await call(MINE, { as: paula, query: {} })).body).toEqual({
      messages: [],
      earlier: false,
      lastSeq: 0,
      readSeq: 0,
    })
    const [first, again] = [await ask(paula, 'message-1', ' How? '), await ask(paula, 'message-1', ' How? ')]
    expect(first.body).toEqual({ messageId: 'message-1', seq: 1, from: 'person', text: 'How?', sentAt: at(0) })
    expect(again.body).toEqual(first.body)
    await answer(paula, 'answer-01', 'So.')
    await answer(paula, 'answer-01', 'So.')
    const { body } = await call(MINE, { as: paula, query: {} })
    expect(texts(body)).toEqual([
      ['person', 'How?'],
      ['staff', 'So.'],
    ])
    expect([body.lastSeq, body.readSeq]).toEqual([2, 1])
    await call('POST /rest-api/support/read', { as: paula, body: { seq: 9 } })
    expect((await call(MINE, { as: paula, query: {} })).body.readSeq).toBe(2)
  })

  it('keeps all of six concurrent messages', async () => {
    const paula = await somebody()
    const sent = await Promise.all(Array.from({ length: 6 }, (_, i) => ask(paula, `message-${i}`, `Text ${i}`)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    const { body } = await call(MINE, { as: paula, query: {} })
    expect(body.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(body.messages.map(({ text }) => text).toSorted()).toEqual([
      'Text 0',
      'Text 1',
      'Text 2',
      'Text 3',
      'Text 4',
      'Text 5',
    ])
  })

  it('with more than 200 messages is read in pages by the user, a visitor and staff', async () => {
    const paula = await somebody()
    const key = crypto.randomUUID().replaceAll('-', '')
    const many = 401
    for (const threadId of [paula, threadOfKey(key)]) {
      const said = Array.from({ length: many }, (_, i) => {
        const message = { threadId, messageId: `message-${i + 1}`, seq: i + 1, place: supportPlace(i + 1) }
        return supportMessages.create({ ...message, from: 'person', text: `Text ${i + 1}`, sentAt: at(0) })
      })
      await putIn(stamp, said)
      const thread = { threadId, state: 'waiting' as const, seq: many, readSeq: many, day: '', onDay: 0 }
      await write(stamp, supportThreads.create({ ...thread, since: at(0), lastAt: at(0), lastText: 'Text 401' }))
    }
    type Page = { messages: { seq: number }[]; earlier: boolean }
    async function everything(read: (before: number | undefined) => Promise<{ body: Page }>) {
      const sizes: number[] = []
      const seqs: number[] = []
      for (let before: number | undefined, isMore = true; isMore; before = seqs[0]) {
        const { messages, earlier } = (await read(before)).body
        sizes.push(messages.length)
        seqs.unshift(...messages.map(({ seq }) => seq))
        isMore = earlier
      }
      return { sizes, seqs }
    }
    const query = (before: number | undefined) => ({ query: before === undefined ? {} : { before: String(before) } })
    const found = [
      await everything((before) => call(MINE, { as: paula, ...query(before) })),
      await everything((before) =>
        call('GET /rest-api/staff/support/{threadId}', { ...staff, threadId: paula, ...query(before) }),
      ),
      await everything((before) =>
        call('POST /rest-api/support/visitor/read', { as: undefined, body: { key, ...(before && { before }) } }),
      ),
    ]
    const seqs = Array.from({ length: many }, (_, i) => i + 1)
    expect(found).toEqual([1, 2, 3].map(() => ({ sizes: [200, 200, 1], seqs })))
    expect((await send(MINE, { as: paula, query: { before: '0' } })).status).toBe(400)
  })

  it('rejects blank and too long messages, and more than a hundred a day', async () => {
    const paula = await somebody()
    expect((await ask(paula, 'message-1', ' \u200b ')).refusal.faults?.[0]).toMatchObject({ code: 'required' })
    expect((await ask(paula, 'message-1', '😀'.repeat(2001))).refusal.faults?.[0]).toMatchObject({ code: 'too_long' })
    expect((await ask(paula, 'message-1', '😀'.repeat(2000))).status).toBe(200)
    await update(stamp, supportThreads.change({ threadId: paula }, { set: { onDay: 100 } }))
    expect((await ask(paula, 'message-2', 'More')).refusal.code).toBe('too_many_questions')
    expect((await ask(paula, 'message-2', 'More', '2026-11-22T08:00:00Z')).status).toBe(200)
  })

  it('of a visitor is accessible by their device’s secret only', async () => {
    const key = crypto.randomUUID().replaceAll('-', '')
    const body = { key, messageId: 'message-1', text: 'Is there a place left?', email: 'new@family.example' }
    expect((await call(VISIT, { as: undefined, body })).status).toBe(200)
    const read = (k: string) => call('POST /rest-api/support/visitor/read', { as: undefined, body: { key: k } })
    expect(texts((await read(key)).body)).toEqual([['person', 'Is there a place left?']])
    expect(texts((await read(`${key.slice(1)}x`)).body)).toEqual([])
    const { threads } = (await call(LIST, { ...staff, query: {} })).body
    const thread = threads.find(({ email }) => email === 'new@family.example')
    expect(thread).toMatchObject({ name: '', isVisitor: true, state: 'waiting', lastText: 'Is there a place left?' })
    // Neither what staff see nor the table lets anyone write as the stranger.
    const kept = await allSupportRows({ threadId: thread?.threadId ?? '' })
    expect(JSON.stringify(kept)).not.toContain(key)
    // Strangers cannot request its erasure: it expires.
    expect(kept.map((item) => 'ttl' in item && item.ttl)).toEqual(
      [0, 1].map(() => Date.parse('2027-11-21T18:00:00Z') / 1000),
    )
  })

  it('of a visitor rejects messages with another address', async () => {
    const key = crypto.randomUUID().replaceAll('-', '')
    const visit = (messageId: string, email: string) =>
      call(VISIT, { as: undefined, body: { key, messageId, text: 'Is there a place left?', email } })
    expect((await visit('message-1', 'first@family.example')).status).toBe(200)
    for (const messageId of ['message-1', 'message-2'])
      expect((await visit(messageId, 'next@family.example')).refusal.code).toBe('answered_elsewhere')
    expect((await visit('message-2', 'First@family.example ')).body.seq).toBe(2)
    const thread = await supportThreads.get({ threadId: threadOfKey(key) }, { consistent: true })
    expect(thread?.email?.toLowerCase()).toBe('first@family.example')
  })

  it('of a visitor counts toward a daily limit per client address', async () => {
    const at = (address: string) => ({ 'x-forwarded-for': `${address}, 130.176.0.1` })
    const address = `198.51.100.${Math.floor(Math.random() * 250)}`
    const day = '2026-11-21'
    const used = { day, who: hashedAddress(address, day), what: 'question' as const }
    await update(stamp, budgetsUsed.upsert(used, { set: { day, used: budgets.question.address - 1 } }))
    const visit = async (from: string) => {
      const key = crypto.randomUUID().replaceAll('-', '')
      const body = { key, messageId: 'message-1', text: 'Anybody?', email: 'new@family.example' }
      const { status, refusal } = await send(VISIT, { as: undefined, body, headers: at(from) })
      return status === 200 ? 200 : refusal.code
    }
    expect([await visit(address), await visit(address), await visit('203.0.113.250')]).toEqual([
      200,
      'out_of_budget',
      200,
    ])
  })

  it('is listed for staff as waiting (longest first), answered or done', async () => {
    const [one, other] = [await somebody(), await somebody()]
    await ask(one, 'message-1', 'First', '2020-01-01T10:00:00Z')
    await ask(other, 'message-1', 'Second', '2020-01-01T10:01:00Z')
    await ask(one, 'message-2', 'Still there?', '2020-01-01T10:02:00Z')
    const list = async (state: 'waiting' | 'answered' | 'done') =>
      (await call(LIST, { ...staff, query: { state } })).body.threads
        .map(({ threadId }) => threadId)
        .filter((id) => id === one || id === other)
    expect(await list('waiting')).toEqual([one, other])
    const { waiting } = (await call('GET /rest-api/staff/support-waiting', { ...staff })).body
    expect(waiting).toBeGreaterThanOrEqual(2)
    await answer(one, 'answer-01', 'Yes.', '2020-01-01T10:03:00Z')
    expect([await list('waiting'), await list('answered')]).toEqual([[other], [one]])
    const done = (lastSeq: number) => call(DONE, { ...staff, threadId: other, body: { lastSeq } })
    // Someone has sent another message meanwhile.
    expect((await done(0)).refusal.code).toBe('conflict')
    expect([(await done(1)).status, (await done(1)).status]).toEqual([200, 200])
    expect(await list('done')).toEqual([other])
    await ask(other, 'message-2', 'One more thing', '2020-01-01T11:00:00Z')
    expect(await list('waiting')).toEqual([other])
  })

  it('unanswered for ten minutes is mailed to support once; unread answers are mailed after five', async () => {
    process.env['SUPPORT_EMAIL'] = 'support@touchline.test'
    const paula = await somebody()
    await ask(paula, 'message-1', 'How?', at(0))
    await ask(paula, 'message-2', 'Hello?', at(5))
    await mailDue({ time: at(9, 59) })
    expect(await mailAfter(2, paula, at(0))).toBeUndefined()
    await mailDue({ time: at(10) })
    await mailDue({ time: at(15) })
    expect(await mailAfter(2, paula, at(0))).toEqual({
      letter: 'supportWaiting',
      to: { email: 'support@touchline.test' },
    })
    const said = { threadId: paula }
    expect((await supportThreads.get(said, { consistent: true }))?.mailAt).toBeUndefined()
    await answer(paula, 'answer-01', 'So.', at(20))
    await mailDue({ time: at(24, 59) })
    expect(await mailAfter(3, paula, at(20))).toBeUndefined()
    await mailDue({ time: at(25) })
    expect(await mailAfter(3, paula, at(20))).toEqual({ letter: 'supportAnswered', to: { userId: paula } })
    const reader = { to: { email: 'p@family.example', userId: paula }, now: at(26), say: sayIn('en') }
    expect((await writers.supportAnswered(said, reader))?.paragraphs).toEqual([
      'Here is our answer to your question:',
      'So.',
    ])
    await answer(paula, 'answer-02', 'Or so.', at(30))
    await call('POST /rest-api/support/read', { as: paula, now: at(31), body: { seq: 4 } })
    await mailDue({ time: at(40) })
    expect(await mailAfter(4, paula, at(30))).toBeUndefined()
    expect(await writers.supportAnswered(said, reader)).toBeUndefined()
  })
  it('can be erased by staff, and later messages start a new one', async () => {
    const key = crypto.randomUUID().replaceAll('-', '')
    const visit = (messageId: string) =>
      call(VISIT, { as: undefined, body: { key, messageId, text: 'A question', email: 'gone@family.example' } })
    for (const messageId of ['message-1', 'message-2']) await visit(messageId)
    const threadId = threadOfKey(key)
    await answer(threadId, 'answer-01', 'So.')
    const erase = () => call('DELETE /rest-api/staff/support/{threadId}', { ...staff, threadId })
    expect([(await erase()).status, (await erase()).status]).toEqual([200, 404])
    expect(await allSupportRows({ threadId })).toEqual([])
    expect((await call('GET /rest-api/staff/support/{threadId}', { ...staff, threadId, query: {} })).status).toBe(404)
    expect((await visit('message-3')).body.seq).toBe(1)
  })

  it('is mailed about after an erasure as before', async () => {
    process.env['SUPPORT_EMAIL'] = 'support@touchline.test'
    const paula = await somebody()
    for (const minute of [0, 30]) {
      await ask(paula, 'message-1', 'How?', at(minute))
      await mailDue({ time: at(minute + 10) })
      await answer(paula, 'answer-01', 'So.', at(minute + 11))
      await mailDue({ time: at(minute + 16) })
      expect((await mailAfter(1, paula, at(minute)))?.letter).toBe('supportWaiting')
      expect((await mailAfter(2, paula, at(minute + 11)))?.letter).toBe('supportAnswered')
      expect((await supportThreads.get({ threadId: paula }, { consistent: true }))?.mailAt).toBeUndefined()
      await call('DELETE /rest-api/staff/support/{threadId}', { ...staff, threadId: paula })
    }
  })
})
