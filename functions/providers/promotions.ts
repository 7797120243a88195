import type { Stripe } from 'stripe'
import { Problem } from '#shared/problems.ts'
import { asked, instantOf, refusedAs } from './asking.ts'

/** The codes by which clubs pay less, as they stand with the provider. */

const durations = ['once', 'repeating', 'forever'] as const
type Wanted = {
  code: string
  percentOff?: number | undefined
  amountOff?: number | undefined
  duration: (typeof durations)[number]
  months?: number | undefined
  until?: string | undefined
  most?: number | undefined
}

function shown({ id, code, active, expires_at, times_redeemed, max_redemptions, promotion }: Stripe.PromotionCode) {
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
  asked(async (stripe) => (await stripe.promotionCodes.list({ limit: 100, expand })).data.map(shown))

/** Made again after it was cut short, it is the same one; a code that there is otherwise is refused. */
export const makePromotion = ({ code, percentOff, amountOff, duration, months, until, most }: Wanted) =>
  asked(async (stripe) => {
    const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 1 })
    if (data.length > 0) throw new Problem('promotion_there')
    const coupon = await stripe.coupons.create({
      name: code,
      duration,
      ...(percentOff === undefined ? { amount_off: amountOff, currency: 'usd' } : { percent_off: percentOff }),
      ...(months !== undefined && { duration_in_months: months }),
    })
    const made = await stripe.promotionCodes
      .create({
        promotion: { type: 'coupon', coupon: coupon.id },
        code,
        // To the end of its last day.
        ...(until !== undefined && { expires_at: Date.parse(until) / 1000 + 86_400 }),
        ...(most !== undefined && { max_redemptions: most }),
        expand: ['promotion.coupon'],
      })
      .catch(refusedAs('promotion_there'))
    return shown(made)
  })

/** Gives the code that it was. */
export const endPromotion = (promotionId: string): Promise<string> =>
  asked(async (stripe) => {
    const ended = await stripe.promotionCodes.update(promotionId, { active: false }).catch(refusedAs('not_found'))
    return ended.code
  })
