import type { Stripe } from 'stripe'
import { durations, type Price, type Promotion } from '#shared/rules/subscriptions.ts'
import { withStripe } from './stripeCalls.ts'

/** The lookup keys of the prices at the provider, the same in each stage. */
const lookupKeys = {
  yearly: 'touchline_annual',
  monthly: 'touchline_monthly',
  connect: 'touchline_connect_minute',
  data: 'touchline_data_gb',
} as const
type Name = keyof typeof lookupKeys
export type Product = { id: string; name: string; description: string | null; active: boolean }
export type Catalogue = Record<Name, { price: Price; product: Product }>

export const readCatalogue = (): Promise<Catalogue> =>
  withStripe(async (stripe) => {
    const { data } = await stripe.prices.list({
      lookup_keys: Object.values(lookupKeys),
      active: true,
      expand: ['data.product'],
    })
    const priceEntries = Object.entries(lookupKeys).map(([name, key]) => {
      const price = data.find(({ lookup_key }) => lookup_key === key)
      if (!price) throw new Error(`The provider has no price ${key}.`)
      return [name, { price: priceOf(price), product: productOf(price.product) }]
    })
    return Object.fromEntries(priceEntries) as Catalogue
  })

/** Works for a price that is no longer sold too: subscriptions that have it continue. */
export const readPrice = (priceId: string): Promise<Price> =>
  withStripe(async (stripe) => priceOf(await stripe.prices.retrieve(priceId)))

const priceOf = ({ id, product, unit_amount_decimal, unit_amount }: Stripe.Price): Price => ({
  id,
  product: typeof product === 'string' ? product : product.id,
  unitAmountDecimal: String(unit_amount_decimal ?? unit_amount ?? 0),
})

function productOf(product: Stripe.Price['product']): Product {
  if (typeof product === 'string' || product.deleted) throw new Error('The product was not given with its price.')
  const { id, name, description, active } = product
  return { id, name, description, active }
}

export type PromotionCode = Promotion & { id: string; code: string; coupon: Promotion['coupon'] & { id: string } }

/** A promotion code as it was typed; undefined if there is none. */
export const findPromotion = (code: string): Promise<PromotionCode | undefined> =>
  withStripe(async (stripe) => {
    const { data } = await stripe.promotionCodes.list({ code, limit: 1, expand: ['data.promotion.coupon.applies_to'] })
    const [promotionCode] = data
    const coupon = promotionCode?.promotion.coupon
    if (!promotionCode || !coupon || typeof coupon === 'string') return undefined
    const { id, valid, amount_off, percent_off, duration, duration_in_months, applies_to } = coupon
    return {
      id: promotionCode.id,
      code: promotionCode.code,
      active: promotionCode.active,
      coupon: {
        id,
        valid,
        amountOff: amount_off,
        percentOff: percent_off,
        duration: durations.find((each) => each === duration) ?? 'forever',
        durationInMonths: duration_in_months,
        appliesTo: { products: applies_to?.products ?? [] },
      },
    }
  })
