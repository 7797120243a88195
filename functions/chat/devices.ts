import type { chat } from '#shared/api/chat.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { deviceIdOf, type PushDevice, pushDevices } from '../table/pushDevices.ts'
import { isOver, type SessionState } from '../table/sessions.ts'
import { update, write } from '../table/table.ts'
import { currentPushKey } from './pushKeys.ts'
import { isBrowserKey, isPushService } from './webPush.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>

/** The devices whose sessions are valid: a lost device gets no notifications once its session was ended. */
export const devicesIn = (session: SessionState, devices: readonly PushDevice[]): PushDevice[] =>
  devices.filter(({ since, madeIn }) => !isOver(session, Date.parse(since) / 1000, madeIn))

export async function listDevices({ userId, me }: Call<'GET /rest-api/push/devices'>) {
  const [{ publicKey }, devices, { session }] = await Promise.all([currentPushKey(), pushDevices.of({ userId }), me])
  const own = devicesIn(session, devices)
  return { publicKey, devices: own.map(({ deviceId, showsText, since }) => ({ deviceId, showsText, since })) }
}

export async function addDevice({ userId, token, stamp, body }: Call<'PUT /rest-api/push/devices'>) {
  if (!isPushService(body.endpoint)) throw new Problem('push_unknown')
  if (!isBrowserKey(body.p256dh)) throw new Problem('bad_request', [faultAt('p256dh', 'invalid')])
  const { id: keyId } = await currentPushKey()
  const deviceId = deviceIdOf(body.endpoint)
  const registration = { keyId, since: stamp.at, madeIn: token.session }
  await update(stamp, pushDevices.upsert({ deviceId }, { set: { deviceId, userId, ...body, ...registration } }))
  return { deviceId }
}

/** Idempotent; a device of another user is not removed. */
export async function removeDevice({ userId, stamp, query: { deviceId } }: Call<'DELETE /rest-api/push/devices'>) {
  const pushDevice = await pushDevices.get({ deviceId }, { consistent: true })
  if (pushDevice?.userId === userId)
    await write(stamp, pushDevices.remove({ deviceId }, 'conflict', [['userId', '=', userId]]))
  return {}
}
