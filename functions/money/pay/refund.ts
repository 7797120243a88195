import type { pay } from '#shared/api/money/pay.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../../serve.ts'
import { changeFee, transferPostings } from '../../table/feeBooks.ts'
import { feePayments } from '../../table/fees.ts'
import { ledger } from '../../table/ledger.ts'
import { refunds } from '../../table/payments.ts'
import { checkUndisputed, isOnline, refundWrites } from '../../table/refunding.ts'

/**
 * Refunds an online payment on a fee. The amount becomes the family's credit in the transaction that requests the refund; a worker has the
 * provider make it.
 */
export async function refundPayment({
  params: { feePlayerId: playerFeeId },
  body: { refundId, paymentId, amountInCents: cents, as, withFee },
  stamp,
}: CallOf<typeof pay, 'POST /rest-api/fee/refund/{feePlayerId}'>) {
  await changeFee(stamp, playerFeeId, async (fee) => {
    const [payment, storedRefund] = await Promise.all([
      feePayments.get({ playerFeeId, paymentId }, { consistent: true }),
      refunds.get({ paymentId, refundId }, { consistent: true }),
    ])
    const effect = `refund-asked:${paymentId}:${refundId}`
    if (storedRefund) {
      // A repeated request, after a lost reply.
      const booked = await ledger.get({ organizationId: organizationOf(playerFeeId), effect }, { consistent: true })
      const isSameKind =
        !booked || booked.postings.some(({ account }) => account === 'assets:receivable') === (as === 'owed')
      const isSame =
        storedRefund.about === playerFeeId &&
        storedRefund.cents === cents &&
        (storedRefund.withFee ?? false) === withFee
      // A refund that did not arrive is requested again by refundAgain.ts.
      if (isSame && isSameKind && storedRefund.state !== 'refused') return undefined
      throw new Problem('saved_before')
    }
    if (!payment || !isOnline(payment)) throw new Problem('not_found')
    await checkUndisputed([payment])
    if (payment.how === 'PAYPAL') throw new Problem('refund_at_paypal')
    if (cents > payment.cents - payment.givenBack || cents > fee.paid) throw new Problem('more_than_paid')
    const isOwedAgain = as === 'owed' && fee.state === 'open'
    const to = isOwedAgain ? 'assets:receivable' : fee.state === 'open' ? 'income:reductions' : 'income:fees'
    // What was paid on a cancelled fee is the family's credit already.
    const postings = fee.state === 'open' ? transferPostings(cents, { from: 'liabilities:credit', to }) : []
    return {
      set: {
        paid: fee.paid - cents,
        ...(isOwedAgain && { byHand: true as const }),
        ...(!isOwedAgain && fee.state === 'open' && { waived: fee.waived + cents }),
      },
      effect,
      postings,
      more: refundWrites(stamp, payment, { refundId, cents, withFee }),
    }
  })
  return {}
}
