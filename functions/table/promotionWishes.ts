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
 * What is wanted of the provider about promotions: one to be made, or one to be ended. It is written with the deed before the
 * provider is asked, and goes once the provider has done it, or said that it never will.
 */
export type PromotionWish = WishId & {
  who: string
  /** The code, and of one to be made what it takes off. */
  detail: string
  reason: string
} & ({ act: 'make'; wanted: WantedPromotion } | { act: 'end'; promotionId: string })

const pk = 'DEEDS#promotions'
export const promotionWishes = {
  ...entity<PromotionWish, WishId>('Promotion wish', { key: ({ wishId }) => ({ pk, sk: `WISH#${wishId}` }) }),
  /** Those that still wait for the provider. */
  waiting: { pk, ...startingWith('WISH#'), consistent: true },
}
