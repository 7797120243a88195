import { digestOf } from '../secrets/digest.ts'
import { ignoreProblem } from '../table/ignore.ts'
import { type PushDevice, pushDevices } from '../table/pushDevices.ts'
import { write } from '../table/table.ts'
import { findPushKey } from './pushKeys.ts'
import { sendPush } from './webPush.ts'

/**
 * Sends a push notification to one device; false if it was not accepted. A device that the push service does not know any more is removed.
 * A later notification with the same `about` replaces the earlier one; the push service gets only a hash of it.
 */
export async function sendToDevice(
  device: PushDevice,
  { payload, about, now }: { payload: object; about: string; now: string },
): Promise<boolean> {
  const { deviceId, keyId } = device
  const key = await findPushKey(keyId)
  const topic = digestOf(about).slice(0, 32)
  // An unknown key, or one that could not be read, does not mean that the device is gone.
  const outcome = key ? await sendPush(device, JSON.stringify(payload), { key, topic, now }) : 'not now'
  if (outcome === 'gone') {
    const ifSameUser = [['userId', '=', device.userId]] as const
    // Not if the device belongs to another user meanwhile.
    await write({ actor: 'chat-push', at: now }, pushDevices.remove({ deviceId }, 'not_found', ifSameUser)).catch(
      ignoreProblem,
    )
  }
  return outcome === 'sent'
}
