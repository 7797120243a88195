import type { chat } from '#shared/api/chat.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { deviceIdOf, type PushDevice, pushDevices } from '../table/pushDevices.ts'
import { endedSessions, isOver, type SessionState } from '../table/sessions.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { currentPushKey } from './pushKeys.ts'
import { isBrowserKey, isPushService } from './webPush.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>

/** The devices whose sessions are valid: a lost device gets no notifications once its session was ended. */
const devicesIn = (session: SessionState, devices: readonly PushDevice[]): PushDevice[] =>
  devices.filter(({ since, signedInAt = since, madeIn }) => !isOver(session, Date.parse(signedInAt) / 1000, madeIn))

/**
 * The same, for sending. A device of a session that was ended is removed: it was registered so shortly before that the index did not show
 * it yet, and would be valid again once the record of the ended session has expired.
 */
export async function currentDevices(
  session: SessionState,
  devices: readonly PushDevice[],
  now: string,
): Promise<PushDevice[]> {
  for (const device of devices)
    if (device.madeIn !== undefined && session.ended.includes(device.madeIn))
      await ignoreConflict(write({ actor: 'chat-push', at: now }, pushDevices.forget(device)))
  return devicesIn(session, devices)
}

export async function listDevices({ userId, me }: Call<'GET /rest-api/push/devices'>) {
  const [{ publicKey }, devices, { session }] = await Promise.all([currentPushKey(), pushDevices.of({ userId }), me])
  const own = devicesIn(session, devices)
  return { publicKey, devices: own.map(({ deviceId, showsText, since }) => ({ deviceId, showsText, since })) }
}

/** The most devices of a user: each gets every notification. A browser that subscribes anew is another device. */
const maxDevices = 20

/** Registers a device; the oldest one makes room if there are too many. Refused if the session was ended meanwhile. */
export async function addDevice({ userId, token, stamp, body }: Call<'PUT /rest-api/push/devices'>) {
  if (!isPushService(body.endpoint)) throw new Problem('push_unknown')
  if (!isBrowserKey(body.p256dh)) throw new Problem('bad_request', [faultAt('p256dh', 'invalid')])
  const { id: keyId } = await currentPushKey()
  const deviceId = deviceIdOf(body.endpoint)
  const { session: madeIn, signedIn } = token
  const signedInAt = new Date(signedIn * 1000).toISOString()
  const set = { deviceId, userId, ...body, keyId, since: stamp.at, madeIn, signedInAt }
  await write(
    stamp,
    pushDevices.upsert({ deviceId }, { set }),
    endedSessions.checkAbsent({ userId, sessionId: madeIn }, 'not_signed_in'),
  )
  await removeOldest(stamp, { userId, deviceId })
  return { deviceId }
}

/** Removes the devices beyond the limit, the oldest first; not one that was registered anew meanwhile. */
async function removeOldest(stamp: Stamp, { userId, deviceId: newest }: { userId: string; deviceId: string }) {
  const others = (await pushDevices.of({ userId })).filter(({ deviceId }) => deviceId !== newest)
  for (const { deviceId, since } of others.slice(0, 1 - maxDevices))
    await ignoreConflict(write(stamp, pushDevices.remove({ deviceId }, 'conflict', [['since', '=', since]])))
}

/** Idempotent; a device of another user is not removed. */
export async function removeDevice({ userId, stamp, query: { deviceId } }: Call<'DELETE /rest-api/push/devices'>) {
  const pushDevice = await pushDevices.get({ deviceId }, { consistent: true })
  if (pushDevice?.userId === userId)
    await write(stamp, pushDevices.remove({ deviceId }, 'conflict', [['userId', '=', userId]]))
  return {}
}
