import { feeOf, lastPart } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type ManualMethod, outstandingOf } from '#shared/rules/fees.ts'
import { moved, type Step } from './feeBooks.ts'
import { type Fee, type FeePayment, feePayments } from './fees.ts'
import type { Account, Posting } from './ledger.ts'
import { accountOf, isOnline, toGiveBack } from './refunding.ts'
import type { Stored, Stamp } from './writes.ts'

/** What becomes of the payments on a cancelled fee: they are the family's credit, or are refunded the way that they were paid. */
export type PaidOn = 'credit' | 'refund'

/**
 * How a fee is cancelled. A credit can still be refunded later. `isVoid`: the family got nothing for the fee, and did not request
 * the cancellation. Online payments are then refunded with their surcharge and the platform's share, and the club bears the
 * provider's fee; manual payments become the family's credit, as nobody has handed them back.
 */
export const cancelling =
  (stamp: Stamp, paid: PaidOn, { isVoid = false }: { isVoid?: boolean } = {}) =>
  async (fee: Stored<Fee>): Promise<Step | undefined> => {
    const { playerFeeId } = fee
    // Repeated calls change nothing. If nothing was paid, credit and refund are the same.
    const before = fee.cancelledAs ?? (fee.paid > 0 ? 'credit' : paid)
    if (fee.state === 'cancelled' && before === paid) return undefined
    if (fee.state === 'cancelled' && paid === 'credit') throw new Problem('fee_settled')
    const to = fee.state === 'cancelled' ? 'liabilities:credit' : 'income:fees'
    const open = moved(outstandingOf(fee), { from: 'assets:receivable', to: 'income:fees' })
    const cancelledAs = fee.paid > 0 ? { cancelledAs: paid } : {}
    const effect = `cancel:${playerFeeId}:${fee.version}`
    if (paid === 'credit') {
      const credit = moved(fee.paid, { from: 'liabilities:credit', to: 'income:fees' })
      return { set: { state: 'cancelled', ...cancelledAs }, effect, postings: [...open, ...credit] }
    }
    const kept = (await feePayments.of({ playerFeeId })).filter((payment) => leftOf(payment) > 0)
    const [online, byHand] = [kept.filter(isOnline), isVoid ? [] : kept.filter((payment) => !isOnline(payment))]
    // It is the family's credit until the provider has refunded it.
    const waits = online.reduce((sum, payment) => sum + leftOf(payment), 0)
    const stays = isVoid ? fee.paid - waits : 0
    const onTop = isVoid ? surchargeOf(online) : 0
    return {
      set: { state: 'cancelled', paid: stays, ...cancelledAs, ...(stays > 0 && { cancelledAs: 'credit' }) },
      effect,
      postings: [
        ...open,
        ...byHand.flatMap((payment) => returned(payment, to)),
        ...moved(waits + stays, { from: 'liabilities:credit', to }),
        ...(onTop > 0 ? moved(onTop, { from: 'liabilities:credit', to: 'income:surcharge' }) : []),
      ],
      more: [
        ...byHand.map((payment) =>
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
          const how = { withFee: isVoid, isTold: isVoid }
          return toGiveBack(stamp, payment, { refundId, cents: leftOf(payment), surcharge, ...how })
        }),
      ],
    }
  }

/** The surcharges of payments, in cents. */
export const surchargeOf = (payments: readonly FeePayment[]): number =>
  payments.reduce((sum, { surcharge = 0 }) => sum + surcharge, 0)
/** The part of a payment that was not returned, in cents. */
export const leftOf = ({ cents, givenBack }: FeePayment) => cents - givenBack
const returned = (payment: FeePayment, to: Account): Posting[] =>
  isOnline(payment) ? [] : moved(leftOf(payment), { from: accountOf(payment.how as ManualMethod), to })
