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
    const [payment, before] = await Promise.all([
      feePayments.get({ playerFeeId, paymentId }, { consistent: true }),
      refunds.get({ paymentId, refundId }, { consistent: true }),
    ])
    const effect = `refund-asked:${paymentId}:${refundId}`
    if (before) {
      // A repeated request, after a lost reply.
      const booked = await ledger.get({ organizationId: organizationOf(playerFeeId), effect }, { consistent: true })
      const isAs = !booked || booked.postings.some(({ account }) => account === 'assets:receivable') === (as === 'owed')
      const isSame = before.about === playerFeeId && before.cents === cents && (before.withFee ?? false) === withFee
      // A refund that did not arrive is requested again by refundAgain.ts.
      if (isSame && isAs && before.state !== 'refused') return undefined
      throw new Problem('saved_before')
    }
    if (!payment || !isOnline(payment)) throw new Problem('not_found')
    await checkUndisputed([payment])
    if (payment.how === 'PAYPAL') throw new Problem('refund_at_paypal')
    if (cents > payment.cents - payment.givenBack || cents > fee.paid) throw new Problem('more_than_paid')
    const isAsked = as === 'owed' && fee.state === 'open'
    const to = isAsked ? 'assets:receivable' : fee.state === 'open' ? 'income:reductions' : 'income:fees'
    // What was paid on a cancelled fee is the family's credit already.
    const postings = fee.state === 'open' ? transferPostings(cents, { from: 'liabilities:credit', to }) : []
    return {
      set: {
        paid: fee.paid - cents,
        ...(isAsked && { byHand: true as const }),
        ...(!isAsked && fee.state === 'open' && { waived: fee.waived + cents }),
      },
      effect,
      postings,
      more: refundWrites(stamp, payment, { refundId, cents, withFee }),
    }
  })
  return {}
}
