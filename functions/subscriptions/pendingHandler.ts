import { type PromotionWish, promotionWishes } from '../table/promotionWishes.ts'
import { subscriptions } from '../table/subscriptions.ts'
import { get } from '../table/gets.ts'
import { type Change, idIn, worker } from '../worker.ts'
import { isPromotionRefused, settleWish } from './promotions.ts'
import { isSubscriptionRefused, settle } from './settle.ts'

/** Completes changes at Stripe, of a subscription or a promotion, whose request was interrupted. */
export const handler = worker(async (change, { now }) => {
  const { kind, pk } = change
  if (kind === promotionWishes.kind) return settlePromotion(change, now)
  const organizationId = idIn(pk)
  const row = await subscriptions.get({ organizationId }, { consistent: true })
  if (!row?.pending) return 'done already'
  try {
    await settle({ organizationId }, now, row)
    return 'done'
  } catch (error) {
    if (isSubscriptionRefused(error)) return 'declined'
    throw error
  }
})

async function settlePromotion({ pk, sk }: Change, now: string): Promise<string> {
  const wish = await get<PromotionWish>({ pk, sk }, { consistent: true })
  if (!wish) return 'done already'
  try {
    await settleWish({ actor: 'subscriptions', at: now }, wish)
    return 'done'
  } catch (error) {
    if (isPromotionRefused(error)) return 'refused'
    throw error
  }
}
