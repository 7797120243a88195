import { Problem } from '#shared/problems.ts'
import {
  countNames,
  registrationCounts,
  type RegistrationEntry,
  registrationEntries,
} from '../table/registrationEntries.ts'
import type { Registration } from '../table/registrations.ts'
import { all } from '../table/table.ts'
import type { Write } from '../table/writes.ts'

/**
 * Refuses to take away what somebody has chosen: who has a place holds a count of it, who waits for one stands in the list. The
 * writes hold as long as nobody has chosen it meanwhile: else it is looked at anew. Of a draft nobody has.
 */
export async function unchosen(
  { registrationId, state }: Registration,
  what: 'option' | 'addOn',
  id: string,
): Promise<Write[]> {
  if (state === 'draft') return []
  const count = { registrationId, name: countNames[what](id) }
  // Before the list: who comes to wait after it was read has touched the count by then.
  const read = await registrationCounts.get(count, { consistent: true })
  const waiting = await all<RegistrationEntry>(registrationEntries.waiting({ registrationId }))
  const has = ({ optionIds, addOns }: RegistrationEntry) =>
    what === 'option' ? optionIds.includes(id) : addOns.some(({ addOnId }) => addOnId === id)
  if ((read?.taken ?? 0) > 0 || waiting.some(has)) throw new Problem('option_in_use')
  return [registrationCounts.untouched(count, read)]
}
