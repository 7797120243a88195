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
export async function cancelStep(
  stamp: Stamp,
  fee: Stored<Fee>,
  outcome: CancelOutcome,
  { isVoid = false }: { isVoid?: boolean } = {},
): Promise<Step | undefined> {
  // Repeated calls change nothing. If nothing was paid, credit and refund are the same.
  const currentOutcome = fee.cancelledAs ?? (fee.paid > 0 ? 'credit' : outcome)
  if (fee.state === 'cancelled' && currentOutcome === outcome) return undefined
  if (fee.state === 'cancelled' && outcome === 'credit') throw new Problem('fee_settled')
  const { set, postings, more } = outcome === 'credit' ? creditStep(fee) : await refundStep(stamp, fee, isVoid)
  return {
    set: { state: 'cancelled', ...(fee.paid > 0 && { cancelledAs: outcome }), ...set },
    effect: `cancel:${fee.playerFeeId}:${fee.version}`,
    postings: [...transferPostings(outstandingOf(fee), { from: 'assets:receivable', to: 'income:fees' }), ...postings],
    more,
  }
}

type PaidPart = Required<Pick<Step, 'postings' | 'more'>> & { set: Partial<Fee> }

/** What was paid is the family's credit. */
const creditStep = (fee: Fee): PaidPart => ({
  set: {},
  postings: transferPostings(fee.paid, { from: 'liabilities:credit', to: 'income:fees' }),
  more: [],
})

/** What was paid is refunded; of a void fee only online payments are. */
async function refundStep(stamp: Stamp, fee: Stored<Fee>, isVoid: boolean): Promise<PaidPart> {
  const { playerFeeId } = fee
  const to = fee.state === 'cancelled' ? 'liabilities:credit' : 'income:fees'
  const remainingPayments = (await feePayments.of({ playerFeeId })).filter((payment) => unreturnedCents(payment) > 0)
  const online = remainingPayments.filter(isOnline)
  const manual = isVoid ? [] : remainingPayments.filter((payment) => !isOnline(payment))
  // It is the family's credit until the provider has refunded it.
  const pendingCents = online.reduce((sum, payment) => sum + unreturnedCents(payment), 0)
  const creditCents = isVoid ? fee.paid - pendingCents : 0
  const surchargeCents = isVoid ? surchargeOf(online) : 0
  return {
    set: { paid: creditCents, ...(creditCents > 0 && { cancelledAs: 'credit' }) },
    postings: [
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
      ...online.flatMap((payment) =>
        refundWrites(stamp, payment, {
          // One payment may be for the same fee of several children.
          refundId: `cancel-${fee.version}-${lastPart(feeOf(playerFeeId))}-${lastPart(playerFeeId)}`,
          cents: unreturnedCents(payment),
          surcharge: isVoid ? surchargeOf([payment]) : 0,
          withFee: isVoid,
          // The cancellation's own mail tells the family.
          isTold: isVoid,
        }),
      ),
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
