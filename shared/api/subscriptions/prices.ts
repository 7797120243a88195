import * as z from 'zod/mini'
import { durations } from '../../rules/subscriptions.ts'
import type { Area } from '../route.ts'

const Price = z.object({
  id: z.string(),
  product: z.string(),
  /** Cents, with a fraction if it is less than one: `0.45`. */
  unitAmountDecimal: z.string(),
})
const Plan = z.object({ productId: z.string(), priceId: z.string(), price: Price })

/** The product's prices. They are the same for everyone and cached, so the provider is called only a few times an hour. */
export const priceRoutes = {
  'GET /rest-api/payments/products/prices/object': {
    can: 'anyone',
    does: 'Returns the plans with their products and prices: a price is for one team and all months of the plan.',
    returns: z.object({
      yearly: Plan,
      monthly: Plan,
      defaultConnectPriceId: z.string(),
      defaultDataPriceId: z.string(),
    }),
  },
  'GET /rest-api/payments/connect/storage/prices': {
    can: 'anyone',
    does: 'Returns the prices of video, per participant and minute, and of file storage, per GB and month.',
    returns: z.object({ connect: Price, data: Price }),
  },
  'GET /rest-api/payments/price/{priceId}': {
    can: 'anyone',
    does: 'Returns a price.',
    returns: Price,
  },
  'GET /rest-api/payments/product/{productId}': {
    can: 'anyone',
    does: 'Returns a product.',
    returns: z.object({ id: z.string(), name: z.string(), description: z.nullable(z.string()), active: z.boolean() }),
  },
  'GET /rest-api/payments/stripe/pkey': {
    can: 'anyone',
    does: 'Returns the provider’s publishable key.',
    returns: z.object({ pkey: z.string() }),
  },
  'GET /rest-api/payments/promotions/{code}': {
    can: 'signed_in',
    spends: 'code',
    does: 'Returns the discount of a promotion code, and whether the code is still valid.',
    returns: z.object({
      id: z.string(),
      code: z.string(),
      active: z.boolean(),
      coupon: z.object({
        id: z.string(),
        valid: z.boolean(),
        amountOff: z.nullable(z.int()),
        percentOff: z.nullable(z.number()),
        duration: z.enum(durations),
        durationInMonths: z.nullable(z.int()),
        appliesTo: z.object({ products: z.array(z.string()) }),
      }),
    }),
  },
} as const satisfies Area
