import type { Option } from '#shared/rules/registrations/options.ts'
import { type Registration, registrationReaches } from '../table/registrations.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

/**
 * Notes, with the change itself, which events came to an option or were taken out of it: a worker sees to it that who has
 * registered for it comes to those alone that belong to it. What is noted still of a change before is done with it, from the
 * first player on. Of a draft nobody has registered.
 */
export async function reachOf(
  { registrationId, state }: Registration,
  before: readonly Option[],
  option: Option | undefined,
): Promise<Write[]> {
  const had = option && before.find(({ id }) => id === option.id)
  if (!had || state === 'draft') return []
  const changed = [
    ...option.eventIds.filter((id) => !had.eventIds.includes(id)),
    ...had.eventIds.filter((id) => !option.eventIds.includes(id)),
  ]
  if (changed.length === 0) return []
  const id = { registrationId, optionId: option.id }
  const there = await registrationReaches.get(id, { consistent: true })
  if (!there) return [registrationReaches.create({ ...id, eventIds: changed })]
  const eventIds = [...new Set([...there.eventIds, ...changed])]
  return [registrationReaches.change(id, { set: { eventIds, after: undefined }, when: ifUnchanged(there) })]
}
