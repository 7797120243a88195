import type { chat } from '#shared/api/chat.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { deviceIdOf, pushDevices } from '../table/pushDevices.ts'
import { update, write } from '../table/table.ts'
import { currentPushKey } from './pushKeys.ts'
import { isPushService } from './webPush.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>

export async function listDevices({ userId }: Call<'GET /rest-api/push/devices'>) {
  const [{ publicKey }, devices] = await Promise.all([currentPushKey(), pushDevices.of({ userId })])
  return { publicKey, devices: devices.map(({ deviceId, showsText, since }) => ({ deviceId, showsText, since })) }
}

export async function addDevice({ userId, stamp, body }: Call<'PUT /rest-api/push/devices'>) {
  if (!isPushService(body.endpoint)) throw new Problem('push_unknown')
  const { id: keyId } = await currentPushKey()
  const deviceId = deviceIdOf(body.endpoint)
  await update(stamp, pushDevices.upsert({ deviceId }, { set: { deviceId, userId, ...body, keyId, since: stamp.at } }))
  return { deviceId }
}

/** Twice is once; somebody else's stays. */
export async function removeDevice({ userId, stamp, query: { deviceId } }: Call<'DELETE /rest-api/push/devices'>) {
  const found = await pushDevices.get({ deviceId }, { consistent: true })
  if (found?.userId === userId)
    await write(stamp, pushDevices.remove({ deviceId }, 'conflict', [['userId', '=', userId]]))
  return {}
}
