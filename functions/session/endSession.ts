import type { session } from '#shared/api/session.ts'
import { refuseBusy } from '../runtime/logTrace.ts'
import type { CallOf } from '../serve.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { devices, endedSessions, sessions } from '../table/sessions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { endOf } from './devices.ts'

/**
 * Ends the caller's session on this device; other devices stay signed in. The session is remembered as ended for as long as its
 * tokens could be renewed, as the user pool may not know. The device is no longer listed, and gets no push.
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
 * Everyone who signed in before now has to sign in again, on all devices. At the user pool too: a stolen refresh token yields new
 * access tokens there, with which the thief could change the address or second factor without us.
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
 * Everyone who signed in before the caller has to sign in again. Called after a new password was set and entered: later sign-ins
 * used it.
 */
export async function endOtherSessions({
  userId,
  token,
  stamp,
}: CallOf<typeof session, 'POST /rest-api/session/end-others'>) {
  await sessions.endAll(stamp, { userId }, new Date(token.signedIn * 1000).toISOString())
  return {}
}
