// own: mail goes to a service of its own
import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { handler as retentionHandler } from '#functions/chat/retentionHandler.ts'
import { conversationMembers, conversations, myConversations } from '#functions/table/conversations.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { Problem } from '#shared/problems.ts'
import { brokenAt, type Link } from '#shared/rules/chatEvidence.ts'
import { call, send } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { putIn } from '../copy.ts'
import { openPost } from '../mail/post.ts'
import { runScheduled } from '../workers.ts'
import { aChattingClub, emailOf, listFor, sendMessage, textsFor, unreadCount } from './chatting.ts'

const LOOK = 'POST /rest-api/chat/looks/{orgId}'
const READ = 'GET /rest-api/chat/looks/{orgId}/{conversationSid}'
const TAKE = 'POST /rest-api/chat/looks/{orgId}/{conversationSid}/evidence'
const CHECK = 'POST /rest-api/chat/evidence/{orgId}/check'
const EDIT = 'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
const REMOVE = 'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
const REPORT = 'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report'
const CREATE = 'POST /rest-api/chat/create/dm'
const SIX = '2026-11-21T18:00:00Z'
const reason = 'A mother has asked us to look.'

const post = openPost()

/** Two users have a private conversation with one edited and one deleted message. */
async function aPrivateOne() {
  const club = await aChattingClub()
  const { organizationId, user } = club
  const body = { organizationId, userIds: [user('leos')] }
  const { conversationSid } = (await call(CREATE, { as: user('parent'), body })).body
  const [one, two] = [
    (await sendMessage(conversationSid, user('parent'), 'You are late again')).body.messageSid,
    (await sendMessage(conversationSid, user('leos'), 'Shut up')).body.messageSid,
  ]
  const at = { conversationSid, now: SIX }
  await call(EDIT, { as: user('parent'), ...at, messageSid: one, body: { text: 'See you' } })
  await call(REMOVE, { as: user('leos'), ...at, messageSid: two })
  return { club, conversationSid, two }
}
const begin = ({ organizationId, user }: Club, conversationSid: string, name = 'admin', why = reason) =>
  call(LOOK, { as: user(name), orgId: organizationId, now: SIX, body: { conversationSid, reason: why } })
const read = ({ organizationId, user }: Club, conversationSid: string, now = SIX) =>
  call(READ, { as: user('admin'), orgId: organizationId, conversationSid, now, query: {} })
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('an administrator', () => {
  it('can read others’ conversation for a day after giving a reason, and its members are told by mail', async () => {
    const { club, conversationSid } = await aPrivateOne()
    expect((await read(club, conversationSid)).refusal.code).toBe('chat_no_look')
    expect((await begin(club, conversationSid, 'admin', 'Because')).status).toBe(400)
    expect((await begin(club, conversationSid, 'trainer')).status).toBe(403)
    await post.deliver()
    post.mails = []
    expect((await begin(club, conversationSid)).body).toEqual({ endsAt: '2026-11-22T18:00:00Z' })
    const { body } = await read(club, conversationSid)
    expect(body.messages.map(({ text }) => text)).toEqual(['', 'See you'])
    const traces = body.traces.map(({ text, became }) => [text, became])
    expect(traces.toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
      ['Shut up', 'takenBack'],
      ['You are late again', 'edited'],
    ])
    expect((await read(club, conversationSid, '2026-11-22T18:00:00Z')).refusal.code).toBe('chat_no_look')
    await post.deliver()
    const told = post.mails.map(({ to }) => to).toSorted((a, b) => a.localeCompare(b))
    expect(told).toEqual([emailOf(club, 'leos'), emailOf(club, 'parent')])
    for (const { html } of post.mails) {
      expect(html).not.toContain('mother')
      expect(html).toContain(`/chat/${conversationSid}"`)
    }
    const ONE = 'GET /rest-api/chat/conversations/{conversationSid}'
    const { looks } = (await call(ONE, { as: club.user('leos'), conversationSid })).body
    expect(looks).toEqual([{ name: 'Anders Moreno', reason, begunAt: '2026-11-21T18:00:00.000Z' }])
  })

  it('cannot read a conversation in which their own message was reported', async () => {
    const club = await aChattingClub()
    const { organizationId, user } = club
    const body = { organizationId, userIds: [user('parent')] }
    const { conversationSid } = (await call(CREATE, { as: user('admin'), body })).body
    const { messageSid } = (await sendMessage(conversationSid, user('admin'), 'Be quiet')).body
    await call(REPORT, { as: user('parent'), conversationSid, messageSid, body: { reason: 'bullying' } })
    expect((await begin(club, conversationSid)).status).toBe(403)
  })

  it('can export a copy in which changes are detectable, and whose origin can be verified', async () => {
    const { club, conversationSid } = await aPrivateOne()
    const { organizationId: orgId, user } = club
    const asking = { as: user('admin'), orgId, conversationSid, now: SIX }
    expect((await call(TAKE, asking)).refusal.code).toBe('chat_no_look')
    await begin(club, conversationSid)
    const { body } = await send(TAKE, asking)
    const { chain, hash, seal } = JSON.parse(String(body)) as { chain: Link[]; hash: string; seal: string }
    expect(brokenAt(chain, hashOf)).toBeUndefined()
    expect(chain.map(({ entry }) => entry)).toMatchObject([
      { conversationSid, takenBy: 'Anders Moreno', reason },
      { seq: 1, text: 'See you', before: [{ text: 'You are late again', became: 'edited' }] },
      { seq: 2, text: '', before: [{ text: 'Shut up', became: 'takenBack' }] },
    ])
    const isOurs = async (of: string, by = seal) =>
      (await call(CHECK, { as: user('admin'), orgId, body: { hash: of, seal: by } })).body.isOurs
    expect([await isOurs(hash), await isOurs(hashOf('another')), await isOurs(hash, `${seal}x`)]).toEqual([
      true,
      false,
      false,
    ])
    const forged = structuredClone(chain)
    Object.assign(forged[1]?.entry as object, { text: 'See you, loser' })
    expect(brokenAt(forged, hashOf)).toBe(1)
    expect(brokenAt([...chain.slice(0, 1), ...chain.slice(2)], hashOf)).toBe(1)
  })
})

it('all members are mailed that their conversation is read, even more than fit into one transaction', async () => {
  const club = await aChattingClub()
  const { organizationId, chat: conversationSid } = club
  const many = Array.from({ length: 110 }, (_, i) => `many-${String(i).padStart(3, '0')}-${organizationId}`)
  const name = { firstName: 'Many', lastName: 'More' }
  await putIn(
    stamp,
    many.map((userId) => conversationMembers.create({ conversationSid, userId, ...name, sinceSeq: 0, readSeq: 0 })),
  )
  const last = { userId: many.at(-1) ?? '', email: `last@${organizationId}.test` }
  await write(stamp, profiles.create({ ...last, ...name }), emailUsers.create(last))
  await post.deliver()
  post.mails = []
  expect((await begin(club, conversationSid)).status).toBe(200)
  await post.deliver()
  const told = post.mails.map(({ to }) => to)
  expect(told).toContain(last.email)
  expect(told).toContain(emailOf(club, 'trainer'))
})

it('messages are deleted after a year in clubs that keep them for a year only', async () => {
  const [short, long] = [await aChattingClub(), await aChattingClub()]
  for (const { chat, user } of [short, long]) {
    await sendMessage(chat, user('parent'), 'Old', { now: '2025-11-20T18:00:00Z' })
    await sendMessage(chat, user('parent'), 'New', { now: '2025-11-22T18:00:00Z' })
  }
  const { organizationId: orgId, user } = short
  const body = { offTeams: [], directOff: false, readAlongUntil: 16, keepMonths: 12 }
  await call('PUT /rest-api/chat/rules/{orgId}', { as: user('admin'), orgId, body })
  await runScheduled(retentionHandler, SIX)
  await runScheduled(retentionHandler, SIX)
  expect(await textsFor(short.chat, user('leos'))).toEqual(['New'])
  const listed = async (userId: string) =>
    (await myConversations.get({ userId, conversationSid: short.chat }))?.lastText
  expect(await listed(user('leos'))).toBe('New')
  // After a year nothing is left, neither there nor in anyone’s list.
  await runScheduled(retentionHandler, '2026-12-01T12:00:00Z')
  expect(await textsFor(short.chat, user('leos'))).toEqual([])
  expect(await listed(user('leos'))).toBe('')
  expect(await textsFor(long.chat, long.user('leos'))).toEqual(['New', 'Old'])
})

it('unread messages that are deleted are no longer counted as unread', async () => {
  const club = await aChattingClub()
  const { organizationId: orgId, user, chat: conversationSid } = club
  await sendMessage(conversationSid, user('parent'), 'Old', { now: '2025-11-20T18:00:00Z' })
  await sendMessage(conversationSid, user('parent'), 'New', { now: '2025-11-22T18:00:00Z' })
  const body = { offTeams: [], directOff: false, readAlongUntil: 16, keepMonths: 12 }
  await call('PUT /rest-api/chat/rules/{orgId}', { as: user('admin'), orgId, body })
  const counted = async () => [await unreadCount(user('leos')), (await listFor(user('leos')))[0]?.unread]
  await runScheduled(retentionHandler, SIX)
  expect(await counted()).toEqual([2, 2])
  // Twice: the count does not drop below zero.
  for (let i = 0; i < 2; i++) await runScheduled(retentionHandler, '2026-12-01T12:00:00Z')
  expect(await counted()).toEqual([0, 0])
  await sendMessage(conversationSid, user('parent'), 'Newer', { now: '2026-12-01T13:00:00Z' })
  expect(await counted()).toEqual([1, 1])
})

it('retention continues with other conversations when one fails, and starts with another club each day', async () => {
  const clubs = await Promise.all([aChattingClub(), aChattingClub()])
  for (const { organizationId: orgId, user, chat } of clubs) {
    await sendMessage(chat, user('parent'), 'Old', { now: '2025-01-20T18:00:00Z' })
    const body = { offTeams: [], directOff: false, readAlongUntil: 16, keepMonths: 12 }
    await call('PUT /rest-api/chat/rules/{orgId}', { as: user('admin'), orgId, body })
  }
  const left = () => Promise.all(clubs.map(({ chat, user }) => textsFor(chat, user('leos'))))
  const read = vi.spyOn(conversations, 'withMembers').mockRejectedValueOnce(new Problem('busy'))
  await expect(runScheduled(retentionHandler, SIX)).rejects.toThrow('1 clubs')
  expect(await left()).toEqual([[], []])
  read.mockRestore()
  const gone = vi.spyOn(conversations, 'ofClub')
  const days = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']
  const first = new Set<string | undefined>()
  for (const day of days) {
    gone.mockClear()
    await runScheduled(retentionHandler, `${day}T07:40:00Z`)
    first.add(gone.mock.calls[0]?.[0])
    expect(new Set(gone.mock.calls.map(([id]) => id)).size).toBe(gone.mock.calls.length)
  }
  expect(first.size).toBeGreaterThan(1)
  gone.mockRestore()
})
