import type { register } from '#shared/api/register.ts'
import type { CallOf } from '../serve.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { countNames, registrationCounts, registrationDrafts } from '../table/registrationEntries.ts'
import { registrationInvitations } from '../table/registrations.ts'
import type { Write } from '../table/writes.ts'
import { readFamilyState } from './family.ts'
import { type LaunchedRegistration, readLaunched, type Registrar, registrarOf } from './launchedRegistration.ts'
import { rateOf } from './payWays.ts'

export type FinalizeCall = CallOf<typeof register, 'POST /rest-api/register/{registrationId}/finalize'>

/**
 * Reads what decides about a registration of so many children. `isTooLate`: no place is left, and the family does not want to wait;
 * `invited`: the writes that mark their invitations as used.
 */
export async function readFinalizeContext(
  { params: { registrationId }, body, userId, me, now }: FinalizeCall,
  count: number,
) {
  // The counts are read before the entries: a repeated request that took the last place itself then finds its entry.
  const [registration, registrar, taken, formsRead] = await Promise.all([
    readLaunched(registrationId, now),
    registrarOf(userId, me),
    registrationCounts.of({ registrationId }, { consistent: true }),
    registrationDrafts.of({ registrationId, userId }),
  ])
  const { places } = registration.registration
  const isTooLate = body.wait !== true && places !== null && (taken.get(countNames.places) ?? 0) + count > places
  // When a registration launches, most requests come too late: what only a successful one needs is not read for them.
  const [family, rate, invited] = await Promise.all([
    readFamilyState(registrationId, registrar.access, Promise.resolve(formsRead)),
    isTooLate ? undefined : rateOf(registration),
    isTooLate ? [] : invitedWrites(registration, registrar),
  ])
  return { ...family, registration, registrar, taken, isTooLate, rate, invited }
}
export type FinalizeContext = Awaited<ReturnType<typeof readFinalizeContext>>

/** Marks the registrar's invitations as used, so that the club sees who has registered. */
async function invitedWrites({ registrationId }: LaunchedRegistration, { profile }: Registrar): Promise<Write[]> {
  const ids = (await emailUsers.addressesOf(profile)).map((email) => ({ registrationId, email }))
  const found = await registrationInvitations.getMany(ids)
  return ids.flatMap((id, i) =>
    found[i]?.state === 'invited' ? [registrationInvitations.change(id, { set: { state: 'registered' } })] : [],
  )
}
