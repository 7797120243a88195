import { vi } from 'vitest'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { countNames, registrationCounts } from '#functions/table/registrationEntries.ts'
import { write } from '#functions/table/table.ts'
import { isProblem } from '#shared/problems.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { aParent } from './registering.ts'

/** The club whose registration limits are tested, and its users. */

export const club = await aClub()
export const paymentAccountId = `${club.organizationId}.a00000000001`
const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
export const parents = await Promise.all(['parent', 'parent2'].map((name) => aParent(club, name)))
export const newParent = () => aParent(club, newPart('f'))

/** Number of taken places. */
export const ofCount = async (registrationId: string) =>
  (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.places) ?? 0

/** Ignores conflicts, as the client retries later. */
export const ignoreFailure = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!isProblem(error, 'conflict')) throw error
  })

/** Writes to this kind ignore their conditions. */
export function unconditioned(kind: object, verb: 'change' | 'upsert') {
  type Verb = (id: object, change: object, otherwise?: string) => unknown
  const verbs = kind as Record<typeof verb, Verb>
  const realVerb = verbs[verb]
  vi.spyOn(verbs, verb).mockImplementation((id, change, otherwise) => realVerb(id, { ...change, when: [] }, otherwise))
}
/** Checks of this kind only require that the item exists. */
export function disableCheck(kind: object) {
  type Check = (id: object, when: object, otherwise?: string) => unknown
  const { check } = kind as { check: Check }
  vi.spyOn(kind as { check: Check }, 'check').mockImplementation((id, _, otherwise) => check(id, [], otherwise))
}
