import { entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'

/** A club's usage in a month, as counted per request and mail. Kept for three years. */
export type ClubUsage = {
  month: string
  requests?: number
  readUnits?: number
  writeUnits?: number
  ms?: number
  mails?: number
  scans?: number
  scannedBytes?: number
}
export const clubUsage = entity<ClubUsage, OrganizationId & { month: string }>('Club usage', {
  key: ({ organizationId, month }) => ({ pk: `USAGE#${organizationId}`, sk: `MONTH#${month}` }),
})
