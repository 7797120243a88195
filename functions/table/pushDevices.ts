import { digestOf } from '../secrets/digest.ts'
import { by, entity } from './entity.ts'
import type { User } from './profiles.ts'
import { all } from './table.ts'

type DeviceId = { deviceId: string }
/**
 * A browser that is told of what happens while nobody looks: where its push service takes that, and the keys by which only
 * it reads it. Whoever has it told last owns it, so that a device that changes hands tells nobody of the one before.
 * `keyId` is the key of ours that it knows; `showsText`: its owner wants to see who wrote, and what.
 */
export type PushDevice = User &
  DeviceId & {
    endpoint: string
    p256dh: string
    auth: string
    keyId: string
    showsText: boolean
    since: string
    /** The sign-in in which it was noted: it is told as long as that counts. Of one from before nobody knows. */
    madeIn?: string
  }
/** The address of a device is secret: whoever has it can have things shown there. */
export const deviceIdOf = (endpoint: string): string => digestOf(endpoint).slice(0, 22)

const rows = entity<PushDevice, DeviceId>('Push device', {
  key: ({ deviceId }) => ({ pk: `PUSH#${deviceId}`, sk: 'PUSH' }),
  gsi2: by(['userId', 'since'], ({ userId, since }) => [`PUSHES#${userId}`, since]),
})
export const pushDevices = {
  ...rows,
  /** A person's devices, as they were a moment ago. */
  of: ({ userId }: User) => all<PushDevice>({ index: 'gsi2', pk: `PUSHES#${userId}`, from: '2000', to: '9' }),
  /** Those that were noted in one of their sign-ins, as they are now. */
  notedIn: async ({ userId }: User, sessionId: string) => {
    const found = await rows.getMany(await pushDevices.of({ userId }), { consistent: true })
    return found
      .filter((device) => device !== undefined)
      .filter((device) => device.userId === userId && device.madeIn === sessionId)
  },
  /** It is told no more, unless it was noted in another sign-in meanwhile. */
  forget: ({ deviceId, madeIn = '' }: DeviceId & Pick<PushDevice, 'madeIn'>) =>
    rows.remove({ deviceId }, 'conflict', [['madeIn', '=', madeIn]]),
}
