import { randomUUID } from 'node:crypto'
import { isProblem } from '#shared/problems.ts'
import { ignore } from '../table/ignore.ts'
import { endPromotion, makePromotion } from '../providers/promotions.ts'
import { type PromotionWish, promotionWishes } from '../table/promotionWishes.ts'
import { promotionsDeeds, staffDeeds } from '../table/staffDeeds.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

const acts = { make: 'promotion_made', end: 'promotion_ended' } as const

/** Stores the wished change, with who wants it and why, before Stripe is called; after an interruption a worker completes it. */
export async function requestPromotionChange(
  stamp: Stamp,
  wish: PromotionWish,
): Promise<Awaited<ReturnType<typeof makePromotion>> | undefined> {
  const { wishId: deedId, act, detail, reason, who } = wish
  const deed = { deedId, act: acts[act], about: promotionsDeeds, detail, reason, who, when: stamp.at }
  await write(stamp, staffDeeds.create(deed), promotionWishes.create(wish))
  return settleWish(stamp, wish)
}

/** Makes the change at Stripe, with an idempotency key. An error that a retry would not change is stored as refused. */
export async function settleWish(stamp: Stamp, wish: PromotionWish) {
  const { wishId, detail, reason, who } = wish
  try {
    const promotion = wish.act === 'make' ? await makePromotion(wish.wanted, wishId) : undefined
    if (wish.act === 'end') await endPromotion(wish.promotionId)
    await write(stamp, promotionWishes.remove({ wishId })).catch(ignoreMissing)
    return promotion
  } catch (error) {
    if (!isPromotionRefused(error)) throw error
    const act = 'promotion_refused' as const
    const deed = { deedId: randomUUID(), act, about: promotionsDeeds, detail, reason, who, when: stamp.at }
    await write(stamp, promotionWishes.remove({ wishId }), staffDeeds.create(deed)).catch(ignoreMissing)
    throw error
  }
}

/** Whether a retry would get the same error from Stripe. */
export const isPromotionRefused = (error: unknown): boolean => isProblem(error, 'promotion_there', 'not_found')

/** Someone else has done it meanwhile. */
const ignoreMissing = ignore('not_found')
