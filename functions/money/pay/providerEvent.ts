import { isId, organizationOf } from '#shared/ids.ts'
import { type EventSubject, readEventSubject } from '../../providers/stripeObjects.ts'
import { payPalSubject } from '../../providers/paypalObjects.ts'
import { payPalRefunds } from '../../providers/paypal.ts'
import { paymentAccounts } from '../../table/paymentAccounts.ts'
import { disputes, payments, refunds } from '../../table/payments.ts'
import type { ProviderEvent } from '../../table/providerEvents.ts'
import type { Stamp } from '../../table/writes.ts'
import { settleDispute } from './dispute.ts'
import { storeSavedCard } from './setUpCard.ts'
import { settlePayout } from './payout.ts'
import { refreshAccount } from './onboarding.ts'
import { settleOutsideRefund } from './outsideRefund.ts'
import { settle } from './settle.ts'
import { settleRefund } from './settleRefund.ts'

/**
 * Handles a provider's event: settles the payment, or reads the club's account. An event about a payment or account of another club than
 * the one on whose account it happened is ignored.
 */
export async function handleProviderEvent(stamp: Stamp, event: ProviderEvent): Promise<string> {
  if (event.provider === 'paypal') return handlePayPalEvent(stamp, event.objectId)
  const { paymentId, paymentAccountId, dispute, payoutId, refund, card, isOurRight } = await readEventSubject(event)
  const isOfEventAccount = async (id: string) =>
    isId('paymentAccount', id) &&
    (await paymentAccounts.get({ paymentAccountId: id }, { consistent: true }))?.providerAccountId === event.account
  if (paymentAccountId !== undefined && (await isOfEventAccount(paymentAccountId))) {
    const organizationId = organizationOf(paymentAccountId)
    if (payoutId !== undefined) {
      await settlePayout(stamp, { organizationId, account: event.account, payoutId })
      return 'payout'
    }
    await refreshAccount(stamp, { paymentAccountId })
    return 'account read'
  }
  if (isOurRight) {
    const accountIds = await paymentAccounts.idsAtProvider(event.account)
    for (const each of accountIds) await refreshAccount(stamp, { paymentAccountId: each })
    return accountIds.length > 0 ? 'account read' : 'not ours'
  }
  if (card) return storeSavedCard(stamp, card, event.account)
  if (paymentId === undefined || !isId('payment', paymentId)) return 'not ours'
  const payment = await payments.get({ paymentId }, { consistent: true })
  if (!payment || !(await isOfEventAccount(payment.paymentAccountId))) return 'not ours'
  const settled = await settle(stamp, paymentId)
  if (dispute) await settleDispute(stamp, paymentId, async () => (await readEventSubject(event)).dispute)
  if (refund) await settleReportedRefund(stamp, paymentId, refund)
  return settled?.state ?? 'not ours'
}

/** Settles a refund: one that has an id of ours, or one that the club has made at the provider. */
async function settleReportedRefund(stamp: Stamp, paymentId: string, refund: NonNullable<EventSubject['refund']>) {
  const [ofPayment, refundId] = refund.ourId?.split(':') ?? []
  if (ofPayment === paymentId && refundId !== undefined) await settleRefund(stamp, { paymentId, refundId })
  else {
    await settleRequestedRefunds(stamp, paymentId)
    await settleOutsideRefund(stamp, paymentId, refund)
  }
}

/** First settles our own refunds that the provider has refused, so that they wait before refunds by the club are matched with them. */
async function settleRequestedRefunds(stamp: Stamp, paymentId: string): Promise<void> {
  const requested = (await refunds.of({ paymentId })).filter(({ state }) => state === 'wanted')
  for (const refund of requested) await settleRefund(stamp, refund)
}

/** Reads what was captured, reversed and refunded of a payment at PayPal. */
async function handlePayPalEvent(stamp: Stamp, objectId: string): Promise<string> {
  const { paymentId, dispute } = await payPalSubject(objectId)
  if (paymentId === undefined) return 'not ours'
  const payment = await settle(stamp, paymentId)
  if (payment?.provider !== 'PAYPAL') return 'not ours'
  if (dispute) await settleDispute(stamp, paymentId, async () => (await payPalSubject(objectId)).dispute)
  if (payment.state === 'paid' && payment.reference !== undefined) {
    const lostDisputeCents = (await disputes.of({ paymentId }))
      .filter(({ status }) => status === 'lost')
      .map((each) => each.withdrawn)
    await settleRequestedRefunds(stamp, paymentId)
    for (const refund of await payPalRefunds(payment.reference)) {
      // A lost dispute is listed as a refund of the same amount: it is booked already.
      const index = lostDisputeCents.indexOf(refund.cents)
      if (index >= 0) lostDisputeCents.splice(index, 1)
      else await settleOutsideRefund(stamp, paymentId, refund)
    }
  }
  return payment.state
}
