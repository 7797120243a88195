import { entity } from './entity.ts'

export type Sport = { name: string; fieldLabel: string }
export type OrganizationId = { organizationId: string }
export type Organization = OrganizationId & { name: string; sport: Sport; timezone: string }

/** The partition of what belongs to an organization itself. */
export const organizationPartition = ({ organizationId }: OrganizationId) => `ORG#${organizationId}`

export const organizations = entity<Organization, OrganizationId>('Organization', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'ORG' }),
})
