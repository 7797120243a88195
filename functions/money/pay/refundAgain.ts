import type { pay } from '#shared/api/money/pay.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { addSeconds } from '#shared/rules/days.ts'
import type { CallOf } from '../../serve.ts'
import { transferPostings } from '../../table/feeBooks.ts'
import { fees } from '../../table/fees.ts'
import { ledger } from '../../table/ledger.ts'
import { type Payment, payments, type Refund, refundCheckSeconds, refunds } from '../../table/payments.ts'
import { write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { accountOf, checkUndisputed } from '../../table/refunding.ts'
import { shareOwedBack, returnShare } from './providerFees.ts'

type Call = CallOf<typeof pay, 'POST /rest-api/fee/refund-again/{feePlayerId}'>
type RefundMethod = Call['body']['how']

/**
 * Requests a refused refund again, or stores that the club has paid it back by hand. Refunds by PayPal can only be made by the club in its
 * own account there.
 */
export async function refundAgain({ params: { feePlayerId }, body: { paymentId, how }, stamp }: Call) {
  const [fee, allRefunds, payment] = await Promise.all([
    fees.get({ playerFeeId: feePlayerId }),
    refunds.of({ paymentId }),
    payments.get({ paymentId }),
  ])
  if (!fee) throw new Problem('not_found')
  if (!payment) return {}
  if (how === 'AGAIN' && payment.provider === 'PAYPAL' && allRefunds.some(({ about }) => about === feePlayerId))
    throw new Problem('refund_at_paypal')
  await checkUndisputed([{ paymentId }])
  for (const refund of allRefunds.filter(({ about, state }) => about === feePlayerId && state === 'refused'))
    await (how === 'AGAIN' ? requestAgain(stamp, refund) : recordManualRefund(stamp, { refund, payment, how }))
  return {}
}

/** Requests it as a new refund at the provider, since a refused one is final there. */
const requestAgain = (stamp: Stamp, refund: Stored<Refund>) =>
  write(
    stamp,
    refunds.change(refund, {
      set: {
        state: 'wanted',
        again: (refund.again ?? 0) + 1,
        askedAt: stamp.at,
        lookAt: addSeconds(stamp.at, refundCheckSeconds.wanted),
        providerRefundId: undefined,
        // The family was mailed that it is their credit: they are mailed again when it is made.
        isTold: undefined,
        why: undefined,
      },
      when: ifUnchanged(refund),
    }),
  )

type ManualRefund = { refund: Stored<Refund>; payment: Payment; how: Exclude<RefundMethod, 'AGAIN'> }
function recordManualRefund(stamp: Stamp, { refund, payment, how }: ManualRefund) {
  const feeBack = shareOwedBack(refund, refund.cents, payment)
  const share = returnShare(payment, feeBack)
  return write(
    stamp,
    refunds.change(refund, {
      set: { state: 'done', byHand: how, why: undefined, feeBack },
      when: ifUnchanged(refund),
    }),
    ledger.book({
      organizationId: organizationOf(refund.paymentId),
      effect: `refund-by-hand:${refund.paymentId}:${refund.refundId}`,
      bookedAt: stamp.at,
      about: refund.about,
      postings: [
        ...transferPostings(refund.cents, { from: accountOf(how), to: 'liabilities:credit' }),
        ...share.postings,
      ],
    }),
    ...share.writes,
  )
}
