import type { Refund } from '../../table/payments.ts'

/** What has left the club's account at the provider of a payment, as far as we know. */
export const bookedOf = (all: readonly Refund[]): number =>
  all
    .filter(({ state, providerRefundId, byHand }) => state !== 'refused' && providerRefundId !== undefined && !byHand)
    .reduce((sum, { cents }) => sum + cents, 0)
