import { Problem } from '#shared/problems.ts'
import { digestOf } from '../secrets/digest.ts'
import { type PushDevice, pushDevices } from '../table/pushDevices.ts'
import { write } from '../table/table.ts'
import { pushKeyNamed } from './pushKeys.ts'
import { sendPush } from './webPush.ts'

/**
 * Has one device say something; false when it did not get there. A device that is no more is forgotten. Of two that are
 * `about` the same the later one takes the place of the other: what a push service knows of it is that it is the same.
 */
export async function tellDevice(
  device: PushDevice,
  { said, about, now }: { said: object; about: string; now: string },
): Promise<boolean> {
  const { deviceId, keyId } = device
  const key = await pushKeyNamed(keyId)
  const topic = digestOf(about).slice(0, 32)
  // Of a key that is not known here, or could not be read just now, nothing says that the device is no more: it is told another time.
  const sent = key ? await sendPush(device, JSON.stringify(said), { key, topic, now }) : 'not now'
  if (sent === 'gone') {
    const stillTheirs = [['userId', '=', device.userId]] as const
    // Whoever has it meanwhile keeps it.
    await write({ actor: 'chat-push', at: now }, pushDevices.remove({ deviceId }, 'not_found', stillTheirs)).catch(
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error
      },
    )
  }
  return sent === 'sent'
}
