import { fold } from '#shared/rules/textMatching.ts'
import type { PlanName, SubscriptionStatus } from '#shared/rules/subscriptions.ts'
import { by, entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import type { Range } from './table.ts'

/**
 * A club as our staff's lists show it, small enough to read a page for three units. Rewritten whenever one of its values changes;
 * `sources` identifies the state that it was made from, so that an older one never replaces a newer.
 */
export type ClubLine = OrganizationId & {
  name: string
  sport: string
  timezone: string
  country: string
  academy: boolean
  registration: boolean
  given: number
  used: number
  plan?: PlanName
  status?: SubscriptionStatus
  sources: number
}
const rows = entity<ClubLine, OrganizationId>('Club line', {
  key: ({ organizationId }) => ({ pk: 'FIGURES#clubs', sk: `CLUB#${organizationId}` }),
  gsi2: by(['organizationId', 'name'], ({ organizationId, name }) => ['CLUB-LINES', `${fold(name)}#${organizationId}`]),
})
export const clubLines = {
  ...rows,
  /** By name, optionally only names with this prefix. */
  named: (prefix = ''): Range => ({
    index: 'gsi2',
    pk: 'CLUB-LINES',
    from: fold(prefix) || ' ',
    to: `${fold(prefix)}\u{10ffff}`,
  }),
}
