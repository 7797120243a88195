import type { staff } from '#shared/api/staff.ts'
import { Problem } from '#shared/problems.ts'
import { refuseBusy } from '../runtime/logTrace.ts'
import type { CallOf } from '../serve.ts'
import { profiles } from '../table/profiles.ts'
import { type Session, sessions } from '../table/sessions.ts'
import { write } from '../table/table.ts'
import { actionBy } from './actions.ts'

type Api = typeof staff

/** Ends all sessions of a user, with effect from their next call, here and at the user pool. */
export async function endSessions({
  params: { userId },
  body: { reason },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/staff/user/{userId}/end-sessions'>) {
  await refuseUnknown(userId)
  await sessions.endAll(stamp, { userId }, now, actionBy(stamp, userId, 'ended', reason))
  await endAtPool(userId)
  return sessionsCard(await sessions.get({ userId }, { consistent: true }))
}

export async function setDisabled({
  params: { userId },
  body: { disabled, reason },
  stamp,
}: CallOf<Api, 'PUT /rest-api/staff/user/{userId}/disabled'>) {
  if (userId === stamp.actor) throw new Problem('not_yourself')
  await refuseUnknown(userId)
  const action = actionBy(stamp, userId, disabled ? 'disabled' : 'enabled', reason)
  await write(stamp, sessions.upsert({ userId }, { set: { disabled } }), action)
  if (disabled) await endAtPool(userId)
  return sessionsCard(await sessions.get({ userId }, { consistent: true }))
}

/** Otherwise anyone still signed in could change the account's address there, and have a password reset sent to it. */
async function endAtPool(userId: string): Promise<void> {
  const { poolSignOut } = await import('../access/poolSignOut.ts')
  await poolSignOut(userId).catch(refuseBusy)
}

export async function refuseUnknown(userId: string): Promise<void> {
  if (!(await profiles.get({ userId }))) throw new Problem('not_found')
}

export const sessionsCard = ({ disabled = false, validAfter = '' }: Session = {}) => ({
  disabled,
  endedAt: validAfter || null,
})
