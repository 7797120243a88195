import type { Option } from '#shared/rules/registrations/options.ts'
import { type Registration, registrationReaches } from '../table/registrations.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

/**
 * The fields that record which events were added to or removed from an option, to be written with the change: a worker then updates the
 * invites of those who have registered for it. A record of an earlier change that is not done yet is merged, and starts again from the
 * first player. Not needed for a draft, for which nobody has registered.
 */
export async function reachWrites(
  { registrationId, state }: Registration,
  before: readonly Option[],
  option: Option | undefined,
): Promise<Write[]> {
  const previousOption = option && before.find(({ id }) => id === option.id)
  if (!previousOption || state === 'draft') return []
  const changed = [
    ...option.eventIds.filter((id) => !previousOption.eventIds.includes(id)),
    ...previousOption.eventIds.filter((id) => !option.eventIds.includes(id)),
  ]
  if (changed.length === 0) return []
  const id = { registrationId, optionId: option.id }
  const existingReach = await registrationReaches.get(id, { consistent: true })
  if (!existingReach) return [registrationReaches.create({ ...id, eventIds: changed })]
  const eventIds = [...new Set([...existingReach.eventIds, ...changed])]
  return [registrationReaches.change(id, { set: { eventIds, after: undefined }, when: ifUnchanged(existingReach) })]
}
