import type { OrganizationSettings } from '#shared/rules/organizations.ts'
import { entity } from './entity.ts'

export type Sport = { name: string; fieldLabel: string }
export type OrganizationId = { organizationId: string }
type Settings = Omit<OrganizationSettings, 'name' | 'sport' | 'timezone'>
/** What a club has not decided is as `settingsOf` says. */
export type Organization = OrganizationId & { name: string; sport: Sport; timezone: string } & Partial<Settings>

/** What a club has decided, and what holds where it has not. */
export const settingsOf = (organization: Organization): OrganizationSettings => ({
  country: '',
  phone: '',
  website: '',
  isRosterVisible: true,
  chatEnabled: true,
  academyEnabled: false,
  customRegistrationEnabled: false,
  processingFeePerMil: 0,
  processingFeeInCents: 0,
  reminderHours: [],
  playerFields: [],
  ...organization,
  sport: organization.sport.name,
})

/** The partition of what belongs to an organization itself. */
export const organizationPartition = ({ organizationId }: OrganizationId) => `ORG#${organizationId}`

export const organizations = entity<Organization, OrganizationId>('Organization', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'ORG' }),
})
