import { organizationOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import type { SavedMethod } from '../../providers/provider.ts'
import type { Payment } from '../../table/payments.ts'
import { type SavedCard, savedCards } from '../../table/savedCards.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { forgettingAfter } from './forgetCards.ts'

/** Whose card is kept with a payment, where one is. */
export const keeperOf = ({
  paymentId,
  payerId,
  saves,
}: Payment): Pick<SavedCard, 'organizationId' | 'userId'> | undefined =>
  saves === true && payerId !== undefined ? { organizationId: organizationOf(paymentId), userId: payerId } : undefined

type Keeping = { label: string; saved: SavedMethod; before: Stored<SavedCard> | undefined }

/**
 * The card of a payment is kept, for what falls due from now on: as a write beside the one that books the payment. The provider
 * forgets the one before it.
 */
export function keepCard(stamp: Stamp, payment: Payment, { label, saved, before }: Keeping): Write[] {
  const id = keeperOf(payment)
  if (!id) return []
  const set = {
    ...id,
    ...saved,
    paymentAccountId: payment.paymentAccountId,
    label,
    state: 'on' as const,
    refusals: 0,
    // From the next hour on: what is due today may be on the payment that is booked here.
    lookAt: addHours(stamp.at, 1),
  }
  if (!before) return [savedCards.create(set)]
  const next = { ...set, ...forgettingAfter(before, saved.method) }
  return [savedCards.change(id, { set: next, when: ifUnchanged(before) })]
}
