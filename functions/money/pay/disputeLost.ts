import { feePayments, fees } from '../../table/fees.ts'
import { type Payment, type Refund, refunds } from '../../table/payments.ts'
import { ifUnchanged, type Stored } from '../../table/writes.ts'
import { allocateChargeback } from './allocateChargeback.ts'
import { allowance } from './allowance.ts'
import { paidSumWrites, readPaidParts } from './paidParts.ts'

/** `cents`: what the bank takes; `lostBefore`: what it has taken of this payment by other disputes. */
type Loss = { cents: number; lostBefore: number }

/**
 * The writes and postings of a lost dispute. What this payment has paid on open fees is owed again; what it has paid on cancelled fees, and
 * refused refunds, was the family's credit and is not any more: together at most what the bank takes, and of refused refunds at most what
 * was refunded twice by that. The `remainingCents` of the latter count for refunds that are on their way.
 */
export async function bookLoss(
  payment: Stored<Payment>,
  { cents, lostBefore }: Loss,
  refundRows: readonly Stored<Refund>[],
) {
  const paidParts = await readPaidParts(payment)
  const lost = allowance(cents)
  const losses = paidParts.flatMap(({ fee, part }) => {
    if (fee.state === 'cancelled' && fee.cancelledAs !== 'credit') return []
    const takenCents = lost.take(Math.min(part.cents - part.givenBack, fee.paid))
    return takenCents > 0 ? [{ fee, part, takenCents, isOpen: fee.state === 'open' }] : []
  })
  const refundedTwiceCents = Math.max(0, cents - Math.max(0, payment.amount - payment.returned - lostBefore))
  const refusedAllocation = allocateChargeback(
    refundRows.filter(({ state }) => state === 'refused'),
    refundedTwiceCents,
  )
  return {
    remainingCents: refusedAllocation.remaining,
    writes: [
      ...losses.map(({ fee, takenCents, isOpen }) =>
        fees.change(fee, {
          set: { paid: fee.paid - takenCents, ...(isOpen && { byHand: true as const }) },
          when: ifUnchanged(fee),
        }),
      ),
      ...losses.map(({ part, takenCents }) =>
        feePayments.change(part, {
          set: { givenBack: part.givenBack + takenCents, byBank: (part.byBank ?? 0) + takenCents },
          when: [['givenBack', '=', part.givenBack]],
        }),
      ),
      ...refusedAllocation.allocations
        .filter(({ chargedBack }) => chargedBack > 0)
        .map(({ refund, set }) => refunds.change(refund, { set, when: ifUnchanged(refund) })),
      ...paidSumWrites(losses.map(({ fee, takenCents }) => ({ fee, cents: -takenCents }))),
    ],
    postings: [
      ...losses.map(({ takenCents, isOpen }) => ({
        account: isOpen ? ('assets:receivable' as const) : ('liabilities:credit' as const),
        cents: takenCents,
      })),
      { account: 'liabilities:credit' as const, cents: refusedAllocation.chargedBack },
    ],
  }
}
