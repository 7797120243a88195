import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { all, startingWith, retryOnConflict, write } from './table.ts'
import type { Stamp, Write } from './writes.ts'

/**
 * What ends sessions before their tokens expire; read on every request. Sessions from before `validAfter` (an instant) have to
 * sign in again; `disabled` blocks the person entirely. The reason is among the staff actions. `secondFactorSince`: when the user
 * pool was first seen to require a second factor for them; undefined while it does not. `passkeyAt`: when the newest passkey was
 * added that its owner was mailed about.
 */
export type Session = { validAfter?: string; disabled?: boolean; secondFactorSince?: string; passkeyAt?: string }
const rows = entity<Session, User>('Session', {
  key: (id) => ({ pk: userPartition(id), sk: 'ME#SESSION' }),
})
export const sessions = {
  ...rows,
  /**
   * Ends all sessions of a person that began before then, on all devices, and the links that they were mailed, together with the
   * writes in `beside`. Never moves back: a request for an earlier instant changes nothing.
   */
  endAll: (stamp: Stamp, { userId }: User, at: string, ...beside: Write[]): Promise<void> =>
    retryOnConflict(async () => {
      const { validAfter } = (await rows.get({ userId }, { consistent: true })) ?? {}
      const when =
        validAfter === undefined ? (['validAfter', 'not exists'] as const) : (['validAfter', '<', at] as const)
      const isLater = validAfter === undefined || validAfter < at
      const ends = isLater ? [rows.upsert({ userId }, { set: { validAfter: at }, when: [when] })] : []
      if (ends.length + beside.length > 0) await write(stamp, ...ends, ...beside)
    }),
}

/** A single session that was ended on its own device. `ends`: when the last of its tokens has expired, and the row can go. */
export type EndedSession = { sessionId: string; ends: string }
export const endedSessions = entity<EndedSession, User & Pick<EndedSession, 'sessionId'>>('Ended session', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#ENDED#${id.sessionId}` }),
})

/** A device, by its session, as it was seen on its last day. */
type Device = { sessionId: string; signedInAt: string; seenAt: string; agent: string; from: string }
const deviceRows = entity<Device, User & Pick<Device, 'sessionId'>>('Device', {
  key: (id) => ({ pk: userPartition(id), sk: `DEVICE#${id.sessionId}` }),
})
export const devices = {
  ...deviceRows,
  of: (id: User) => all<Device>({ pk: userPartition(id), ...startingWith('DEVICE#'), consistent: true }),
}

export type SessionState = Session & { ended: readonly string[] }

/** Whether a sign-in at that instant (in seconds since 1970), in that session, is no longer valid. */
export const isOver = ({ validAfter, disabled, ended }: SessionState, since: number, sessionId?: string): boolean =>
  disabled === true ||
  (validAfter !== undefined && since < Math.floor(Date.parse(validAfter) / 1000)) ||
  (sessionId !== undefined && ended.includes(sessionId))

/**
 * Whether a session that began at that instant (in seconds since 1970) was asked for a second factor. Sessions older than the
 * factor do not count: an attacker who has taken one over could have set up a factor of their own.
 */
export const beganWithSecondFactor = ({ secondFactorSince }: Session, since: number): boolean =>
  secondFactorSince !== undefined && since * 1000 >= Date.parse(secondFactorSince)
