import type Stripe from 'stripe'
import type { StripeClient } from './stripeResources.ts'
import { isRefused, undefinedIfGone } from './stripeCalls.ts'
import type { PaymentProvider, Refunded } from './provider.ts'

type Wanted = Omit<Parameters<PaymentProvider['refund']>[0], 'account'>
/** Refunds part of a charge. The same id is the same refund. */
export async function giveBack(
  client: StripeClient,
  stripeAccount: string,
  { refundId, chargeId, cents, withFee, isOld }: Wanted,
): Promise<Refunded> {
  const options = { stripeAccount }
  try {
    if (isOld)
      for await (const refund of client.refunds.list({ charge: chargeId, limit: 100 }, options))
        if (refund.metadata?.['refund'] === refundId) return refundedOf(refund)
    const refund = await client.refunds.create(
      {
        charge: chargeId,
        amount: cents,
        metadata: { refund: refundId },
        ...(withFee && { refund_application_fee: true }),
      },
      { ...options, idempotencyKey: `refund:${refundId}` },
    )
    return refundedOf(refund)
  } catch (error) {
    // Also if the account is disconnected: the club refunds it at Stripe, or by hand.
    if (!isRefused(error)) throw error
    return { as: 'refused', why: error.code ?? error.type }
  }
}

/** The current state of a refund. */
export async function backNow(
  client: StripeClient,
  stripeAccount: string,
  providerRefundId: string,
): Promise<Refunded> {
  const refund = await client.refunds.retrieve(providerRefundId, {}, { stripeAccount }).catch(undefinedIfGone)
  // It has left the club's balance, and where the club has left us nobody says any more that it came back: it stays on its way.
  return refund ? refundedOf(refund) : { as: 'processing', providerRefundId }
}

/** `processing` until the payer's bank has it; a failed refund is back on the club's balance. */
export const refundedOf = ({ id, status, failure_reason: reason }: Stripe.Refund): Refunded =>
  status === 'failed' || status === 'canceled'
    ? { as: 'refused', why: reason ?? status }
    : { as: status === 'succeeded' ? 'done' : 'processing', providerRefundId: id }
