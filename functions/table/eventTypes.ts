import { type EventType, firstEventTypes } from '#shared/rules/eventTypes.ts'
import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'

/** A club's event types; the default ones until the club has defined its own. */
type EventTypes = { types: EventType[] }
const rows = entity<EventTypes, OrganizationId>('Event types', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'EVENT-TYPES' }),
})
export const eventTypes = {
  ...rows,
  of: async (id: OrganizationId): Promise<{ types: readonly EventType[]; revision: number }> => {
    const row = await rows.get(id)
    return { types: row?.types ?? firstEventTypes, revision: row?.version ?? 0 }
  },
}
