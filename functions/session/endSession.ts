import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { endedSessions, sessions } from '../table/sessions.ts'
import { write } from '../table/table.ts'

/** Ends the caller's session on this device, so that its access token counts no more; other devices stay signed in. */
export async function endSession({
  token,
  stamp,
}: Pick<CallOf<typeof session, 'POST /rest-api/session/end'>, 'token' | 'stamp'>) {
  // The device is theirs who signed in on it, in whose place they may act.
  const { actor: userId } = stamp
  const ends = new Date(token.ends * 1000).toISOString()
  await write(
    stamp,
    endedSessions.upsert({ userId, sessionId: token.session }, { set: { sessionId: token.session, ends } }),
  )
  return {}
}

/** Whoever signed in before now has to sign in again, wherever they are. */
export async function endAllSessions({ userId, stamp, now }: CallOf<typeof session, 'POST /rest-api/session/end-all'>) {
  await write(stamp, sessions.endAll({ userId }, now))
  return {}
}

/**
 * Whoever signed in before the caller did has to sign in again. Asked after another password was set and typed: what began later knows it.
 */
export async function endOtherSessions({
  userId,
  token,
  stamp,
}: CallOf<typeof session, 'POST /rest-api/session/end-others'>) {
  await write(stamp, sessions.endAll({ userId }, new Date(token.signedIn * 1000).toISOString()))
  return {}
}
