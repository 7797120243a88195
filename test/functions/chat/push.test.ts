import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimsIn } from '#scripts/local/services/push/decrypt.ts'
import { pushKeyOf } from '#functions/chat/pushKeys.ts'
import { handler as pushHandler } from '#functions/chat/pushHandler.ts'
import { isPushService, encryptMessage, vapidHeader } from '#functions/chat/webPush.ts'
import { myConversations } from '#functions/table/conversations.ts'
import { messages } from '#functions/table/messages.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { outbox } from '#functions/table/outbox.ts'
import { pushDevices } from '#functions/table/pushDevices.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aChattingClub, listFor, sendMessage } from './chatting.ts'
import { aBrowser, aDeviceOf, openPushService } from './pushService.ts'

const DEVICES = 'GET /rest-api/push/devices'
const ADD = 'PUT /rest-api/push/devices'
const REMOVE = 'DELETE /rest-api/push/devices'
const SIX = '2026-11-21T18:00:00Z'

let service: Awaited<ReturnType<typeof openPushService>>
beforeAll(async () => {
  service = await openPushService()
})
beforeEach(() => {
  service.taken.length = 0
  service.status = 201
})
afterAll(() => service.close())

const aDevice = (as: string, showsText?: boolean, path?: string, how?: object) =>
  aDeviceOf(service, as, showsText, path, how)
/** Sends a message and tells the worker about it. */
async function written(club: Club & { chat: string }, name: string, text: string, now = SIX) {
  const { messageSid } = (await sendMessage(club.chat, club.user(name), text, { now })).body
  const hears = () => deliverTo(pushHandler, messages.key({ conversationSid: club.chat, messageSid }), now)
  await hears()
  return hears
}

describe('a push message', () => {
  it('is encrypted as in the example of RFC 8291, section 5', () => {
    const receiver = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const chance = {
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
      privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    }
    expect(encryptMessage('When I grow up, I want to be a watermelon', receiver, chance).toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  it('is signed with a VAPID key derived from the secret', () => {
    const [key, again] = [pushKeyOf({ id: 'k', value: 'a secret' }), pushKeyOf({ id: 'k', value: 'a secret' })]
    expect(key.publicKey).toBe(again.publicKey)
    const claims = claimsIn(vapidHeader('https://fcm.googleapis.com/fcm/send/1', key, SIX))
    expect(claims).toMatchObject({ aud: 'https://fcm.googleapis.com', exp: Date.parse(SIX) / 1000 + 43_200 })
    expect(pushKeyOf({ id: 'k', value: 'another' }).publicKey).not.toBe(key.publicKey)
  })

  it.each([
    [true, 'https://fcm.googleapis.com/fcm/send/abc'],
    [true, 'https://web.push.apple.com/abc'],
    [true, 'https://wns2-par02p.notify.windows.com/w/?token=a'],
    [false, 'http://fcm.googleapis.com/fcm/send/abc'],
    [false, 'https://fcm.googleapis.com.club.example/abc'],
    [false, 'https://fcm.googleapis.com:8443/abc'],
    [false, 'https://someone@fcm.googleapis.com/abc'],
    [false, 'https://notify.windows.com.example/abc'],
    [false, 'https://169.254.169.254/latest/meta-data'],
    [false, 'http://127.0.0.1:1/abc'],
    [false, 'file:///etc/passwd'],
  ])('is sent to known push services only: %s %s', async (isOne, endpoint) => {
    expect(isPushService(endpoint)).toBe(isOne)
    const { p256dh, auth } = aBrowser()
    if (!isOne)
      expect([400, 412]).toContain(
        (await call(ADD, { as: 'somebody', body: { endpoint, p256dh, auth, showsText: false } })).status,
      )
  })
})

describe('devices', () => {
  it('are told the team of a new message, but neither sender nor text', async () => {
    const club = await aChattingClub()
    const [phone, laptop, own] = await Promise.all(['leos', 'leos', 'parent'].map((name) => aDevice(club.user(name))))
    const again = await written(club, 'parent', 'Mia is ill')
    await again()
    const told = [{ title: 'New message: Falcons', body: 'Open Touchline to read it.', conversationSid: club.chat }]
    expect([phone?.shown(), laptop?.shown(), own?.shown()]).toEqual([told, told, []])
    const [{ headers }] = service.taken as [(typeof service.taken)[number]]
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(claimsIn(String(headers['authorization']))?.aud).toBe(service.origin)
  })

  it('are told once about a new group, by its name if they show texts', async () => {
    const club = await aChattingClub()
    const [maker, lea] = [club.user('parent'), club.user('leos')]
    const [phone, words, own] = [await aDevice(lea), await aDevice(lea, true), await aDevice(maker)]
    const body = { organizationId: club.organizationId, userIds: [lea], friendlyName: 'Drivers' }
    const { conversationSid } = (await call('POST /rest-api/chat/create/dm', { as: maker, body })).body
    const hears = (userId: string, chat = conversationSid, now = SIX) =>
      deliverTo(pushHandler, myConversations.key({ conversationSid: chat, userId }), now)
    await update(stamp, noticeChoices.upsert({ userId: lea }, { set: { chosen: { 'chat.push': 'off' } } }))
    await hears(lea)
    expect(phone.shown()).toEqual([])
    await update(stamp, noticeChoices.upsert({ userId: lea }, { set: { chosen: {} } }))
    await Promise.all([hears(lea), hears(lea), hears(maker), hears(lea, club.chat)])
    const told = { title: 'You were added to a group', body: 'Open Touchline to see it.', conversationSid }
    expect([phone.shown(), words.shown(), own.shown()]).toEqual([
      [told],
      [{ ...told, title: 'You were added to a group: Drivers' }],
      [],
    ])
    await sendMessage(conversationSid, maker, 'Who drives?')
    expect((await listFor(lea))[0]).toMatchObject({ isNew: true, unread: 1 })
  })

  it('show sender and text if their owner wants that, and otherwise a text in their language', async () => {
    const club = await aChattingClub()
    const [words, spanish] = [await aDevice(club.user('leos'), true), await aDevice(club.user('parent2'))]
    const userId = club.user('parent2')
    await update(stamp, noticeChoices.upsert({ userId }, { set: { language: 'es' } }))
    await written(club, 'parent', 'Who drives?')
    expect(words.shown()).toMatchObject([{ title: 'Paula Moreno · Falcons', body: 'Who drives?' }])
    expect(spanish.shown()).toMatchObject([{ title: 'Mensaje nuevo: Falcons' }])
  })

  it('are notified of the first unread message, and again after half an hour', async () => {
    const club = await aChattingClub()
    const { shown } = await aDevice(club.user('leos'), true)
    await written(club, 'parent', 'One')
    await written(club, 'parent', 'Two', '2026-11-21T18:29:59Z')
    await written(club, 'parent', 'Three', '2026-11-21T18:30:00Z')
    const read = { as: club.user('leos'), conversationSid: club.chat, body: { seq: 3 } }
    await call('POST /rest-api/chat/conversations/{conversationSid}/read', read)
    await written(club, 'parent', 'Four', '2026-11-21T18:31:00Z')
    expect(shown().map(({ body }) => body)).toEqual(['One', 'Three', 'Four'])
  })

  it('are not notified in quiet hours, of muted conversations, or if the owner has switched it off', async () => {
    const club = await aChattingClub()
    const { user, chat: conversationSid } = club
    const all = await Promise.all(['leos', 'parent2', 'trainer'].map((name) => aDevice(user(name))))
    const choose = (name: string, set: object) => update(stamp, noticeChoices.upsert({ userId: user(name) }, { set }))
    await choose('leos', { quiet: { from: '11:00', to: '13:00' }, timezone: 'America/Chicago' })
    await choose('parent2', { chosen: { 'chat.push': 'off' } })
    const muting = { as: user('trainer'), conversationSid, body: { muted: true } }
    await call('PUT /rest-api/chat/conversations/{conversationSid}/muted', muting)
    await written(club, 'parent', 'Who drives?')
    expect(all.map(({ shown }) => shown().length)).toEqual([0, 0, 0])
    await written(club, 'parent', 'Who drives now?', '2026-11-21T19:00:00Z')
    expect(all.map(({ shown }) => shown().length)).toEqual([1, 0, 0])
  })

  it('of a removed member are not notified, even before workers have run', async () => {
    const club = await aChattingClub()
    const { shown } = await aDevice(club.user('leos'))
    await teamPlayers.remove(stamp, club.leo.playerId, club.falcons)
    await written(club, 'parent', 'Who drives?')
    expect(shown()).toEqual([])
  })

  it('with an invalid key are rejected, and do not prevent others from being notified', async () => {
    const club = await aChattingClub()
    const [leos, peter] = [club.user('leos'), club.user('parent2')]
    const { p256dh, auth } = aBrowser()
    const [bad, endpoint] = [`B${'A'.repeat(86)}`, `${service.origin}/${crypto.randomUUID()}`]
    const answer = await call(ADD, { as: leos, body: { endpoint, p256dh: bad, auth, showsText: false } })
    expect(answer.refusal.faults).toMatchObject([{ at: 'p256dh' }])
    const { deviceId } = (await call(ADD, { as: leos, body: { endpoint, p256dh, auth, showsText: false } })).body
    await update(stamp, pushDevices.change({ deviceId }, { set: { p256dh: bad } }))
    const { shown } = await aDevice(peter)
    await written(club, 'parent', 'Who drives?')
    expect(shown().length).toBe(1)
    expect((await call(DEVICES, { as: leos })).body.devices).toEqual([])
  })

  it('registered with an unknown server key are not notified, but kept', async () => {
    const club = await aChattingClub()
    const peter = club.user('parent2')
    const { deviceId } = await aDevice(peter)
    const [device] = await pushDevices.of({ userId: peter })
    await update(stamp, pushDevices.change({ deviceId }, { set: { keyId: 'of-later' } }))
    await written(club, 'parent', 'Who drives?')
    expect(service.taken).toEqual([])
    expect((await call(DEVICES, { as: peter })).body.devices).toMatchObject([{ deviceId }])
    await update(stamp, pushDevices.change({ deviceId }, { set: { keyId: device?.keyId ?? '' } }))
    await written(club, 'parent', 'Who drives now?', '2026-11-21T20:30:00Z')
    expect(service.taken).toHaveLength(1)
  })

  it('are removed when gone, and belong to their new owner only when they change hands', async () => {
    const club = await aChattingClub()
    const [leos, peter] = [club.user('leos'), club.user('parent2')]
    const first = await aDevice(leos)
    const second = await aDevice(peter, false, first.path)
    expect(second.deviceId).toBe(first.deviceId)
    const listed = async (as: string) => (await call(DEVICES, { as })).body.devices.map(({ deviceId }) => deviceId)
    expect([await listed(leos), await listed(peter)]).toEqual([[], [first.deviceId]])
    await call(REMOVE, { as: leos, query: { deviceId: first.deviceId } })
    expect(await listed(peter)).toEqual([first.deviceId])
    service.status = 410
    await written(club, 'parent', 'Who drives?')
    expect(await listed(peter)).toEqual([])
  })
})

describe('push notifications for mails', () => {
  type Mailed = {
    letter: 'invite' | 'eventNews' | 'chatWarned' | 'email' | 'placeOffered' | 'playerRegistered'
    wasHeld?: boolean
    urgent?: boolean
  }
  /** Queues a mail to a user and tells the worker about it this many times. */
  async function mailed(userId: string, { letter, ...how }: Mailed, { now = SIX, times = 1 } = {}) {
    const mailId = crypto.randomUUID()
    const registrationPlayerId = 'o00000000001.r00000000001.p00000000001'
    const ids = { inviteId: 'i', organizationId: 'o', conversationSid: 'c', messageSid: 'm', registrationPlayerId }
    const about = { ...ids, newsAt: now }
    const mail = { mailId, letter, to: { userId }, about, ...how }
    await write({ ...stamp, at: now }, outbox.add({ at: now }, mail))
    for (let i = 0; i < times; i++) await deliverTo(pushHandler, { pk: `OUTBOX#${mailId}`, sk: 'OUTBOX' }, now)
  }
  const somebody = () => `reader-${crypto.randomUUID()}`

  it('name the kind of mail, once, and nothing else', async () => {
    const userId = somebody()
    const { shown } = await aDevice(userId, true)
    await mailed(userId, { letter: 'invite' }, { times: 2 })
    await mailed(userId, { letter: 'eventNews' })
    await mailed(userId, { letter: 'eventNews', wasHeld: true })
    await mailed(userId, { letter: 'chatWarned' })
    const body = 'Open Touchline to read it.'
    expect(shown()).toEqual([
      { title: 'An event needs an answer', body, address: '/today', tag: 'invites' },
      { title: 'An event has changed', body, address: '/calendar', tag: 'changes' },
    ])
  })

  it('about registrations link a family to the registration, and administrators to Today', async () => {
    const userId = somebody()
    const { shown } = await aDevice(userId)
    await mailed(userId, { letter: 'placeOffered' })
    await mailed(userId, { letter: 'playerRegistered' })
    const said = { title: 'News about a registration', body: 'Open Touchline to read it.', tag: 'registrations' }
    expect(shown()).toEqual([
      { ...said, address: '/register/o00000000001.r00000000001' },
      { ...said, address: '/today' },
    ])
  })

  it('are in the reader’s language, and are omitted if switched off or in quiet hours', async () => {
    const userId = somebody()
    const { shown } = await aDevice(userId)
    const set = {
      language: 'es' as const,
      chosen: { 'invites.push': 'off' as const },
      quiet: { from: '11:00', to: '13:00' },
      timezone: 'America/Chicago',
    }
    await update(stamp, noticeChoices.upsert({ userId }, { set }))
    await mailed(userId, { letter: 'eventNews' })
    await mailed(userId, { letter: 'invite' }, { now: '2026-11-21T19:00:00Z' })
    expect(shown()).toEqual([])
    await mailed(userId, { letter: 'eventNews' }, { now: '2026-11-21T19:00:00Z' })
    expect(shown().map(({ title }) => title)).toEqual(['Un evento ha cambiado'])
  })

  it('are sent in quiet hours only if urgent', async () => {
    const userId = somebody()
    const { shown } = await aDevice(userId)
    const quiet = { quiet: { from: '22:00', to: '07:00' }, timezone: 'America/Chicago' }
    await update(stamp, noticeChoices.upsert({ userId }, { set: quiet }))
    const now = '2026-11-22T05:10:00Z'
    await mailed(userId, { letter: 'email' }, { now })
    expect(shown()).toEqual([])
    await mailed(userId, { letter: 'email', urgent: true }, { now, times: 2 })
    expect(shown().map(({ title }) => title)).toEqual(['New email from your club'])
  })

  it('are limited to eight a day', async () => {
    const userId = somebody()
    const { shown } = await aDevice(userId)
    for (let i = 0; i < 9; i++) await mailed(userId, { letter: 'invite' })
    expect(shown().length).toBe(8)
    await mailed(userId, { letter: 'invite' }, { now: '2026-11-22T18:00:00Z' })
    expect(shown().length).toBe(9)
  })
})

it('the server’s public key is a point on the curve', async () => {
  const { publicKey } = (await call(DEVICES, { as: 'somebody' })).body
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  expect(() => curve.computeSecret(publicKey, 'base64url')).not.toThrow()
})
