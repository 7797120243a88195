import { organizationOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import type { SavedMethod } from '../../providers/provider.ts'
import type { Payment } from '../../table/payments.ts'
import { savedCards } from '../../table/savedCards.ts'
import type { Stamp } from '../../table/writes.ts'

/** The card of a payment is kept, for what falls due from now on: as a write beside the one that books the payment. */
export function keepCard(stamp: Stamp, payment: Payment, label: string, saved: SavedMethod) {
  const { paymentId, payerId, paymentAccountId } = payment
  if (payment.saves !== true || payerId === undefined) return []
  const id = { organizationId: organizationOf(paymentId), userId: payerId }
  const set = {
    ...id,
    ...saved,
    paymentAccountId,
    label,
    state: 'on' as const,
    refusals: 0,
    // From the next hour on: what is due today may be on the payment that is booked here.
    lookAt: addHours(stamp.at, 1),
  }
  return [savedCards.upsert(id, { set })]
}
