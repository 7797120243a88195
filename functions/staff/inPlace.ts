import { randomBytes } from 'node:crypto'
import type { staff } from '#shared/api/staff.ts'
import { Problem } from '#shared/problems.ts'
import { impersonationCookies, impersonationMinutes } from '#shared/rules/impersonation.ts'
import { digestOf } from '../secrets/digest.ts'
import type { CallOf } from '../serve.ts'
import { inPlaces } from '../table/inPlace.ts'
import { write } from '../table/table.ts'
import { actionBy } from './actions.ts'
import { refuseUnknown } from './sessions.ts'

/** Begins to act as another user (impersonation); logged with its reason before anything else. */
export async function beginInPlace({
  params: { userId: subject },
  body: { reason },
  userId,
  token: { session },
  stamp,
  now,
}: CallOf<typeof staff, 'POST /rest-api/staff/user/{userId}/in-place'>) {
  if (subject === userId) throw new Problem('not_yourself')
  await refuseUnknown(subject)
  const key = randomBytes(32).toString('base64url')
  const ends = new Date(Date.parse(now) + impersonationMinutes * 60_000).toISOString()
  const set = { subject, digest: digestOf(key), session, ends }
  await write(stamp, inPlaces.upsert({ userId }, { set }), actionBy(stamp, subject, 'in_place', reason))
  return { ends, cookies: impersonationCookies({ userId: subject, key, ends }) }
}
