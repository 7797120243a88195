import { outstandingOf } from '#shared/rules/fees.ts'
import { daySumWrites } from '../../table/feeBooks.ts'
import { feePayments, fees } from '../../table/fees.ts'
import { type Payment, type Refund, refunds } from '../../table/payments.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { paidOn } from './paidOn.ts'

type Won = { cents: number; disputeId: string; step: number }

/**
 * The writes and postings of a dispute that is won after it was lost. The amount is paid again on the fees from which it was taken, as far
 * as they are still owed. If they were paid otherwise meanwhile, or it was to be refunded before, it is the family's credit, like a refund
 * that the provider has refused, and the club decides how to pay it back.
 */
export async function wonBack(
  stamp: Stamp,
  payment: Stored<Payment>,
  { cents, disputeId, step }: Won,
  back: readonly Stored<Refund>[],
) {
  const { paymentId } = payment
  const paid = await paidOn(payment)
  let left = cents
  const take = (max: number) => {
    const taken = Math.min(max, left)
    left -= taken
    return taken
  }
  const again = paid.flatMap(({ fee, part }) => {
    const taken = take(part.byBank ?? 0)
    if (taken === 0) return []
    const isOpen = fee.state === 'open'
    const applied = isOpen ? Math.min(taken, Math.max(0, outstandingOf(fee))) : fee.cancelledAs === 'credit' ? taken : 0
    return [{ fee, part, taken, applied, isOpen }]
  })
  const waiting = back.flatMap((refund) => {
    const taken = take(refund.bankCents ?? 0)
    return taken > 0 ? [{ refund, taken }] : []
  })
  // New credit: for fees that owe less by now, and for refunds whose rest was completed meanwhile.
  const credit = [
    ...again.map(({ fee, taken, applied }) => ({ about: fee.playerFeeId, cents: taken - applied })),
    ...waiting.flatMap(({ refund, taken }) => (isSettled(refund) ? [{ about: refund.about, cents: taken }] : [])),
  ].filter((each) => each.cents > 0)
  const owed = again.filter((each) => each.applied > 0)
  return {
    left: -left,
    returned: again.reduce((sum, each) => sum + each.taken - each.applied, 0),
    writes: [
      ...owed.map(({ fee, applied }) =>
        fees.change(fee, { set: { paid: fee.paid + applied }, when: ifUnchanged(fee) }),
      ),
      ...again.map(({ part, taken, applied }) =>
        feePayments.change(part, {
          set: { givenBack: part.givenBack - applied, byBank: (part.byBank ?? 0) - taken },
          when: ifUnchanged(part),
        }),
      ),
      ...waiting.map(({ refund, taken }) =>
        refunds.change(refund, { set: waitsAgain(refund, taken), when: ifUnchanged(refund) }),
      ),
      ...credit.map((each, i) =>
        refunds.create({
          paymentId,
          refundId: `won-${disputeId}-${step}-${i}`,
          ...each,
          state: 'refused',
          why: 'won',
          askedAt: stamp.at,
        }),
      ),
      ...daySumWrites(
        owed.map(({ fee, applied }) => ({
          playerFeeId: fee.playerFeeId,
          before: fee,
          after: { ...fee, paid: fee.paid + applied },
        })),
      ),
    ],
    postings: [
      ...again.flatMap(({ taken, applied, isOpen }) => [
        { account: isOpen ? ('assets:receivable' as const) : ('liabilities:credit' as const), cents: -applied },
        { account: 'liabilities:credit' as const, cents: applied - taken },
      ]),
      { account: 'liabilities:credit' as const, cents: -waiting.reduce((sum, { taken }) => sum + taken, 0) },
    ],
  }
}

/** A part of the refund was taken by the bank; the rest was refunded already, or is in progress. */
const isSettled = ({ state, byBank }: Refund) => state !== 'refused' && !byBank

function waitsAgain(refund: Refund, taken: number): Partial<Refund> {
  const { cents, bankCents = 0, byBank } = refund
  const set = { bankCents: bankCents - taken }
  if (isSettled(refund)) return set
  // If the bank took all that was left, `cents` is that amount; what it took before is added to it.
  return { ...set, cents: byBank ? taken : cents + taken, state: 'refused', why: 'won', byBank: undefined }
}
