import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { all, startingWith, retryOnConflict, write } from './table.ts'
import type { Stamp, Write } from './writes.ts'

/**
 * What ends sessions before their tokens do. It lies among what is read on every request, and nobody is let in against it.
 * Who signed in before `validAfter` (an instant) has to sign in again; `disabled` shuts a person out whatever they hold.
 * Why staff did it stands among their actions. `secondFactorSince`: when it was first seen that the user pool asks for a second
 * factor when they sign in; left out while it does not. `passkeyAt`: when the newest passkey was added that their owner was mailed of.
 */
export type Session = { validAfter?: string; disabled?: boolean; secondFactorSince?: string; passkeyAt?: string }
const rows = entity<Session, User>('Session', {
  key: (id) => ({ pk: userPartition(id), sk: 'ME#SESSION' }),
})
export const sessions = {
  ...rows,
  /**
   * Ends every session of a person that began before then, on all devices, and the links that they were mailed; with what is
   * written beside it. What was ended stays so: a request for an earlier instant, which was let in before, changes nothing of it.
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

/** A session that was ended alone, on its own device. `ends`: when the last of its tokens is over, and the row may go. */
export type EndedSession = { sessionId: string; ends: string }
export const endedSessions = entity<EndedSession, User & Pick<EndedSession, 'sessionId'>>('Ended session', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#ENDED#${id.sessionId}` }),
})

/** A device on which somebody has signed in, by that sign-in; as it was seen on its last day. */
type Device = { sessionId: string; signedInAt: string; seenAt: string; agent: string; from: string }
const deviceRows = entity<Device, User & Pick<Device, 'sessionId'>>('Device', {
  key: (id) => ({ pk: userPartition(id), sk: `DEVICE#${id.sessionId}` }),
})
export const devices = {
  ...deviceRows,
  of: (id: User) => all<Device>({ pk: userPartition(id), ...startingWith('DEVICE#'), consistent: true }),
}

export type SessionState = Session & { ended: readonly string[] }

/** Whether somebody who proved at that instant (in seconds since 1970) who they are, in that session, still counts. */
export const isOver = ({ validAfter, disabled, ended }: SessionState, since: number, sessionId?: string): boolean =>
  disabled === true ||
  (validAfter !== undefined && since < Math.floor(Date.parse(validAfter) / 1000)) ||
  (sessionId !== undefined && ended.includes(sessionId))

/**
 * Whether who signed in at that instant (in seconds since 1970) was asked for a second factor. A session that is older than
 * the factor says nothing: whoever has taken it over could have set one up of their own.
 */
export const beganWithSecondFactor = ({ secondFactorSince }: Session, since: number): boolean =>
  secondFactorSince !== undefined && since * 1000 >= Date.parse(secondFactorSince)
