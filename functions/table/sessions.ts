import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { all, startingWith, retryOnConflict, write } from './table.ts'
import type { Stamp, Write } from './writes.ts'

/**
 * What ends sessions before their tokens expire; read on every request. Sign-ins before `validAfter` (an instant) are over; `disabled`:
 * staff have disabled the account, whose reason is in their actions. `secondFactorSince`: when a second factor was first seen in the user
 * pool; left out while there is none. `passkeyAt`: when the newest passkey was added of which the owner was mailed.
 */
export type Session = { validAfter?: string; disabled?: boolean; secondFactorSince?: string; passkeyAt?: string }
const rows = entity<Session, User>('Session', {
  key: (id) => ({ pk: userPartition(id), sk: 'ME#SESSION' }),
})
export const sessions = {
  ...rows,
  /**
   * Ends all sessions of a user that began before an instant, on all devices, and all links that they were mailed, in one transaction with
   * `moreWrites`. A later call with an earlier instant changes nothing.
   */
  endAll: (stamp: Stamp, { userId }: User, at: string, ...moreWrites: Write[]): Promise<void> =>
    retryOnConflict(async () => {
      const { validAfter } = (await rows.get({ userId }, { consistent: true })) ?? {}
      const when =
        validAfter === undefined ? (['validAfter', 'not exists'] as const) : (['validAfter', '<', at] as const)
      const isLater = validAfter === undefined || validAfter < at
      const endWrites = isLater ? [rows.upsert({ userId }, { set: { validAfter: at }, when: [when] })] : []
      if (endWrites.length + moreWrites.length > 0) await write(stamp, ...endWrites, ...moreWrites)
    }),
}

/** A single session that was ended. `ends`: when its last token expires, and with it the row. */
export type EndedSession = { sessionId: string; ends: string }
export const endedSessions = entity<EndedSession, User & Pick<EndedSession, 'sessionId'>>('Ended session', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#ENDED#${id.sessionId}` }),
})

/** A device on which somebody has signed in, by the id of the sign-in. */
type Device = { sessionId: string; signedInAt: string; seenAt: string; agent: string; from: string }
const deviceRows = entity<Device, User & Pick<Device, 'sessionId'>>('Device', {
  key: (id) => ({ pk: userPartition(id), sk: `DEVICE#${id.sessionId}` }),
})
export const devices = {
  ...deviceRows,
  of: (id: User) => all<Device>({ pk: userPartition(id), ...startingWith('DEVICE#'), consistent: true }),
}

export type SessionState = Session & { ended: readonly string[] }

/** Whether a session is over that began with a sign-in at this time, in seconds since 1970. */
export const isOver = ({ validAfter, disabled, ended }: SessionState, since: number, sessionId?: string): boolean =>
  disabled === true ||
  (validAfter !== undefined && since < Math.floor(Date.parse(validAfter) / 1000)) ||
  (sessionId !== undefined && ended.includes(sessionId))

/**
 * Whether a sign-in at this time, in seconds since 1970, asked for a second factor. False for a session that is older than the factor:
 * somebody who has taken it over could have set up a factor of their own.
 */
export const beganWithSecondFactor = ({ secondFactorSince }: Session, since: number): boolean =>
  secondFactorSince !== undefined && since * 1000 >= Date.parse(secondFactorSince)
