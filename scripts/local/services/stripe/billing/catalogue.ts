import type Stripe from 'stripe'
import { type Books, platform, type StripeObject } from '../books.ts'

/** What the operator of a stage has created at Stripe: products, prices by their lookup keys, and promotion codes. */

export type Price = StripeObject & Stripe.Price
export type PromotionCode = StripeObject & Stripe.PromotionCode
export type Coupon = StripeObject & Stripe.Coupon

type ProductSpec = { id: string; name: string; key: string; cents: string; interval?: 'month' | 'year' }
const productSpecs: readonly ProductSpec[] = [
  { id: 'annual', name: 'Team license, billed annually', key: 'touchline_annual', cents: '5988', interval: 'year' },
  { id: 'monthly', name: 'Team license, billed monthly', key: 'touchline_monthly', cents: '699', interval: 'month' },
  { id: 'connect', name: 'Video, per participant and minute', key: 'touchline_connect_minute', cents: '0.4' },
  { id: 'data', name: 'Files, per GB and month', key: 'touchline_data_gb', cents: '12', interval: 'month' },
]

type Offer = Partial<Pick<Stripe.Coupon, 'percent_off' | 'amount_off' | 'duration'>> & {
  code: string
  products?: string[]
  isExpired?: true
}
const offers: readonly Offer[] = [
  { code: 'KICKOFF20', percent_off: 20, duration: 'forever' },
  { code: 'FIRST5', amount_off: 500, duration: 'once' },
  { code: 'ANNUAL10', percent_off: 10, duration: 'forever', products: ['prod_annual'] },
  { code: 'LASTYEAR', percent_off: 50, duration: 'once', isExpired: true },
]

/** Creates them, unless they exist. */
export function withCatalogue(books: Books): Books {
  if (books.find(platform, 'price_annual')) return books
  for (const { id, name, key, cents, interval } of productSpecs) {
    const product = `prod_${id}`
    books.make<Stripe.Product>(platform, 'product', 'prod', {
      id: product,
      name,
      active: true,
      metadata: {},
      updated: books.now(),
    })
    const isWholeCents = !cents.includes('.')
    books.make<Stripe.Price>(platform, 'price', 'price', {
      id: `price_${id}`,
      product,
      active: true,
      currency: 'usd',
      lookup_key: key,
      unit_amount: isWholeCents ? Number(cents) : null,
      unit_amount_decimal: cents,
      type: interval ? 'recurring' : 'one_time',
      recurring: interval
        ? { interval, interval_count: 1, usage_type: 'licensed', meter: null, trial_period_days: null }
        : null,
      metadata: {},
    } as unknown as Partial<Stripe.Price>)
  }
  for (const { code, products, isExpired, ...discount } of offers) {
    const coupon = books.make<Stripe.Coupon>(platform, 'coupon', 'coupon', {
      amount_off: null,
      percent_off: null,
      currency: discount.amount_off ? 'usd' : null,
      valid: !isExpired,
      ...(products && { applies_to: { products } }),
      ...discount,
    })
    books.make<Stripe.PromotionCode>(platform, 'promotion_code', 'promo', {
      code,
      active: !isExpired,
      promotion: { type: 'coupon', coupon: coupon.id },
      times_redeemed: 0,
    })
  }
  return books
}
