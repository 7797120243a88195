import type { Option } from '#shared/rules/registrations/options.ts'
import { type Registration, registrationReaches } from '../table/registrations.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

/**
 * Notes, with the change itself, which events were added to an option or removed from it: a worker updates the invites of its
 * registered players accordingly. Earlier changes that are not done yet are included, starting again from the first player.
 * Drafts have no registered players.
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
