// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { handler as peopleHandler } from '#functions/chat/peopleHandler.ts'
import { handler as mailDue } from '#functions/support/dueHandler.ts'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { chatBlocks } from '#functions/table/chatBlocks.ts'
import { write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { deliverTo } from '../workers.ts'
import { aChattingClub, addChildAccount, deliveredAt, emailOf, sendMessage, textsFor } from './chatting.ts'

const REPORT = 'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report'
const REPORTS = 'GET /rest-api/chat/reports/{orgId}'
const SETTLE = 'POST /rest-api/chat/reports/{orgId}/settle'
const UNBLOCK = 'DELETE /rest-api/chat/blocked/{orgId}'
const CREATE = 'POST /rest-api/chat/create/dm'
const MESSAGES = 'GET /rest-api/chat/conversations/{conversationSid}/messages'

const post = openPost()
beforeEach(async () => {
  await post.deliver()
  post.mails = []
})

/** Lea has written something, and Paula and Peter have reported it. */
async function aReported() {
  const club = await aChattingClub()
  const { messageSid } = (await sendMessage(club.chat, club.user('leos'), 'You are a loser')).body
  for (const name of ['parent', 'parent2', 'parent']) {
    const body = { reason: 'bullying', note: 'To my child Mia' } as const
    await call(REPORT, { as: club.user(name), conversationSid: club.chat, messageSid, body })
  }
  const settle = (author: 'warned' | 'blocked', name = 'admin') => {
    const body = { conversationSid: club.chat, messageSid, settled: 'hidden', author } as const
    return call(SETTLE, { as: club.user(name), orgId: club.organizationId, body })
  }
  return { club, settle }
}
const mailed = () => post.mails.map(({ to, subject }) => [to, subject])
const heardOfBlock = ({ organizationId, user }: Club, name: string) =>
  deliverTo(
    peopleHandler,
    { kind: 'Chat block', ...chatBlocks.key({ userId: user(name), organizationId }) },
    deliveredAt,
  )

describe('a report', () => {
  it('is mailed once to administrators, without text or names', async () => {
    const { club } = await aReported()
    await post.deliver()
    expect(mailed()).toEqual([[emailOf(club, 'admin'), 'Springfield FC: a chat message was reported']])
    for (const secret of ['loser', 'Lea', 'Paula', 'Mia']) expect(post.mails[0]?.html).not.toContain(secret)
  })

  it('is not mailed once it is settled', async () => {
    const { settle } = await aReported()
    await settle('warned')
    await post.deliver()
    expect(mailed().map(([, subject]) => subject)).toEqual(['Springfield FC: a warning about your chat message'])
  })

  it('is mailed again when another member reports a message that was kept', async () => {
    const club = await aChattingClub()
    const { messageSid } = (await sendMessage(club.chat, club.user('leos'), 'You are a loser')).body
    const id = { conversationSid: club.chat, messageSid }
    const report = async (name: string) => {
      await call(REPORT, { as: club.user(name), ...id, body: { reason: 'bullying' } })
      await post.deliver()
      return post.mails.length
    }
    expect(await report('parent')).toBe(1)
    const settle = { as: club.user('admin'), orgId: club.organizationId, body: { ...id, settled: 'kept' as const } }
    expect((await call(SETTLE, settle)).status).toBe(200)
    expect([await report('parent'), await report('parent2')]).toEqual([1, 2])
  })

  it('of a message by the club’s only administrator goes to staff once, and its reporter is told so', async () => {
    const club = await aChattingClub()
    const { user, chat: conversationSid } = club
    const kid = await addChildAccount(club)
    await call('POST /rest-api/chat/teams/{teamId}', { as: user('admin'), teamId: club.falcons.teamId })
    const { messageSid } = (await sendMessage(conversationSid, user('admin'), 'Tell nobody, Mia')).body
    const report = async (as: string) =>
      (await call(REPORT, { as, conversationSid, messageSid, body: { reason: 'danger' } })).body
    // Two reports at the same instant.
    const meanwhile: unknown[] = []
    const other = async () => meanwhile.push(await report(kid))
    const mine = await interleave('TransactWriteCommand', other, () => report(user('parent')))
    expect([...meanwhile, mine]).toEqual([{ told: 'touchline' }, { told: 'touchline' }])
    const support = { as: 'stella', groups: ['ROLE_ADMIN'] }
    const { threads } = (await call('GET /rest-api/staff/support', { ...support, query: {} })).body
    const ours = threads.filter(({ lastText }) => lastText.includes(club.organization.name))
    const told = ours.map(({ threadId }) => threadId)
    const read = await Promise.all(
      told.map((threadId) => call('GET /rest-api/staff/support/{threadId}', { ...support, threadId, query: {} })),
    )
    const texts = read.flatMap(({ body }) => body.messages.map(({ text }) => text))
    expect(texts).toHaveLength(1)
    for (const secret of ['Tell nobody', 'Mia', 'Anders', kid]) expect(texts[0]).not.toContain(secret)
    // Staff do not read the chat on anyone's behalf: they see the message, its author and the reporters.
    const reported = read.flatMap(({ body }) => body.reported ?? [])
    const seen = reported.map(({ text, author, reportedBy }) => [text, author.userId, reportedBy.userId])
    const written = ['Tell nobody, Mia', user('admin')]
    expect(new Set(seen)).toEqual(new Set([kid, user('parent')].map((by) => [...written, by])))
    process.env['SUPPORT_EMAIL'] = 'support@touchline.test'
    await mailDue({ time: '2100-01-01T00:00:00Z' })
    delete process.env['SUPPORT_EMAIL']
    await post.deliver()
    const mails = post.mails.filter(
      ({ to, subject }) => to === 'support@touchline.test' && subject.includes('reported'),
    )
    expect(mails.map(({ subject }) => subject)).toEqual([`${club.organization.name}: a chat message was reported`])
    for (const secret of ['Tell nobody', 'Mia', 'Anders', kid]) expect(mails[0]?.html).not.toContain(secret)
    // A new administrator is told about later reports.
    const second = { userId: user('trainer'), firstName: 'Carmen', lastName: 'Moreno' }
    const flags = ['canEditAdministrators' as const]
    await write(stamp, ...organizationAdministrators.appoint(club.organization, { ...second, flags }))
    expect(await report(user('leos'))).toEqual({ told: 'club' })
  })
})

describe('the author of a reported message', () => {
  it('is warned once, even by two administrators concurrently', async () => {
    const { club, settle } = await aReported()
    const both = await Promise.all([settle('warned'), settle('warned')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await post.deliver()
    expect(mailed()).toEqual([[emailOf(club, 'leos'), 'Springfield FC: a warning about your chat message']])
    expect(post.mails[0]?.html).not.toContain('loser')
    const { reports } = (await call(REPORTS, { as: club.user('admin'), orgId: club.organizationId })).body
    expect(reports.map(({ authorWas }) => authorWas)).toEqual(['warned', 'warned'])
  })

  it('can be blocked from the chat immediately, until unblocked', async () => {
    const { club, settle } = await aReported()
    const { organizationId, chat: conversationSid } = club
    const as = club.user('leos')
    expect((await settle('blocked', 'trainer')).status).toBe(403)
    await settle('blocked')
    const body = { organizationId, userIds: [club.user('trainer')] }
    const refused = [
      await sendMessage(conversationSid, as, 'Still here'),
      await call(MESSAGES, { as, conversationSid, query: {} }),
      await call(CREATE, { as, body }),
      await call('POST /rest-api/chat/teams/{teamId}', { as, teamId: club.falcons.teamId }),
    ]
    expect(refused.map(({ refusal }) => refusal.code)).toEqual(Array(4).fill('chat_blocked'))
    const listed = (await call('GET /rest-api/chat/conversations', { as })).body
    expect(listed).toEqual({ conversations: [], noChatIn: [{ id: organizationId, name: 'Springfield FC' }] })
    expect((await call('GET /rest-api/chat-user/available-orgs', { as })).body).toEqual([])
    await post.deliver()
    expect(mailed()).toEqual([[emailOf(club, 'leos'), 'Springfield FC: you have been blocked from chat']])

    await heardOfBlock(club, 'leos')
    await sendMessage(conversationSid, club.user('parent'), 'Now we talk')
    const unblock = (by: string) => call(UNBLOCK, { as: club.user(by), orgId: organizationId, query: { userId: as } })
    expect((await unblock('trainer')).status).toBe(403)
    const { blocked } = (await call(REPORTS, { as: club.user('admin'), orgId: organizationId })).body
    expect(blocked.map(({ name }) => name)).toEqual(['Lea Moreno'])
    expect((await unblock('admin')).status).toBe(200)
    await heardOfBlock(club, 'leos')
    await sendMessage(conversationSid, club.user('parent'), 'Welcome back')
    expect(await textsFor(conversationSid, as)).toEqual(['Welcome back'])
  })

  it('can be removed from the list of blocked users after their account was erased', async () => {
    const { club, settle } = await aReported()
    const [userId, orgId] = [club.user('leos'), club.organizationId]
    const shown = async () => (await call(REPORTS, { as: club.user('admin'), orgId })).body.blocked.length
    await settle('blocked')
    await write(stamp, chatBlocks.remove({ userId, organizationId: orgId }))
    expect(await shown()).toBe(1)
    const unblock = () => call(UNBLOCK, { as: club.user('admin'), orgId, query: { userId } })
    expect([(await unblock()).status, await shown(), (await unblock()).status]).toEqual([200, 0, 404])
  })

  it('no longer counts as second adult once blocked, even before workers have run', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const { organizationId, user } = club
    const body = { organizationId, userIds: [kid, user('leos')], friendlyName: 'Three' }
    const { conversationSid } = (await call(CREATE, { as: user('trainer'), body })).body
    const { messageSid } = (await sendMessage(conversationSid, user('leos'), 'You are a loser')).body
    await call(REPORT, { as: kid, conversationSid, messageSid, body: { reason: 'bullying' } })
    const measure = { conversationSid, messageSid, settled: 'hidden', author: 'blocked' } as const
    expect((await call(SETTLE, { as: user('admin'), orgId: organizationId, body: measure })).status).toBe(200)
    expect((await sendMessage(conversationSid, user('trainer'), 'Just us')).refusal.code).toBe('chat_stopped')
  })
})
