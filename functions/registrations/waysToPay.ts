import { Problem } from '#shared/problems.ts'
import type { AddOn } from '#shared/rules/registrations/addOns.ts'
import { hasPrice, hasWayToPay } from '#shared/rules/registrations/launch.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { type Registration, registrationAddOns, registrationOptions, registrations } from '../table/registrations.ts'
import { update, write } from '../table/table.ts'
import { ifUnchanged, type Stamp, type Stored, type Write } from '../table/writes.ts'
import { registrationOf } from './registrationOf.ts'

type Changed = { set: Partial<Registration>; revision: number }
/**
 * Changes fields of a registration with this revision, and gives it as it is then. Throws `no_way_to_pay` if families could no longer pay
 * for a launched one, and `conflict`, also if a price is added at the same time.
 */
export async function changeRegistration(
  stamp: Stamp,
  registration: Stored<Registration>,
  { set, revision }: Changed,
): Promise<Stored<Registration>> {
  const { registrationId } = registration
  const change = registrations.change({ registrationId }, { set, when: [['version', '=', revision]] })
  const holds = await whileFree(registration, { ...registration, ...set })
  if (holds.length === 0) return update(stamp, change)
  await write(stamp, change, ...holds)
  return { ...registration, ...set, version: revision + 1 }
}

/** For a launched registration that loses its last way to pay: condition checks that nothing of it gets a price meanwhile. */
async function whileFree(before: Registration, after: Registration): Promise<Write[]> {
  if (before.state === 'draft' || hasWayToPay(after) || !hasWayToPay(before)) return []
  const id = { registrationId: before.registrationId }
  const [options, addOns] = await Promise.all([
    registrationOptions.get(id, { consistent: true }),
    registrationAddOns.get(id, { consistent: true }),
  ])
  if (hasPrice({ ...options, ...addOns })) throw new Problem('no_way_to_pay')
  return [
    options ? registrationOptions.check(id, ifUnchanged(options)) : registrationOptions.checkAbsent(id),
    addOns ? registrationAddOns.check(id, ifUnchanged(addOns)) : registrationAddOns.checkAbsent(id),
  ]
}

type Offered = { options: readonly Option[] } | { addOns: readonly AddOn[] }
/**
 * For options or add-ons that get their first price: a condition check that the registration is unchanged. Throws `no_way_to_pay` if
 * families could not pay for a launched one.
 */
export async function whilePayable(registrationId: string, before: Offered, after: Offered): Promise<Write[]> {
  if (hasPrice(before) || !hasPrice(after)) return []
  const { registration } = await registrationOf(registrationId)
  if (registration.state !== 'draft' && !hasWayToPay(registration)) throw new Problem('no_way_to_pay')
  return [registrations.check({ registrationId }, ifUnchanged(registration))]
}
