import type { Refund } from '../../table/payments.ts'

/** How much of a payment has been refunded from the club's account at the provider, as far as it is booked. */
export const bookedRefundCents = (all: readonly Refund[]): number =>
  all
    .filter(({ state, providerRefundId, byHand }) => state !== 'refused' && providerRefundId !== undefined && !byHand)
    .reduce((sum, { cents }) => sum + cents, 0)
