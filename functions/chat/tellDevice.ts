import { Problem } from '#shared/problems.ts'
import { digestOf } from '../secrets/digest.ts'
import { type PushDevice, pushDevices } from '../table/pushDevices.ts'
import { write } from '../table/table.ts'
import { pushKeyNamed } from './pushKeys.ts'
import { sendPush } from './webPush.ts'

/**
 * Pushes to one device; false if it was not delivered. An expired subscription is deleted. A later push with the same `about`
 * replaces an earlier one; the push service sees only a digest of it.
 */
export async function tellDevice(
  device: PushDevice,
  { said, about, now }: { said: object; about: string; now: string },
): Promise<boolean> {
  const { deviceId, keyId } = device
  const key = await pushKeyNamed(keyId)
  const topic = digestOf(about).slice(0, 32)
  // If the key is unknown here or cannot be read just now, the subscription may still be valid: it is kept.
  const sent = key ? await sendPush(device, JSON.stringify(said), { key, topic, now }) : 'not now'
  if (sent === 'gone') {
    const stillTheirs = [['userId', '=', device.userId]] as const
    // Kept if it has passed to another user meanwhile.
    await write({ actor: 'chat-push', at: now }, pushDevices.remove({ deviceId }, 'not_found', stillTheirs)).catch(
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error
      },
    )
  }
  return sent === 'sent'
}
