// own: the schedule handles all users whose quiet hours have ended
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { handler as pushHandler } from '#functions/chat/pushHandler.ts'
import { handler as wantDigests } from '#functions/mail/digestHandler.ts'
import { myConversations } from '#functions/table/conversations.ts'
import { digests } from '#functions/table/digests.ts'
import { messages } from '#functions/table/messages.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { outbox } from '#functions/table/outbox.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { deliverTo, runScheduled } from '../workers.ts'
import { aChattingClub, sendMessage } from './chatting.ts'
import { aDeviceOf, openPushService } from './pushService.ts'

let service: Awaited<ReturnType<typeof openPushService>>
beforeAll(async () => {
  service = await openPushService()
})
beforeEach(() => {
  service.taken.length = 0
})
afterAll(() => service.close())

const note = { title: 'You have unread messages', body: 'Open Touchline to read it.', address: '/chat', tag: 'unread' }
const quiet = { quiet: { from: '22:00', to: '07:00' }, timezone: 'Europe/London' }
/** In the reader's time zone. */
const EVENING = '2026-11-21T22:10:00Z'
const MORNING = '2026-11-22T07:00:00Z'

/** Lea, who has quiet hours at night, and a device set to show message texts. */
async function aQuietReader() {
  const club = await aChattingClub()
  const userId = club.user('leos')
  const conversationSid = club.chat
  const { shown } = await aDeviceOf(service, userId, true)
  const choose = (set: object) => update(stamp, noticeChoices.upsert({ userId }, { set }))
  await choose(quiet)
  async function written(text: string, now = EVENING, times = 1, name = 'trainer') {
    const { messageSid } = (await sendMessage(conversationSid, club.user(name), text, { now })).body
    for (let i = 0; i < times; i++) await deliverTo(pushHandler, messages.key({ conversationSid, messageSid }), now)
  }
  const read = (seq: number) =>
    call('POST /rest-api/chat/conversations/{conversationSid}/read', { as: userId, conversationSid, body: { seq } })
  /**
   * Runs the schedule, and if that removes the pending notification, the worker `times` times. Returns whether it was removed.
   */
  async function comes(now: string, times = 1) {
    const before = await digests.get({ userId }, { consistent: true })
    await runScheduled(wantDigests, now)
    const after = await digests.get({ userId }, { consistent: true })
    if (before && !after)
      for (let i = 0; i < times; i++)
        await deliverTo(pushHandler, { kind: 'Digest', ...digests.key({ userId }), change: 'removed' }, now)
    return before !== undefined && after === undefined
  }
  return { club, userId, conversationSid, shown, choose, written, read, comes }
}

it('messages written during quiet hours are announced once when they end, without their text', async () => {
  const { shown, written, comes } = await aQuietReader()
  await written('Tomorrow 7:30, not 9', EVENING, 2)
  await written('By the lake', '2026-11-21T22:50:00Z')
  expect(await comes('2026-11-22T06:45:00Z')).toBe(false)
  expect(shown()).toEqual([])
  expect(await comes(MORNING, 2)).toBe(true)
  expect(shown()).toEqual([note])
  expect(await comes('2026-11-22T07:15:00Z')).toBe(false)
  // The last notification was a moment ago; the next one follows after half an hour.
  await written('Who drives?', '2026-11-22T07:20:00Z')
  await written('Nobody?', '2026-11-22T07:31:00Z')
  expect(shown().map(({ body }) => body)).toEqual([note.body, 'Nobody?'])
})

it('messages soon after an earlier notification are announced after quiet hours, too, night after night', async () => {
  const { shown, written, comes } = await aQuietReader()
  await written('See you tomorrow', '2026-11-21T21:55:00Z')
  await written('At 7:30, not 9', EVENING)
  await comes(MORNING)
  expect(shown().map(({ title }) => title)).toEqual(['Carmen Moreno · Falcons', note.title])
  await written('And on Monday?', '2026-11-22T22:10:00Z')
  await comes('2026-11-23T07:00:00Z')
  expect(shown()).toHaveLength(3)
})

it('nothing is announced after quiet hours if it was read or muted, the reader left, or notifications are off', async () => {
  const one = await aQuietReader()
  await one.written('Tomorrow 7:30')
  await one.read(1)
  await one.comes(MORNING)
  const other = await aQuietReader()
  await other.written('Tomorrow 7:30')
  const muting = { as: other.userId, conversationSid: other.conversationSid, body: { muted: true } }
  await call('PUT /rest-api/chat/conversations/{conversationSid}/muted', muting)
  await other.comes(MORNING)
  const gone = await aQuietReader()
  await gone.written('Tomorrow 7:30')
  await teamPlayers.remove(stamp, gone.club.leo.playerId, gone.club.falcons)
  await gone.comes(MORNING)
  const silent = await aQuietReader()
  await silent.written('Tomorrow 7:30')
  await silent.choose({ chosen: { 'chat.push': 'off' } })
  await silent.comes(MORNING)
  expect([one, other, gone, silent].map(({ shown }) => shown())).toEqual([[], [], [], []])
})

it('later unread messages and new groups are announced after quiet hours in the reader’s language', async () => {
  const { club, userId, shown, choose, written, read, comes } = await aQuietReader()
  await written('Tomorrow 7:30')
  await read(1)
  await written('No, 8', '2026-11-21T23:30:00Z')
  await comes(MORNING)
  expect(shown()).toEqual([note])
  await choose({ language: 'es' })
  await read(2)
  const body = { organizationId: club.organizationId, userIds: [userId], friendlyName: 'Drivers' }
  const now = '2026-11-22T22:30:00Z'
  const made = await call('POST /rest-api/chat/create/dm', { as: club.user('parent'), body, now })
  const { conversationSid } = made.body
  const { key } = myConversations
  await deliverTo(pushHandler, key({ conversationSid, userId }), now)
  await sendMessage(conversationSid, club.user('parent'), 'Who drives?', { now })
  await comes('2026-11-23T07:00:00Z')
  expect(shown()[1]).toEqual({ ...note, title: 'Tienes mensajes sin leer', body: 'Abre Touchline para leerlo.' })
})

it('an announcement waits longer if the reader has extended the quiet hours meanwhile', async () => {
  const { shown, choose, written, comes } = await aQuietReader()
  await written('Tomorrow 7:30')
  await choose({ quiet: { from: '22:00', to: '09:00' } })
  expect(await comes(MORNING)).toBe(true)
  expect(shown()).toEqual([])
  expect(await comes('2026-11-22T08:45:00Z')).toBe(false)
  expect(await comes('2026-11-22T09:00:00Z')).toBe(true)
  expect(shown()).toEqual([note])
})

it('nothing is stored for a reader without a device', async () => {
  const { club, written } = await aQuietReader()
  const userId = club.user('parent2')
  await update(stamp, noticeChoices.upsert({ userId }, { set: quiet }))
  await written('Tomorrow 7:30')
  expect(await digests.get({ userId }, { consistent: true })).toBeUndefined()
})

it('other notifications of quiet hours are pushed once per kind when they end, by the choices of then', async () => {
  const { userId, shown, choose, comes } = await aQuietReader()
  async function mailed(letter: 'invite' | 'eventNews' | 'email', now = EVENING) {
    const mailId = crypto.randomUUID()
    const about = { inviteId: 'i', newsAt: now, emailId: 'e' }
    await write({ ...stamp, at: now }, outbox.add({ at: now }, { mailId, letter, to: { userId }, about }))
    await deliverTo(pushHandler, { pk: `OUTBOX#${mailId}`, sk: 'OUTBOX' }, now)
  }
  await choose({ chosen: { 'invites.mail': 'off' } })
  await mailed('invite')
  await mailed('invite', '2026-11-21T23:10:00Z')
  await mailed('eventNews')
  await mailed('email')
  await choose({ chosen: { 'invites.mail': 'off', 'news.push': 'off' } })
  expect(await comes('2026-11-22T06:45:00Z')).toBe(false)
  expect(shown()).toEqual([])
  expect(await comes(MORNING, 2)).toBe(true)
  const body = 'Open Touchline to read it.'
  expect(shown()).toEqual([{ title: 'An event needs an answer', body, address: '/today', tag: 'invites' }])
  // Disabled notifications are not postponed to a later day.
  await choose({ chosen: {} })
  await mailed('invite', '2026-11-22T22:10:00Z')
  await comes('2026-11-23T07:00:00Z')
  expect(shown().map(({ title }) => title)).toEqual(['An event needs an answer', 'An event needs an answer'])
})
