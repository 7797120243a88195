import type { Stripe } from 'stripe'

/** The resources of Stripe's client that we use: all others are left out of the bundles, see infra/bundle.ts. */
export const stripeResources = [
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

/** Stripe's client with these resources. */
export type StripeClient = Pick<Stripe, (typeof stripeResources)[number]>
