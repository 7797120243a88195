import type { Duration } from '#shared/rules/subscriptions.ts'
import { entity } from './entity.ts'
import { startingWith } from './table.ts'

export type WantedPromotion = {
  code: string
  percentOff?: number | undefined
  amountOff?: number | undefined
  duration: Duration
  months?: number | undefined
  until?: string | undefined
  most?: number | undefined
}
type WishId = { wishId: string }
/**
 * A promotion that the provider still has to create or end. Written with the deed before the provider is called, and deleted once
 * the provider has done it or has refused for good.
 */
export type PromotionWish = WishId & {
  who: string
  /** The code, and for a new one its discount. */
  detail: string
  reason: string
} & ({ act: 'make'; wanted: WantedPromotion } | { act: 'end'; promotionId: string })

const pk = 'DEEDS#promotions'
export const promotionWishes = {
  ...entity<PromotionWish, WishId>('Promotion wish', { key: ({ wishId }) => ({ pk, sk: `WISH#${wishId}` }) }),
  /** Those that are waiting for the provider. */
  waiting: { pk, ...startingWith('WISH#'), consistent: true },
}
