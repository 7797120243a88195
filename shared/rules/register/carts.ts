/** As many children of a family are registered at once. */
export const mostChildren = 6
/** So many minutes a place is held while it is paid. */
export const holdMinutes = 15
/** For so many hours a place is offered to who has waited for it. */
export const offerHours = 48

/**
 * How it is paid.
 *   NONE    it costs nothing
 *   BILL    the club charges it, and it is paid later
 *   ONLINE  it is paid now, by card or with PayPal
 */
export const payWays = ['NONE', 'BILL', 'ONLINE'] as const
export type PayWay = (typeof payWays)[number]

/** How a price can be paid where these are accepted. */
export function payWaysFor(
  priceInCents: number,
  { acceptPayments, acceptBills }: { acceptPayments: boolean; acceptBills: boolean },
): PayWay[] {
  if (priceInCents === 0) return ['NONE']
  return [...(acceptPayments ? (['ONLINE'] as const) : []), ...(acceptBills ? (['BILL'] as const) : [])]
}
