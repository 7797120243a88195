import { organizationOf } from '#shared/ids.ts'
import type { Rate } from '#shared/rules/money.ts'
import type { OrganizationSettings } from '#shared/rules/organizations.ts'
import { fold } from '#shared/rules/textMatching.ts'
import { by, entity } from './entity.ts'
import type { Range } from './table.ts'

export type Sport = { name: string; fieldLabel: string }
export type OrganizationId = { organizationId: string }
type Settings = Omit<OrganizationSettings, 'name' | 'sport' | 'timezone'>
/** Settings that a club has not made have the defaults of `settingsOf`. `reminds`: set if it has reminder hours, for the index. */
export type Organization = OrganizationId & {
  name: string
  sport: Sport
  timezone: string
  reminds?: 'yes'
  /** When the logo was uploaded. */
  logoAt?: string
  /** Its subscription has expired: see `shared/api/limited.ts`. */
  limitedFunctionality?: boolean
} & Partial<Settings>

/** A club's settings, with the defaults. */
export const settingsOf = (organization: Organization): OrganizationSettings => ({
  country: '',
  address: '',
  phone: '',
  website: '',
  isRosterVisible: true,
  chatEnabled: true,
  academyEnabled: false,
  customRegistrationEnabled: false,
  adminSecondFactor: false,
  processingFeePerMil: 0,
  processingFeeInCents: 0,
  reminderHours: [],
  playerFields: [],
  ...organization,
  sport: organization.sport.name,
})

/** The platform's share of a payment to a club. */
export const platformRate = ({ processingFeePerMil = 0, processingFeeInCents = 0 }: Organization): Rate => ({
  perMille: processingFeePerMil,
  cents: processingFeeInCents,
})

/** The partition of an organization. */
export const organizationPartition = ({ organizationId }: OrganizationId) => `ORG#${organizationId}`
/** The partition of the organization in an id. */
export const organizationPartitionOf = (id: string) => organizationPartition({ organizationId: organizationOf(id) })

const rows = entity<Organization, OrganizationId>('Organization', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'ORG' }),
  gsi1: by(['organizationId', 'reminds'], ({ organizationId }) => ['REMINDING', organizationId]),
  gsi2: by(['organizationId', 'name'], ({ organizationId, name }) => ['CLUBS', `${fold(name)}#${organizationId}`]),
})
export const organizations = {
  ...rows,
  /** All clubs by name, or those whose name begins with a prefix. */
  named: (prefix = ''): Range => ({
    index: 'gsi2',
    pk: 'CLUBS',
    from: fold(prefix) || ' ',
    to: `${fold(prefix)}\u{10ffff}`,
  }),
}
/** The clubs that remind families. */
export const clubsWithReminders: Range = { index: 'gsi1', pk: 'REMINDING', from: '0', to: 'z' }
