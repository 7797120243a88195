import { addSeconds } from '#shared/rules/days.ts'
import { goneOfCharge } from '../../providers/fluidpay.ts'
import type { Refunded } from '../../providers/provider.ts'
import { type Payment, payments, type Refund } from '../../table/payments.ts'
import { update } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { bookedOf } from './goneBack.ts'
import type { OutsideRefund } from './outsideRefund.ts'

/**
 * In seconds, from the time of the message: how long a request to FluidPay may be in progress. The worker may start minutes
 * later, FluidPay may take three minutes after our client has given up, and it does not recognize repeated requests. Shorter than
 * the interval of the sweeper.
 */
const turnSeconds = 600

type Turn =
  /** Another refund is in progress; it is checked again later. */
  | { as: 'waits' }
  /** It is being requested right now, or was just interrupted; whoever requests it writes the result. */
  | { as: 'underway' }
  /** It has to be requested; `from`: how much was refunded there before the first request. */
  | { as: 'asked'; from: number }
  /** The club has refunded something there itself, which comes first. */
  | { as: 'outside'; refund: OutsideRefund }
  | Refunded

type What = { refund: Refund; all: readonly Refund[]; payment: Stored<Payment> & { chargeId: string } }

/**
 * FluidPay has no ids of ours for refunds, so only the refunded total tells what was done. Therefore refunds of a payment are
 * requested one after the other, each by one caller at a time, and the total before is stored first. If the total is more than we
 * know of, the club has made a refund there: it is not ours, unless it leaves nothing to refund.
 */
export async function inTurn(stamp: Stamp, { refund, all, payment }: What): Promise<Turn> {
  const { paymentId, paymentAccountId, chargeId, version, givingBack: before } = payment
  const { refundId, cents } = refund
  const isOther = before !== undefined && before.refundId !== refundId
  if (isOther && all.some((other) => other.refundId === before.refundId && other.state === 'wanted'))
    return { as: 'waits' }
  if (!isOther && before !== undefined && before.until > stamp.at) return { as: 'underway' }
  let from = isOther ? undefined : before?.from
  if ((payment.backByBank ?? 0) > 0) {
    // The payer's bank has returned it: an earlier request is looked up, but none is made any more.
    const charge = from === undefined ? undefined : await goneOfCharge(paymentAccountId, chargeId)
    return charge && charge.gone - (from ?? 0) >= cents
      ? { as: 'done', providerRefundId: `${paymentId}:${refundId}` }
      : { as: 'refused', why: 'disputed' }
  }
  if (from === undefined) {
    const charge = await goneOfCharge(paymentAccountId, chargeId)
    from = charge?.gone ?? 0
    const outside = from - bookedOf(all)
    const isAllThereIs = charge !== undefined && charge.of - from < cents
    if (outside >= cents && isAllThereIs) return { as: 'done', providerRefundId: `${paymentId}:${refundId}` }
    if (outside > 0) return { as: 'outside', refund: outsideOf(chargeId, from) }
  }
  const givingBack = { refundId, until: addSeconds(stamp.at, turnSeconds), from }
  await update(stamp, payments.change({ paymentId }, { set: { givingBack }, when: ifUnchanged({ version }) }))
  return { as: 'asked', from }
}

/** Its id contains the total refunded by then, so that a repeated report has the same id. */
export const outsideOf = (chargeId: string, gone: number): OutsideRefund => ({
  providerRefundId: `${chargeId}-${gone}`,
  as: 'done',
  gone,
})
