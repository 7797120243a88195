import type { session } from '#shared/api/session.ts'
import { refuseBusy } from '../runtime/logTrace.ts'
import type { CallOf } from '../serve.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { devices, endedSessions, sessions } from '../table/sessions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { endOf } from './devices.ts'

/**
 * Ends the caller's session on this device; other devices stay signed in. That its tokens count no more is remembered for as long as
 * they could be renewed: the user pool may not have heard of it. The device is listed no more, and told of nothing.
 */
export const endSession = ({
  token: { session: sessionId, signedIn },
  stamp,
}: Pick<CallOf<typeof session, 'POST /rest-api/session/end'>, 'token' | 'stamp'>) =>
  retryOnConflict(async () => {
    // The device is theirs who signed in on it, in whose place they may act.
    const id = { userId: stamp.actor, sessionId }
    const [device, pushes] = await Promise.all([
      devices.get(id, { consistent: true }),
      pushDevices.notedIn(id, sessionId),
    ])
    const ends = endOf(new Date(signedIn * 1000).toISOString())
    await write(
      stamp,
      endedSessions.upsert(id, { set: { sessionId, ends } }),
      ...(device ? [devices.remove(id, 'conflict')] : []),
      ...pushes.map(pushDevices.forget),
    )
    return {}
  })

/**
 * Whoever signed in before now has to sign in again, wherever they are. At the user pool too: a refresh token that was taken gives new
 * access tokens there, by which its thief would change the address or the second factor without asking us.
 */
export async function endAllSessions({
  userId,
  token,
  stamp,
  now,
}: CallOf<typeof session, 'POST /rest-api/session/end-all'>) {
  await sessions.endAll(stamp, { userId }, now)
  const { signOutOf } = await import('./userPool.ts')
  await signOutOf(token.bearer).catch(refuseBusy)
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
  await sessions.endAll(stamp, { userId }, new Date(token.signedIn * 1000).toISOString())
  return {}
}
