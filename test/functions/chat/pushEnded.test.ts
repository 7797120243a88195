import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler as pushHandler } from '#functions/chat/pushHandler.ts'
import { messages } from '#functions/table/messages.ts'
import { pushDevices } from '#functions/table/pushDevices.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { putIn } from '../copy.ts'
import { interleave } from '../interleave.ts'
import { deliverTo } from '../workers.ts'
import { aChattingClub, sendMessage } from './chatting.ts'
import { aBrowser, aDeviceOf, openPushService } from './pushService.ts'

const DEVICES = 'GET /rest-api/push/devices'
const SIX = '2026-11-21T18:00:00Z'

let service: Awaited<ReturnType<typeof openPushService>>
beforeAll(async () => {
  service = await openPushService()
})
afterAll(() => service.close())

const aDevice = (as: string, showsText?: boolean, path?: string, how?: object) =>
  aDeviceOf(service, as, showsText, path, how)
/** Sends a message and tells the worker about it. */
async function written(club: Club & { chat: string }, name: string, text: string, now = SIX) {
  const { messageSid } = (await sendMessage(club.chat, club.user(name), text, { now })).body
  await deliverTo(pushHandler, messages.key({ conversationSid: club.chat, messageSid }), now)
}

describe('push devices', () => {
  it('registered before all sessions were ended are not notified until registered again', async () => {
    const club = await aChattingClub()
    const userId = club.user('leos')
    const lost = await aDevice(userId, true)
    await sessions.endAll(stamp, { userId }, '2026-11-21T18:30:00.000Z')
    await written(club, 'parent', 'Who drives?', '2026-11-21T18:45:00Z')
    expect(lost.shown()).toEqual([])
    const again = { now: '2026-11-21T19:00:00Z', signedIn: '2026-11-21T18:40:00Z' }
    expect((await call(DEVICES, { as: userId, ...again })).body.devices).toEqual([])
    const found = await aDevice(userId, true, lost.path, again)
    await written(club, 'parent', 'Who drives now?', '2026-11-21T19:30:00Z')
    expect(found.shown()).toMatchObject([{ body: 'Who drives now?' }])
  })

  it('are removed when their session is ended, on the device itself or from another one', async () => {
    const club = await aChattingClub()
    const as = club.user('leos')
    const seen = (session: string) => call('GET /rest-api/users/token', { as, session })
    const noted = async (session: string) => {
      await seen(session)
      return aDevice(as, true, undefined, { session })
    }
    const [lost, left, kept] = [await noted('lost'), await noted('left'), await noted('kept')]
    const end = { as, session: 'kept', body: { id: 'lost' } }
    expect((await call('POST /rest-api/session/sessions/end', end)).status).toBe(200)
    expect((await call('POST /rest-api/session/end', { as, session: 'left' })).status).toBe(200)
    for (const { deviceId } of [lost, left])
      expect(await pushDevices.get({ deviceId }, { consistent: true })).toBeUndefined()
    await written(club, 'parent', 'Who drives?')
    expect([lost.shown(), left.shown()]).toEqual([[], []])
    expect(kept.shown()).toMatchObject([{ body: 'Who drives?' }])
    // A device recorded at that instant is told nothing either.
    await update(stamp, pushDevices.change(kept, { set: { madeIn: 'lost' } }))
    await written(club, 'parent', 'Who drives now?', '2026-11-21T18:30:00Z')
    expect(kept.shown()).toHaveLength(1)
    // It would be told again once the record of the ended session has expired.
    expect(await pushDevices.get(kept, { consistent: true })).toBeUndefined()
  })

  it('registered again and again until all sessions are ended are not notified afterwards', async () => {
    const club = await aChattingClub()
    const userId = club.user('leos')
    const options = { signedIn: '2026-11-21T18:00:00Z', now: '2026-11-21T18:30:00.400Z' }
    const stolen = await aDevice(userId, true, undefined, options)
    await sessions.endAll(stamp, { userId }, '2026-11-21T18:30:00.900Z')
    await written(club, 'parent', 'Who drives?', '2026-11-21T18:45:00Z')
    expect(stolen.shown()).toEqual([])
  })

  it('are not registered in a session that is being ended at this moment', async () => {
    const club = await aChattingClub()
    const as = club.user('leos')
    const { p256dh, auth } = aBrowser()
    const body = { endpoint: `${service.origin}/${crypto.randomUUID()}`, p256dh, auth, showsText: true }
    const one = await interleave(
      'TransactWriteCommand',
      () => call('POST /rest-api/session/end', { as, session: 'lost' }),
      () => call('PUT /rest-api/push/devices', { as, session: 'lost', body }),
    )
    expect([one.status, await pushDevices.of({ userId: as })]).toEqual([401, []])
  })

  it('are twenty at most: the oldest ones make room', async () => {
    const club = await aChattingClub()
    const as = club.user('leos')
    const ids: string[] = []
    for (let minute = 10; minute < 32; minute++)
      ids.push((await aDevice(as, false, undefined, { now: `2026-11-21T18:${minute}:00Z` })).deviceId)
    const registered = await pushDevices.of({ userId: as })
    expect(registered.map(({ deviceId }) => deviceId)).toEqual(ids.slice(-20))
  })

  it('however many do not keep their session from being ended or continued', async () => {
    const club = await aChattingClub()
    const as = club.user('leos')
    const makeMany = async (madeIn: string) => {
      const { p256dh, auth } = aBrowser()
      const device = {
        userId: as,
        endpoint: service.origin,
        p256dh,
        auth,
        keyId: 'k',
        showsText: true,
        since: SIX,
        madeIn,
      }
      const ids = Array.from({ length: 120 }, () => crypto.randomUUID())
      await putIn(
        stamp,
        ids.map((deviceId) => pushDevices.create({ deviceId, ...device })),
      )
      await call('GET /rest-api/users/token', { as, session: madeIn })
    }
    const left = async () => (await pushDevices.of({ userId: as })).map(({ madeIn }) => madeIn)
    for (const session of ['lost', 'left', 'phone']) await makeMany(session)
    const end = { as, session: 'kept', body: { id: 'lost' } }
    expect((await call('POST /rest-api/session/sessions/end', end)).status).toBe(200)
    expect((await call('POST /rest-api/session/end', { as, session: 'left' })).status).toBe(200)
    const again = { as, session: 'phone-2', body: { session: 'phone' } }
    expect((await call('POST /rest-api/session/continue', again)).status).toBe(200)
    expect(await left()).toEqual(Array.from({ length: 120 }, () => 'phone-2'))
  })

  it('are kept when their session is continued by a new sign-in, even if other sessions are ended', async () => {
    const club = await aChattingClub()
    const as = club.user('leos')
    const [phone, other] = [
      await aDevice(as, true, undefined, { session: 'phone' }),
      await aDevice(as, true, undefined, { session: 'other' }),
    ]
    const again = { as, session: 'phone-2', signedIn: '2026-11-21T18:40:00Z', now: '2026-11-21T18:40:05Z' }
    expect((await call('POST /rest-api/session/continue', { ...again, body: { session: 'phone' } })).status).toBe(200)
    expect((await call('POST /rest-api/session/end-others', again)).status).toBe(200)
    await written(club, 'parent', 'Who drives?', '2026-11-21T18:45:00Z')
    expect(phone.shown()).toMatchObject([{ body: 'Who drives?' }])
    expect(other.shown()).toEqual([])
    expect((await call(DEVICES, again)).body.devices.map(({ deviceId }) => deviceId)).toEqual([phone.deviceId])
  })
})
