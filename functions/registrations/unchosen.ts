import { Problem } from '#shared/problems.ts'
import {
  countNames,
  isActive,
  registrationCounts,
  type RegistrationEntry,
  registrationEntries,
} from '../table/registrationEntries.ts'
import type { Registration } from '../table/registrations.ts'
import { all } from '../table/table.ts'
import type { Write } from '../table/writes.ts'

/**
 * Throws if somebody has chosen the option or add-on: places are counted, and the waiting list is read. Otherwise returns condition checks
 * that fail if somebody chooses it meanwhile. Nothing is checked for a draft.
 */
export async function requireUnchosen(
  registration: Registration,
  what: 'option' | 'addOn',
  id: string,
): Promise<Write[]> {
  if (registration.state === 'draft') return []
  const { taken, waiting, checks } = await usage(registration, what, id)
  const isChosenIn = ({ optionIds, addOns }: RegistrationEntry) =>
    what === 'option' ? optionIds.includes(id) : addOns.some(({ addOnId }) => addOnId === id)
  if (taken > 0 || waiting.some(isChosenIn)) throw new Problem('option_in_use')
  return checks
}

/** The same for kinds of an add-on. Those are not counted, so the entries with a place are read. */
export async function requireKindsUnchosen(
  registration: Registration,
  id: string,
  kinds: readonly string[],
): Promise<Write[]> {
  if (registration.state === 'draft' || kinds.length === 0) return []
  const { taken, waiting, checks } = await usage(registration, 'addOn', id)
  const { registrationId } = registration
  const placedEntries =
    taken > 0 ? await all<RegistrationEntry>({ ...registrationEntries.of({ registrationId }), consistent: true }) : []
  const isChosenIn = ({ addOns }: RegistrationEntry) =>
    addOns.some(({ addOnId, kindIds }) => addOnId === id && kindIds.some((kind) => kinds.includes(kind)))
  if ([...waiting, ...placedEntries.filter(isActive)].some(isChosenIn)) throw new Problem('kind_in_use')
  return checks
}

async function usage({ registrationId }: Registration, what: 'option' | 'addOn', id: string) {
  const count = { registrationId, name: countNames[what](id) }
  // Read before the list: an entry that joins the waiting list afterwards has touched the count.
  const storedCount = await registrationCounts.get(count, { consistent: true })
  const waiting = await all<RegistrationEntry>(registrationEntries.waiting({ registrationId }))
  return { taken: storedCount?.taken ?? 0, waiting, checks: [registrationCounts.checkUntouched(count, storedCount)] }
}
