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
 * Refuses to take away what somebody has chosen: who has a place holds a count of it, who waits for one stands in the list. The
 * writes hold as long as nobody has chosen it meanwhile: else it is looked at anew. Of a draft nobody has.
 */
export async function unchosen(registration: Registration, what: 'option' | 'addOn', id: string): Promise<Write[]> {
  if (registration.state === 'draft') return []
  const { taken, waiting, holds } = await chosen(registration, what, id)
  const has = ({ optionIds, addOns }: RegistrationEntry) =>
    what === 'option' ? optionIds.includes(id) : addOns.some(({ addOnId }) => addOnId === id)
  if (taken > 0 || waiting.some(has)) throw new Problem('option_in_use')
  return holds
}

/** The same of kinds of an add-on. How often each has been chosen is not counted: who has a place is asked for it. */
export async function unchosenKinds(
  registration: Registration,
  id: string,
  kinds: readonly string[],
): Promise<Write[]> {
  if (registration.state === 'draft' || kinds.length === 0) return []
  const { taken, waiting, holds } = await chosen(registration, 'addOn', id)
  const { registrationId } = registration
  const others =
    taken > 0 ? await all<RegistrationEntry>({ ...registrationEntries.of({ registrationId }), consistent: true }) : []
  const has = ({ addOns }: RegistrationEntry) =>
    addOns.some(({ addOnId, kindIds }) => addOnId === id && kindIds.some((kind) => kinds.includes(kind)))
  if ([...waiting, ...others.filter(isActive)].some(has)) throw new Problem('kind_in_use')
  return holds
}

async function chosen({ registrationId }: Registration, what: 'option' | 'addOn', id: string) {
  const count = { registrationId, name: countNames[what](id) }
  // Before the list: who comes to wait after it was read has touched the count by then.
  const read = await registrationCounts.get(count, { consistent: true })
  const waiting = await all<RegistrationEntry>(registrationEntries.waiting({ registrationId }))
  return { taken: read?.taken ?? 0, waiting, holds: [registrationCounts.untouched(count, read)] }
}
