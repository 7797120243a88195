import type { Refund } from '../../table/payments.ts'

/** The total that has left the club's account at the payment's provider, as far as is known here. */
export const bookedOf = (all: readonly Refund[]): number =>
  all
    .filter(({ state, providerRefundId, byHand }) => state !== 'refused' && providerRefundId !== undefined && !byHand)
    .reduce((sum, { cents }) => sum + cents, 0)
