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
 * Refuses to take away what somebody has chosen: who has a place holds a count of it, who waits for one does not. The writes
 * hold as long as nobody has chosen it meanwhile. Of a draft nobody has.
 */
export async function unchosen(
  { registrationId, state }: Registration,
  what: 'option' | 'addOn',
  id: string,
): Promise<Write[]> {
  if (state === 'draft') return []
  const waiting = await all<RegistrationEntry>(registrationEntries.waiting({ registrationId }))
  const has = ({ optionIds, addOns }: RegistrationEntry) =>
    what === 'option' ? optionIds.includes(id) : addOns.some(({ addOnId }) => addOnId === id)
  if (waiting.some(has)) throw new Problem('option_in_use')
  return [registrationCounts.noneTaken({ registrationId, name: countNames[what](id) }, 'option_in_use')]
}
