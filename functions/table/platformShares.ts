import { by, entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Write } from './writes.ts'

/**
 * What a club owes us for payments by providers that do not deduct our share, and is on no bill yet; updated with each booking.
 */
export type PlatformShare = OrganizationId & { cents: number }
const partition = (organizationId: string) => `FEES#${organizationId}`
const list = 'PLATFORM-SHARES'
const rows = entity<PlatformShare, OrganizationId>('Platform share', {
  key: ({ organizationId }) => ({ pk: partition(organizationId), sk: 'PLATFORM-SHARE' }),
  gsi2: by(['organizationId'], ({ organizationId }) => [list, organizationId]),
})
export const platformShares = {
  ...rows,
  /** The writes that change the amount; none for zero. */
  add: ({ organizationId }: OrganizationId, cents: number): Write[] =>
    cents === 0 ? [] : [rows.upsert({ organizationId }, { set: { organizationId }, add: { cents } })],
  /** All clubs that have ever owed a share. */
  all: (): Range => ({ index: 'gsi2', pk: list, ...startingWith('o') }),
}

type ShareBillId = OrganizationId & { month: string }
/**
 * The part of it that goes onto the bill of a club's subscription, once a month.
 *   wanted  deducted from what is owed, to be added to the bill
 *   billed  an item of the next bill
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
