import { fold } from '#shared/rules/folded.ts'
import type { PlanName, SubscriptionStatus } from '#shared/rules/subscriptions.ts'
import { by, entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import type { Range } from './table.ts'

/**
 * What our own people see of a club on their lists, short, so that a page of them is read for three units. Written anew whenever
 * something of it changes: `sources` says from which state, so that an older one never comes after a newer.
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
  /** By name; those whose name begins so. */
  named: (beginning = ''): Range => ({
    index: 'gsi2',
    pk: 'CLUB-LINES',
    from: fold(beginning) || ' ',
    to: `${fold(beginning)}\u{10ffff}`,
  }),
}
