import { feeOf, lastPart } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type ManualMethod, outstandingOf } from '#shared/rules/fees.ts'
import { transferPostings, type Step } from './feeBooks.ts'
import { type Fee, type FeePayment, feePayments } from './fees.ts'
import type { Account, Posting } from './ledger.ts'
import { accountOf, isOnline, refundWrites } from './refunding.ts'
import type { Stored, Stamp } from './writes.ts'

/** What becomes of the payments on a cancelled fee: they are the family's credit, or are refunded the way that they were paid. */
export type CancelOutcome = 'credit' | 'refund'

/**
 * How a fee is cancelled. A credit can still be refunded later. `isVoid`: the family got nothing for the fee, and did not request
 * the cancellation. Online payments are then refunded with their surcharge and the platform's share, and the club bears the
 * provider's fee; manual payments become the family's credit, as nobody has handed them back.
 */
export const cancelStep =
  (stamp: Stamp, outcome: CancelOutcome, { isVoid = false }: { isVoid?: boolean } = {}) =>
  async (fee: Stored<Fee>): Promise<Step | undefined> => {
    const { playerFeeId } = fee
    // Repeated calls change nothing. If nothing was paid, credit and refund are the same.
    const currentOutcome = fee.cancelledAs ?? (fee.paid > 0 ? 'credit' : outcome)
    if (fee.state === 'cancelled' && currentOutcome === outcome) return undefined
    if (fee.state === 'cancelled' && outcome === 'credit') throw new Problem('fee_settled')
    const to = fee.state === 'cancelled' ? 'liabilities:credit' : 'income:fees'
    const openPostings = transferPostings(outstandingOf(fee), { from: 'assets:receivable', to: 'income:fees' })
    const outcomeSet = fee.paid > 0 ? { cancelledAs: outcome } : {}
    const effect = `cancel:${playerFeeId}:${fee.version}`
    if (outcome === 'credit') {
      const creditPostings = transferPostings(fee.paid, { from: 'liabilities:credit', to: 'income:fees' })
      return { set: { state: 'cancelled', ...outcomeSet }, effect, postings: [...openPostings, ...creditPostings] }
    }
    const remainingPayments = (await feePayments.of({ playerFeeId })).filter((payment) => unreturnedCents(payment) > 0)
    const [online, manual] = [
      remainingPayments.filter(isOnline),
      isVoid ? [] : remainingPayments.filter((payment) => !isOnline(payment)),
    ]
    // It is the family's credit until the provider has refunded it.
    const pendingCents = online.reduce((sum, payment) => sum + unreturnedCents(payment), 0)
    const creditCents = isVoid ? fee.paid - pendingCents : 0
    const surchargeCents = isVoid ? surchargeOf(online) : 0
    return {
      set: { state: 'cancelled', paid: creditCents, ...outcomeSet, ...(creditCents > 0 && { cancelledAs: 'credit' }) },
      effect,
      postings: [
        ...openPostings,
        ...manual.flatMap((payment) => returnPostings(payment, to)),
        ...transferPostings(pendingCents + creditCents, { from: 'liabilities:credit', to }),
        ...(surchargeCents > 0
          ? transferPostings(surchargeCents, { from: 'liabilities:credit', to: 'income:surcharge' })
          : []),
      ],
      more: [
        ...manual.map((payment) =>
          feePayments.change(payment, {
            set: { givenBack: payment.cents },
            when: [['givenBack', '=', payment.givenBack]],
          }),
        ),
        ...online.flatMap((payment) => {
          // One payment may be for the same fee of several children.
          const refundId = `cancel-${fee.version}-${lastPart(feeOf(playerFeeId))}-${lastPart(playerFeeId)}`
          const surcharge = isVoid ? surchargeOf([payment]) : 0
          // The cancellation's own mail tells the family.
          const refundOptions = { withFee: isVoid, isTold: isVoid }
          return refundWrites(stamp, payment, {
            refundId,
            cents: unreturnedCents(payment),
            surcharge,
            ...refundOptions,
          })
        }),
      ],
    }
  }

/** The surcharges of payments, in cents. */
export const surchargeOf = (payments: readonly FeePayment[]): number =>
  payments.reduce((sum, { surcharge = 0 }) => sum + surcharge, 0)
/** The part of a payment that was not returned, in cents. */
export const unreturnedCents = ({ cents, givenBack }: FeePayment) => cents - givenBack
const returnPostings = (payment: FeePayment, to: Account): Posting[] =>
  isOnline(payment)
    ? []
    : transferPostings(unreturnedCents(payment), { from: accountOf(payment.how as ManualMethod), to })
