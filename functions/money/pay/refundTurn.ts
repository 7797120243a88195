import { addSeconds } from '#shared/rules/days.ts'
import { refundedOfCharge } from '../../providers/fluidpay.ts'
import type { RefundStatus } from '../../providers/provider.ts'
import { type Payment, payments, type Refund } from '../../table/payments.ts'
import { update } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { bookedRefundCents } from './bookedRefunds.ts'
import type { OutsideRefund } from './outsideRefund.ts'

/**
 * How long a refund may be under way at FluidPay, in seconds, from the start of the function that requests it: the request may be sent
 * minutes later, and be carried out up to three minutes after our client has timed out, without idempotency. Shorter than the interval of
 * the sweeper.
 */
const turnSeconds = 600

type Turn =
  /** Another refund is under way: try again later. */
  | { as: 'waits' }
  /** It is being requested right now, or was cut short just before. */
  | { as: 'underway' }
  /** It has to be requested; `refundedBefore`: what had been refunded there before its first request. */
  | { as: 'asked'; refundedBefore: number }
  /** The club has made a refund there itself, which has to be booked first. */
  | { as: 'outside'; refund: OutsideRefund }
  | RefundStatus

type RefundContext = { refund: Refund; all: readonly Refund[]; payment: Stored<Payment> & { chargeId: string } }

/**
 * FluidPay's refunds have no id of ours: what was refunded is only known as a total. So the refunds of a payment are requested one after
 * the other, and the total before each is written first. If the total is higher than what is booked, the club has made a refund there,
 * unless that leaves nothing for ours, which then is done.
 */
export async function takeRefundTurn(stamp: Stamp, { refund, all, payment }: RefundContext): Promise<Turn> {
  const { paymentId, paymentAccountId, chargeId, version, givingBack: currentTurn } = payment
  const { refundId, cents } = refund
  const isOtherRefund = currentTurn !== undefined && currentTurn.refundId !== refundId
  if (isOtherRefund && all.some((other) => other.refundId === currentTurn.refundId && other.state === 'wanted'))
    return { as: 'waits' }
  if (!isOtherRefund && currentTurn !== undefined && currentTurn.until > stamp.at) return { as: 'underway' }
  let refundedBefore = isOtherRefund ? undefined : currentTurn?.from
  if ((payment.backByBank ?? 0) > 0) {
    // The payer's bank has charged it back: it is looked for if it was requested before, and not requested any more.
    const charge = refundedBefore === undefined ? undefined : await refundedOfCharge(paymentAccountId, chargeId)
    return charge && charge.refundedCents - (refundedBefore ?? 0) >= cents
      ? { as: 'done', providerRefundId: `${paymentId}:${refundId}` }
      : { as: 'refused', why: 'disputed' }
  }
  if (refundedBefore === undefined) {
    const charge = await refundedOfCharge(paymentAccountId, chargeId)
    refundedBefore = charge?.refundedCents ?? 0
    const outsideCents = refundedBefore - bookedRefundCents(all)
    const isWholeRemainder = charge !== undefined && charge.chargeCents - refundedBefore < cents
    if (outsideCents >= cents && isWholeRemainder) return { as: 'done', providerRefundId: `${paymentId}:${refundId}` }
    if (outsideCents > 0) return { as: 'outside', refund: outsideRefundOf(chargeId, refundedBefore) }
  }
  const givingBack = { refundId, until: addSeconds(stamp.at, turnSeconds), from: refundedBefore }
  await update(stamp, payments.change({ paymentId }, { set: { givingBack }, when: ifUnchanged({ version }) }))
  return { as: 'asked', refundedBefore }
}

/** A refund by the club, with an id that follows from the total: reported again, it is the same. */
export const outsideRefundOf = (chargeId: string, totalCents: number): OutsideRefund => ({
  providerRefundId: `${chargeId}-${totalCents}`,
  as: 'done',
  totalCents,
})
