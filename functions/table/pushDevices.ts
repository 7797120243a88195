import { digestOf } from '../secrets/digest.ts'
import { by, entity } from './entity.ts'
import type { User } from './profiles.ts'
import { all } from './table.ts'

type DeviceId = { deviceId: string }
/**
 * A browser that gets push messages: the endpoint of its push service, and the keys with which only it can decrypt them. It
 * belongs to the person who registered it last, so that a device that changes hands gets nothing for its previous owner. `keyId`
 * is the VAPID key that it was registered with; `showsText`: its owner wants to see the sender and the text.
 */
export type PushDevice = User &
  DeviceId & {
    endpoint: string
    p256dh: string
    auth: string
    keyId: string
    showsText: boolean
    since: string
    /** The session that registered it, and when that began: it gets messages while that is valid. Unknown for older rows. */
    madeIn?: string
    signedInAt?: string
  }
/** The endpoint is a secret: whoever has it can send messages to the device. */
export const deviceIdOf = (endpoint: string): string => digestOf(endpoint).slice(0, 22)

const rows = entity<PushDevice, DeviceId>('Push device', {
  key: ({ deviceId }) => ({ pk: `PUSH#${deviceId}`, sk: 'PUSH' }),
  gsi2: by(['userId', 'since'], ({ userId, since }) => [`PUSHES#${userId}`, since]),
})
export const pushDevices = {
  ...rows,
  /** A person's devices; eventually consistent. */
  of: ({ userId }: User) => all<PushDevice>({ index: 'gsi2', pk: `PUSHES#${userId}`, from: '2000', to: '9' }),
  /** The devices that were registered in one of their sessions, by a consistent read. */
  ofSession: async ({ userId }: User, sessionId: string) => {
    const devices = await rows.getMany(await pushDevices.of({ userId }), { consistent: true })
    return devices
      .filter((device) => device !== undefined)
      .filter((device) => device.userId === userId && device.madeIn === sessionId)
  },
  /** Removes a device, unless it was registered in another session meanwhile. */
  forget: ({ deviceId, madeIn = '' }: DeviceId & Pick<PushDevice, 'madeIn'>) =>
    rows.remove({ deviceId }, 'conflict', [['madeIn', '=', madeIn]]),
}
