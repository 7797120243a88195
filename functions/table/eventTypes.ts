import { type EventType, firstEventTypes } from '#shared/rules/eventTypes.ts'
import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'

/** The kinds of event of a club; those that every club begins with, as long as it has not made its own. */
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
