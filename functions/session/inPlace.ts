import { randomUUID } from 'node:crypto'
import type { session } from '#shared/api/session.ts'
import { deletedImpersonationCookies } from '#shared/rules/impersonation.ts'
import type { CallOf } from '../serve.ts'
import { inPlaces, staffActions } from '../table/inPlace.ts'
import { write } from '../table/table.ts'

/** Stops acting as another user, from the next call on; changes nothing for a caller who does not. */
export async function stopInPlace({ stamp, now }: CallOf<typeof session, 'POST /rest-api/session/in-place/stop'>) {
  const { actor: userId } = stamp
  const inPlaceSession = await inPlaces.get({ userId }, { consistent: true })
  if (!inPlaceSession) return { cookies: deletedImpersonationCookies }
  const endedAction = { when: now, actionId: randomUUID(), act: 'in_place_over' as const, reason: '', who: userId }
  await write(
    stamp,
    inPlaces.remove({ userId }, 'conflict', [['digest', '=', inPlaceSession.digest]]),
    staffActions.create({ userId: inPlaceSession.subject, ...endedAction }),
  )
  return { cookies: deletedImpersonationCookies }
}
