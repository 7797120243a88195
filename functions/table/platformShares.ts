import { by, entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Write } from './writes.ts'

/** What a club owes us of payments by providers that do not take it off for us, and that is on no bill yet: kept beside each booking of it. */
export type PlatformShare = OrganizationId & { cents: number }
const partition = (organizationId: string) => `FEES#${organizationId}`
const owing = 'PLATFORM-SHARES'
const rows = entity<PlatformShare, OrganizationId>('Platform share', {
  key: ({ organizationId }) => ({ pk: partition(organizationId), sk: 'PLATFORM-SHARE' }),
  gsi2: by(['organizationId'], ({ organizationId }) => [owing, organizationId]),
})
export const platformShares = {
  ...rows,
  /** So much more or less, as writes: none for nothing. */
  add: ({ organizationId }: OrganizationId, cents: number): Write[] =>
    cents === 0 ? [] : [rows.upsert({ organizationId }, { set: { organizationId }, add: { cents } })],
  /** Of all clubs that have ever owed some. */
  all: (): Range => ({ index: 'gsi2', pk: owing, ...startingWith('o') }),
}

type ShareBillId = OrganizationId & { month: string }
/**
 * What of it goes onto the bill of a club’s subscription, once a month.
 *   wanted  taken off what is owed, and to be put on the bill
 *   billed  it is an item of the next bill
 */
export type ShareBill = ShareBillId & { cents: number; state: 'wanted' | 'billed'; askedAt: string; itemId?: string }
const billRows = entity<ShareBill, ShareBillId>('Share bill', {
  key: ({ organizationId, month }) => ({ pk: partition(organizationId), sk: `SHARE-BILL#${month}` }),
})
export const shareBills = {
  ...billRows,
  of: ({ organizationId }: OrganizationId) =>
    all<ShareBill>({ pk: partition(organizationId), ...startingWith('SHARE-BILL#'), consistent: true }),
}
