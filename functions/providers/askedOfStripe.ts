import type { Stripe } from 'stripe'

/** What of Stripe's client we ask, by its own names: all else is left out of what is deployed, see infra/bundle.ts. */
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

/** Stripe's client with that. */
export type StripeClient = Pick<Stripe, (typeof askedOfStripe)[number]>
