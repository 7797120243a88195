import type { Stripe } from 'stripe'
import { Problem } from '#shared/problems.ts'
import { durations } from '#shared/rules/subscriptions.ts'
import type { WantedPromotion } from '../table/promotionWishes.ts'
import { instantOf, refusedAs, withStripe } from './stripeCalls.ts'

/** Promotion codes for clubs, as they are at the provider. */

function toPromotion({
  id,
  code,
  active,
  expires_at,
  times_redeemed,
  max_redemptions,
  promotion,
}: Stripe.PromotionCode) {
  const { coupon } = promotion
  if (!coupon || typeof coupon === 'string') throw new Error('The coupon was not given with its code.')
  return {
    id,
    code,
    active: active && coupon.valid,
    percentOff: coupon.percent_off ?? null,
    amountOff: coupon.amount_off ?? null,
    duration: durations.find((each) => each === coupon.duration) ?? 'forever',
    months: coupon.duration_in_months ?? null,
    until: expires_at ? instantOf(expires_at) : null,
    used: times_redeemed,
    most: max_redemptions ?? null,
  }
}

const expand = ['data.promotion.coupon']

export const listPromotions = () =>
  withStripe(async (stripe) => (await stripe.promotionCodes.list({ limit: 100, expand })).data.map(toPromotion))

/** Whether a code can be used now. */
export const isActiveCode = (code: string): Promise<boolean> =>
  withStripe(async (stripe) => (await stripe.promotionCodes.list({ code, active: true, limit: 1 })).data.length > 0)

/**
 * Creates a promotion code, once per `key`: a repeated call returns the same one, even after the provider has forgotten the
 * idempotency key, which it does after a day. Throws `promotion_there` if the code exists otherwise.
 */
export const makePromotion = (
  { code, percentOff, amountOff, duration, months, until, most }: WantedPromotion,
  key: string,
) =>
  withStripe(async (stripe) => {
    const metadata = { made: key }
    const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 1, expand })
    const [existing] = data
    if (existing?.metadata?.['made'] === key) return toPromotion(existing)
    if (existing) throw new Problem('promotion_there')
    const coupon = await stripe.coupons.create(
      {
        name: code,
        duration,
        ...(percentOff === undefined ? { amount_off: amountOff, currency: 'usd' } : { percent_off: percentOff }),
        ...(months !== undefined && { duration_in_months: months }),
      },
      { idempotencyKey: `${key}:coupon` },
    )
    const created = await stripe.promotionCodes
      .create(
        {
          promotion: { type: 'coupon', coupon: coupon.id },
          code,
          metadata,
          // Until the end of its last day.
          ...(until !== undefined && { expires_at: Date.parse(until) / 1000 + 86_400 }),
          ...(most !== undefined && { max_redemptions: most }),
          expand: ['promotion.coupon'],
        },
        { idempotencyKey: `${key}:code` },
      )
      .catch(refusedAs('promotion_there'))
    return toPromotion(created)
  })

/** The current state of a code. */
export const readPromotion = (promotionId: string) =>
  withStripe(async (stripe) => {
    const { code, active } = await stripe.promotionCodes.retrieve(promotionId).catch(refusedAs('not_found'))
    return { code, active }
  })

/** Deactivates a code. May be repeated. */
export const endPromotion = (promotionId: string): Promise<void> =>
  withStripe(async (stripe) => {
    await stripe.promotionCodes.update(promotionId, { active: false }).catch(refusedAs('not_found'))
  })
