import { describe, expect, it } from 'vitest'
import { chatReports } from '#functions/table/chatReports.ts'
import { chatRules } from '#functions/table/chatRules.ts'
import { messages } from '#functions/table/messages.ts'
import { update } from '#functions/table/table.ts'
import { failingCall, interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { putIn } from '../copy.ts'
import { aChattingClub, sendMessage, textsFor } from './chatting.ts'

const REPORT = 'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report'
const REPORTS = 'GET /rest-api/chat/reports/{orgId}'
const SETTLE = 'POST /rest-api/chat/reports/{orgId}/settle'
const LIST = 'GET /rest-api/chat/conversations/{conversationSid}/messages'
const REMOVE = 'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
const RULES = 'PUT /rest-api/chat/rules/{orgId}'
const CREATE = 'POST /rest-api/chat/create/dm'

const reportsFor = async ({ organizationId, user }: Club, name = 'admin') =>
  (await call(REPORTS, { as: user(name), orgId: organizationId })).body.reports

/** Lea has written something, and Paula has reported it. */
async function aReported() {
  const club = await aChattingClub()
  const { messageSid } = (await sendMessage(club.chat, club.user('leos'), 'You are a loser')).body
  const report = (name: string, sid = messageSid) =>
    call(REPORT, {
      as: club.user(name),
      conversationSid: club.chat,
      messageSid: sid,
      body: { reason: 'bullying', note: ' To my child ' },
    })
  await report('parent')
  const settle = (settled: 'hidden' | 'kept', name = 'admin') =>
    call(SETTLE, {
      as: club.user(name),
      orgId: club.organizationId,
      body: { conversationSid: club.chat, messageSid, settled },
    })
  return { club, messageSid, report, settle }
}

describe('a report of a message', () => {
  it('keeps the text, once per reporter, even if the author deletes the message', async () => {
    const { club, messageSid, report } = await aReported()
    await report('parent')
    await report('parent2')
    await call(REMOVE, { as: club.user('leos'), conversationSid: club.chat, messageSid })
    const found = await reportsFor(club)
    expect(found.map(({ text, author, note, reason, settled }) => [text, author, note, reason, settled])).toEqual([
      ['You are a loser', 'Lea Moreno', 'To my child', 'bullying', null],
      ['You are a loser', 'Lea Moreno', 'To my child', 'bullying', null],
    ])
    expect(found.map((each) => each.reportedBy).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'Paula Moreno',
      'Peter Moreno',
    ])
  })

  it('can be made by other members of the conversation only', async () => {
    const { report } = await aReported()
    expect([(await report('leos')).status, (await report('fan')).status]).toEqual([403, 403])
    expect((await report('parent', 'nobody-wrote-it')).status).toBe(404)
  })

  it('is settled with all others of its message, even more than fit into one transaction', async () => {
    const { club, messageSid, settle } = await aReported()
    const [first] = await chatReports.of(club)
    if (!first) throw new Error('There is no report.')
    const { author, text, files, sentAt, reason, reportedAt } = first
    const { organizationId, chat: conversationSid } = club
    const report = { organizationId, conversationSid, messageSid, author, text, files, sentAt, reason, reportedAt }
    await putIn(
      stamp,
      Array.from({ length: 120 }, () => chatReports.create({ ...report, reportedBy: crypto.randomUUID() })),
    )
    // Cut short, it is completed by a retry.
    await failingCall('TransactWriteCommand', () => settle('hidden'), 2)
    expect((await settle('hidden')).body).toEqual({ settled: 'hidden' })
    expect((await chatReports.of(club)).map(({ settled }) => settled)).toEqual(
      Array.from({ length: 121 }, () => 'hidden'),
    )
    expect(await textsFor(club.chat, club.user('parent'))).toEqual([''])
  })

  it('is hidden from the message’s author, who cannot settle it', async () => {
    const { club } = await aReported()
    const { organizationId: orgId, user, chat: conversationSid } = club
    await call('POST /rest-api/chat/teams/{teamId}', { as: user('admin'), teamId: club.falcons.teamId })
    const { messageSid } = (await sendMessage(conversationSid, user('admin'), 'Be quiet')).body
    const sent = { as: user('parent'), conversationSid, messageSid, body: { reason: 'other' as const } }
    expect((await call(REPORT, sent)).status).toBe(200)
    expect((await reportsFor(club)).map(({ text }) => text)).toEqual(['You are a loser'])
    const body = { conversationSid, messageSid, settled: 'kept' as const }
    expect((await call(SETTLE, { as: user('admin'), orgId, body })).status).toBe(403)
  })

  it('can hide a message one of whose files is gone', async () => {
    const { club, messageSid, settle } = await aReported()
    const id = { conversationSid: club.chat, messageSid }
    const lost = { fileId: `${club.organizationId}.flostlostlost`, name: 'p.png', type: 'image/png', size: 3 }
    await update(stamp, messages.change(id, { set: { files: [lost] } }))
    expect((await settle('hidden')).status).toBe(200)
    expect(await messages.get(id, { consistent: true })).toMatchObject({ text: '', hidden: true })
  })

  it('settled as hidden hides the message for everyone, and stays so', async () => {
    const { club, messageSid, settle } = await aReported()
    const both = await Promise.all([settle('hidden'), settle('hidden')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const [seen] = (await call(LIST, { as: club.user('parent2'), conversationSid: club.chat, query: {} })).body.messages
    expect(seen).toMatchObject({ messageSid, text: '', hidden: true })
    expect(both.map(({ body }) => body)).toEqual([{ settled: 'hidden' }, { settled: 'hidden' }])
    // Deciding to keep it after that has no effect, and says so.
    expect((await settle('kept')).body).toEqual({ settled: 'hidden' })
    expect((await reportsFor(club)).map(({ text, settled }) => [text, settled])).toEqual([
      ['You are a loser', 'hidden'],
    ])
  })

  it('of a message that was kept can be settled as hidden later', async () => {
    const { club, messageSid, settle } = await aReported()
    const reports = () => chatReports.ofMessage(club, club.chat, messageSid)
    await settle('kept')
    await settle('hidden')
    expect(await messages.get({ conversationSid: club.chat, messageSid })).toMatchObject({ hidden: true })
    expect(await reports()).toMatchObject([{ settled: 'hidden', settledBy: club.user('admin') }])
  })

  it('stays hidden if it is kept and hidden concurrently', async () => {
    const { club, settle } = await aReported()
    const hide = async () => expect((await settle('hidden')).status).toBe(200)
    expect((await interleave('TransactWriteCommand', hide, () => settle('kept'))).body).toEqual({ settled: 'hidden' })
    expect((await reportsFor(club))[0]?.settled).toBe('hidden')
  })

  it('can be settled as kept, but not by a coach', async () => {
    const { club, settle } = await aReported()
    expect((await settle('hidden', 'trainer')).status).toBe(403)
    expect((await settle('kept')).body).toEqual({ settled: 'kept' })
    expect(await textsFor(club.chat, club.user('parent2'))).toEqual(['You are a loser'])
    expect((await reportsFor(club))[0]?.settled).toBe('kept')
  })
})

describe('a club’s chat rules', () => {
  const save = ({ organizationId, user }: Club, body: { offTeams: string[]; directOff: boolean }) =>
    call(RULES, { as: user('admin'), orgId: organizationId, body: { readAlongUntil: 16, ...body } })

  it('disable a team’s chat immediately, and enable it again', async () => {
    const club = await aChattingClub()
    const { teamId } = club.falcons
    expect((await save(club, { offTeams: [teamId, teamId], directOff: false })).body.offTeams).toEqual([teamId])
    expect((await sendMessage(club.chat, club.user('parent'), 'Hello')).refusal.code).toBe('chat_off')
    await save(club, { offTeams: [], directOff: false })
    expect((await sendMessage(club.chat, club.user('parent'), 'Hello')).status).toBe(200)
  })

  it('disable direct messages between parents, but not with a coach', async () => {
    const club = await aChattingClub()
    await save(club, { offTeams: [], directOff: true })
    const to = (name: string) =>
      call(CREATE, {
        as: club.user('parent'),
        body: { organizationId: club.organizationId, teamId: club.falcons.teamId, userIds: [club.user(name)] },
      })
    expect((await to('leos')).refusal.code).toBe('chat_direct_off')
    expect((await to('trainer')).status).toBe(200)
  })

  it('disable existing conversations of two parents, but not of three or with a coach', async () => {
    const club = await aChattingClub()
    const { organizationId, falcons, user } = club
    const begin = (names: string[], friendlyName?: string) => {
      const body = {
        organizationId,
        teamId: falcons.teamId,
        userIds: names.map(user),
        ...(friendlyName && { friendlyName }),
      }
      return call(CREATE, { as: user('parent'), body })
    }
    const all = await Promise.all([
      begin(['leos']),
      begin(['leos'], 'Car pool'),
      begin(['leos', 'parent2'], 'Cake'),
      begin(['trainer']),
    ])
    const sids = all.map(({ body }) => body.conversationSid)
    await save(club, { offTeams: [], directOff: true })
    const said = async (sid = '') => (await sendMessage(sid, user('parent'), 'Hello')).refusal.code ?? 'sent'
    expect(await Promise.all(sids.map(said))).toEqual(['chat_off', 'chat_off', 'sent', 'sent'])
    const READ = 'GET /rest-api/chat/conversations/{conversationSid}'
    const shown = await call(READ, { as: user('leos'), conversationSid: sids[0] ?? '' })
    expect(shown.body.stopped).toBe('chat_off')
    expect((await begin(['leos'], 'Again')).refusal.code).toBe('chat_direct_off')
    await save(club, { offTeams: [], directOff: false })
    expect(await said(sids[0])).toBe('sent')
  })

  it('change only the given values', async () => {
    const { organizationId: orgId, user, falcons } = await aChattingClub()
    const change = async (body: object) => (await call(RULES, { as: user('admin'), orgId, body })).body
    await change({ keepMonths: 12, directOff: true })
    const off = { offTeams: [falcons.teamId], directOff: true, readAlongUntil: 16, keepMonths: 12 }
    expect(await change({ team: { id: falcons.teamId, off: true } })).toEqual(off)
    expect(await chatRules.get({ organizationId: orgId }, { consistent: true })).toMatchObject({ limited: orgId })
    const kept = { ...off, readAlongUntil: 18, keepMonths: 0 }
    await change({ readAlongUntil: 18 })
    expect(await change({ keepMonths: 0 })).toEqual(kept)
    expect((await chatRules.get({ organizationId: orgId }, { consistent: true }))?.limited).toBeUndefined()
    expect(await change({ team: { id: falcons.teamId, off: false } })).toEqual({ ...kept, offTeams: [] })
  })

  it('apply two concurrent changes of different teams', async () => {
    const { organizationId: orgId, user, falcons, otters } = await aChattingClub()
    const set = (id: string, off: boolean) => call(RULES, { as: user('admin'), orgId, body: { team: { id, off } } })
    for (const off of [true, false]) {
      const other = () => set(otters.teamId, off)
      const { body } = await interleave('TransactWriteCommand', other, () => set(falcons.teamId, off))
      expect(new Set(body.offTeams)).toEqual(new Set(off ? [falcons.teamId, otters.teamId] : []))
    }
  })

  it('reject teams of another club', async () => {
    const club = await aChattingClub()
    const odd = `${club.organizationId}.t00000000000`
    expect((await save(club, { offTeams: [odd], directOff: false })).status).toBe(404)
    const { user, organizationId: orgId } = club
    const body = { team: { id: odd, off: true } }
    expect((await call(RULES, { as: user('admin'), orgId, body })).status).toBe(404)
  })
})
