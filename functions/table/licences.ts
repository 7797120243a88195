import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'

/**
 * How many active teams an organization may have (`given`), and how many it has (`used`). Each transaction that creates, archives or
 * unarchives a team changes the count, on the condition that `used` does not exceed `given`.
 */
export type Licences = OrganizationId & { given: number; used: number }

const rows = entity<Licences, OrganizationId>('Licences', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'LICENCES' }),
})

export const licences = {
  ...rows,
  use: ({ organizationId }: OrganizationId) =>
    rows.change({ organizationId }, { add: { used: 1 }, when: [['used', '<', { attribute: 'given' }]] }, 'no_licence'),
  free: ({ organizationId }: OrganizationId) =>
    rows.change({ organizationId }, { add: { used: -1 }, when: [['used', '>', 0]] }),
}
