import type Stripe from 'stripe'
import type { StripeClient } from './stripeResources.ts'
import { isRefused, undefinedIfGone } from './stripeCalls.ts'
import type { PaymentProvider, RefundStatus } from './provider.ts'

type RefundRequest = Omit<Parameters<PaymentProvider['refund']>[0], 'account'>
/** Refunds part of a charge. The same id is the same refund. */
export async function createRefund(
  client: StripeClient,
  stripeAccount: string,
  { refundId, chargeId, cents, withFee, isOld }: RefundRequest,
): Promise<RefundStatus> {
  const options = { stripeAccount }
  try {
    if (isOld)
      for await (const refund of client.refunds.list({ charge: chargeId, limit: 100 }, options))
        if (refund.metadata?.['refund'] === refundId) return refundStatusOf(refund)
    const refund = await client.refunds.create(
      {
        charge: chargeId,
        amount: cents,
        metadata: { refund: refundId },
        ...(withFee && { refund_application_fee: true }),
      },
      { ...options, idempotencyKey: `refund:${refundId}` },
    )
    return refundStatusOf(refund)
  } catch (error) {
    // Also if the account is disconnected: the club refunds it at Stripe, or by hand.
    if (!isRefused(error)) throw error
    return { as: 'refused', why: error.code ?? error.type }
  }
}

/** The current state of a refund. */
export async function readRefund(
  client: StripeClient,
  stripeAccount: string,
  providerRefundId: string,
): Promise<RefundStatus> {
  const refund = await client.refunds.retrieve(providerRefundId, {}, { stripeAccount }).catch(undefinedIfGone)
  // It has left the club's balance, and where the club has left us nobody says any more that it came back: it stays on its way.
  return refund ? refundStatusOf(refund) : { as: 'processing', providerRefundId }
}

/** `processing` until the payer's bank has it; a failed refund is back on the club's balance. */
export const refundStatusOf = ({ id, status, failure_reason: reason }: Stripe.Refund): RefundStatus =>
  status === 'failed' || status === 'canceled'
    ? { as: 'refused', why: reason ?? status }
    : { as: status === 'succeeded' ? 'done' : 'processing', providerRefundId: id }
