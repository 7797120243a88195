import { addSeconds } from '#shared/rules/days.ts'
import { goneOfCharge } from '../../providers/fluidpay.ts'
import type { Refunded } from '../../providers/provider.ts'
import { type Payment, payments, type Refund } from '../../table/payments.ts'
import { update } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { bookedOf } from './goneBack.ts'
import type { OutsideRefund } from './outsideRefund.ts'

/**
 * For so long what was asked of FluidPay may be under way, in seconds, since the instant by which who asks was called: they
 * may come to it minutes later, it may take three minutes after our client has given up hearing of it, and knows nothing again
 * that is asked twice. Less than from one run of the sweeper to the next.
 */
const turnSeconds = 600

type Turn =
  /** Another one is under way: it is looked at again later. */
  | { as: 'waits' }
  /** It is being asked for this moment, or was cut short just now: who does it writes what becomes of it. */
  | { as: 'underway' }
  /** It is to be asked; `from`: what had gone back there before it was asked first. */
  | { as: 'asked'; from: number }
  /** First the club has given something back there itself. */
  | { as: 'outside'; refund: OutsideRefund }
  | Refunded

type What = { refund: Refund; all: readonly Refund[]; payment: Stored<Payment> & { chargeId: string } }

/**
 * FluidPay has no name of ours for what goes back: only by the sum of it is known what has. So what is to go back of a payment
 * is asked for one after the other, each by one at a time, and what had gone back before is written down first. What is more
 * by then than we know of the club has given back there: it is no refund of ours, unless it leaves nothing for that.
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
    // The payer has it from their bank: it is looked for, where it was asked before, and asked no more.
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

/** It is called by what had gone back in all by then: told again, it is the same. */
export const outsideOf = (chargeId: string, gone: number): OutsideRefund => ({
  providerRefundId: `${chargeId}-${gone}`,
  as: 'done',
  gone,
})
