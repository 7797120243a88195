import type { Stripe } from 'stripe'

/**
 * The parts of Stripe's client that are used, by its own names: everything else is left out of the bundle, see infra/bundle.ts.
 */
export const askedOfStripe = [
  'accountLinks',
  'accounts',
  'balanceTransactions',
  'charges',
  'checkout',
  'coupons',
  'customers',
  'disputes',
  'events',
  'invoiceItems',
  'invoices',
  'paymentIntents',
  'paymentMethods',
  'payouts',
  'prices',
  'promotionCodes',
  'refunds',
  'subscriptions',
] as const satisfies readonly (keyof Stripe)[]

/** Stripe's client with only these parts. */
export type StripeClient = Pick<Stripe, (typeof askedOfStripe)[number]>
