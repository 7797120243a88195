import type { session } from '#shared/api/session.ts'
import { refuseBusy } from '../runtime/logTrace.ts'
import type { CallOf } from '../serve.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { devices, endedSessions, sessions } from '../table/sessions.ts'
import { retryOnConflict } from '../table/table.ts'
import { endOf, writeWithPushes } from './devices.ts'

/**
 * Ends the caller's session on this device only. It is stored as ended until its refresh token expires, because the user pool may not know
 * that it has ended. Removes the device from the list, and its push subscription.
 */
export const endSession = ({
  token: { session: sessionId, signedIn },
  stamp,
}: Pick<CallOf<typeof session, 'POST /rest-api/session/end'>, 'token' | 'stamp'>) =>
  retryOnConflict(async () => {
    // The device belongs to the user who signed in on it, even while they act on someone's behalf.
    const id = { userId: stamp.actor, sessionId }
    const [device, pushes] = await Promise.all([
      devices.get(id, { consistent: true }),
      pushDevices.ofSession(id, sessionId),
    ])
    const ends = endOf(new Date(signedIn * 1000).toISOString())
    await writeWithPushes(
      stamp,
      pushes.map(pushDevices.forget),
      endedSessions.upsert(id, { set: { sessionId, ends } }),
      ...(device ? [devices.remove(id, 'conflict')] : []),
    )
    return {}
  })

/**
 * Ends all sessions of the caller that began before now, here and at the user pool: with a stolen refresh token one could otherwise get new
 * access tokens there, and change the address or the second factor directly at the user pool.
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
 * Ends all sessions of the user that began before this one. Called after the password was changed and typed again: later sessions used it.
 */
export async function endOtherSessions({
  userId,
  token,
  stamp,
}: CallOf<typeof session, 'POST /rest-api/session/end-others'>) {
  await sessions.endAll(stamp, { userId }, new Date(token.signedIn * 1000).toISOString())
  return {}
}
