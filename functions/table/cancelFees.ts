import { feeOf, lastPart } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type ManualMethod, outstandingOf } from '#shared/rules/fees.ts'
import { moved, type Step } from './feeBooks.ts'
import { type Fee, type FeePayment, feePayments } from './fees.ts'
import type { Account, Posting } from './ledger.ts'
import { accountOf, isOnline, toGiveBack } from './refunding.ts'
import type { Stored, Stamp } from './writes.ts'

/** What becomes of what was paid on a fee that is cancelled: it is the family's credit, or goes back the way that it came. */
export type PaidOn = 'credit' | 'refund'

/**
 * How a fee is cancelled. From the credit what was paid can still go back later. `isVoid`: nothing was ever had for it, and nobody
 * has asked. What was paid online goes back with what came on top of it and the platform’s share, and what the provider took the
 * club bears; what came in by hand is the family’s credit, as nobody has handed it back.
 */
export const cancelling =
  (stamp: Stamp, paid: PaidOn, { isVoid = false }: { isVoid?: boolean } = {}) =>
  async (fee: Stored<Fee>): Promise<Step | undefined> => {
    const { playerFeeId } = fee
    // The same again; of a fee on which nothing was paid there is nothing to choose.
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
    // It waits in the credit until its provider has given it back.
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
          // One payment may be of the same fee of several children.
          const refundId = `cancel-${fee.version}-${lastPart(feeOf(playerFeeId))}-${lastPart(playerFeeId)}`
          const surcharge = isVoid ? surchargeOf([payment]) : 0
          // Nobody has asked for what is void: the letter about it tells them.
          const how = { withFee: isVoid, isTold: isVoid }
          return toGiveBack(stamp, payment, { refundId, cents: leftOf(payment), surcharge, ...how })
        }),
      ],
    }
  }

/** What came on top of payments, in cents. */
export const surchargeOf = (payments: readonly FeePayment[]): number =>
  payments.reduce((sum, { surcharge = 0 }) => sum + surcharge, 0)
/** What of a payment has not gone back, in cents. */
export const leftOf = ({ cents, givenBack }: FeePayment) => cents - givenBack
const returned = (payment: FeePayment, to: Account): Posting[] =>
  isOnline(payment) ? [] : moved(leftOf(payment), { from: accountOf(payment.how as ManualMethod), to })
