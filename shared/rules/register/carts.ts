/** The most children of a family registered at once. */
export const maxChildren = 6
/** Minutes that a place is held during payment. */
export const holdMinutes = 15
/** Hours that an offered place is held for a player on the waiting list. */
export const offerHours = 48

/**
 * How it is paid.
 *   NONE    it costs nothing
 *   BILL    the club charges it, and it is paid later
 *   ONLINE  it is paid now, by card or with PayPal
 */
export const payWays = ['NONE', 'BILL', 'ONLINE'] as const
export type PayWay = (typeof payWays)[number]

/** The ways to pay a price, given what the club accepts. */
export function payWaysFor(
  priceInCents: number,
  { acceptPayments, acceptBills }: { acceptPayments: boolean; acceptBills: boolean },
): PayWay[] {
  if (priceInCents === 0) return ['NONE']
  return [...(acceptPayments ? (['ONLINE'] as const) : []), ...(acceptBills ? (['BILL'] as const) : [])]
}
