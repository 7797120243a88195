import { outstandingOf } from '#shared/rules/fees.ts'
import { feePayments, fees } from '../../table/fees.ts'
import { type Payment, type Refund, refunds } from '../../table/payments.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { allowance } from './allowance.ts'
import { paidSumWrites, readPaidParts } from './paidParts.ts'

type Reversal = { cents: number; disputeId: string; step: number }

/**
 * The writes and postings of a dispute that is won after it was lost. The amount is paid again on the fees from which it was taken, as far
 * as they are still owed. If they were paid otherwise meanwhile, or it was to be refunded before, it is the family's credit, like a refund
 * that the provider has refused, and the club decides how to pay it back.
 */
export async function reverseLoss(
  stamp: Stamp,
  payment: Stored<Payment>,
  { cents, disputeId, step }: Reversal,
  refundRows: readonly Stored<Refund>[],
) {
  const { paymentId } = payment
  const paidParts = await readPaidParts(payment)
  const won = allowance(cents)
  const reversals = paidParts.flatMap(({ fee, part }) => {
    const takenCents = won.take(part.byBank ?? 0)
    if (takenCents === 0) return []
    const isOpen = fee.state === 'open'
    const applied = isOpen
      ? Math.min(takenCents, Math.max(0, outstandingOf(fee)))
      : fee.cancelledAs === 'credit'
        ? takenCents
        : 0
    return [{ fee, part, takenCents, applied, isOpen }]
  })
  const refundReversals = refundRows.flatMap((refund) => {
    const takenCents = won.take(refund.bankCents ?? 0)
    return takenCents > 0 ? [{ refund, takenCents }] : []
  })
  // New credit: for fees that owe less by now, and for refunds whose rest was completed meanwhile.
  const newCredits = [
    ...reversals.map(({ fee, takenCents, applied }) => ({ about: fee.playerFeeId, cents: takenCents - applied })),
    ...refundReversals.flatMap(({ refund, takenCents }) =>
      isPartOfSettled(refund) ? [{ about: refund.about, cents: takenCents }] : [],
    ),
  ].filter((each) => each.cents > 0)
  const reappliedFees = reversals.filter((each) => each.applied > 0)
  return {
    remainingCents: -won.remaining(),
    returned: reversals.reduce((sum, each) => sum + each.takenCents - each.applied, 0),
    writes: [
      ...reappliedFees.map(({ fee, applied }) =>
        fees.change(fee, { set: { paid: fee.paid + applied }, when: ifUnchanged(fee) }),
      ),
      ...reversals.map(({ part, takenCents, applied }) =>
        feePayments.change(part, {
          set: { givenBack: part.givenBack - applied, byBank: (part.byBank ?? 0) - takenCents },
          when: ifUnchanged(part),
        }),
      ),
      ...refundReversals.map(({ refund, takenCents }) =>
        refunds.change(refund, { set: refundAwaitingClub(refund, takenCents), when: ifUnchanged(refund) }),
      ),
      ...newCredits.map((each, i) =>
        refunds.create({
          paymentId,
          refundId: `won-${disputeId}-${step}-${i}`,
          ...each,
          state: 'refused',
          why: 'won',
          askedAt: stamp.at,
        }),
      ),
      ...paidSumWrites(reappliedFees.map(({ fee, applied }) => ({ fee, cents: applied }))),
    ],
    postings: [
      ...reversals.flatMap(({ takenCents, applied, isOpen }) => [
        { account: isOpen ? ('assets:receivable' as const) : ('liabilities:credit' as const), cents: -applied },
        { account: 'liabilities:credit' as const, cents: applied - takenCents },
      ]),
      {
        account: 'liabilities:credit' as const,
        cents: -refundReversals.reduce((sum, { takenCents }) => sum + takenCents, 0),
      },
    ],
  }
}

/** A part of the refund was taken by the bank; the rest was refunded already, or is in progress. */
const isPartOfSettled = ({ state, byBank }: Refund) => state !== 'refused' && !byBank

function refundAwaitingClub(refund: Refund, takenCents: number): Partial<Refund> {
  const { cents, bankCents = 0, byBank } = refund
  const set = { bankCents: bankCents - takenCents }
  if (isPartOfSettled(refund)) return set
  // If the bank took all that was left, `cents` is that amount; what it took before is added to it.
  return { ...set, cents: byBank ? takenCents : cents + takenCents, state: 'refused', why: 'won', byBank: undefined }
}
