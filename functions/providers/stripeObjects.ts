import type Stripe from 'stripe'
import type { StripeClient } from './stripeResources.ts'
import type { RefundStatus } from './provider.ts'
import type { ProviderEvent } from '../table/providerEvents.ts'
import { isGone } from './stripeCalls.ts'
import { stripeClient } from './stripeClient.ts'
import { refundStatusOf } from './stripeRefunds.ts'

/** What an event of a club's Stripe account is about, by our own ids; empty if it is not ours. */
export type EventSubject = {
  paymentId?: string
  paymentAccountId?: string
  /** Our permission to act for the account was granted or revoked; only our own rows tell which account that is. */
  isOurRight?: true
  dispute?: Dispute
  payoutId?: string
  refund?: Refund
  /** The club and the person whose card was saved on a Stripe page. */
  card?: { organizationId: string; userId: string }
}
/** The current state of a refund. `ourId` is our id if we requested it. */
type Refund = { providerRefundId: string; cents: number; as: RefundStatus['as']; ourId: string | undefined }
/**
 * The current state of a dispute. `withdrawnCents` is what was taken off the club's balance, less what was returned. An `inquiry`
 * is the bank's question before a dispute: nothing is taken yet, and nothing will be once the payment is refunded.
 */
export type Dispute = {
  disputeId: string
  chargeId: string
  cents: number
  status: 'open' | 'inquiry' | 'won' | 'lost'
  reason: string
  dueBy: string | undefined
  withdrawnCents: number
  feeCents: number
}

/**
 * Reads the current state of what an event is about. The event's content is ignored, since it may be outdated and arrive in any
 * order.
 */
export const readEventSubject = (event: Pick<ProviderEvent, 'account' | 'objectId'>): Promise<EventSubject> =>
  readObject(event).catch((error: unknown) => {
    // Deleted in the meantime, or the club has disconnected: a retry would not help.
    if (isGone(error)) return {}
    throw error
  })

async function readObject({ account, objectId }: Pick<ProviderEvent, 'account' | 'objectId'>): Promise<EventSubject> {
  const client = await stripeClient()
  const options = { stripeAccount: account }
  const [prefix] = objectId.split('_')
  switch (prefix) {
    case 'acct':
      return accountSubject(await client.accounts.retrieve(objectId))
    case 'ca':
      return { isOurRight: true }
    case 'po':
      return { ...accountSubject(await client.accounts.retrieve(account)), payoutId: objectId }
    case 'cs':
      return sessionSubject(await client.checkout.sessions.retrieve(objectId, {}, options))
    case 'pi':
      return metadataSubject(await client.paymentIntents.retrieve(objectId, {}, options))
    case 'ch':
    case 'py':
      return metadataSubject(await intentOf(client, await client.charges.retrieve(objectId, {}, options), options))
    case 're':
    case 'pyr': {
      const refund = await client.refunds.retrieve(objectId, { expand: ['payment_intent'] }, options)
      const intent = refund.payment_intent
      return { ...metadataSubject(typeof intent === 'object' ? intent : null), refund: toRefund(refund) }
    }
    case 'du':
    case 'dp': {
      const dispute = await client.disputes.retrieve(objectId, { expand: ['charge'] }, options)
      const charge = dispute.charge as Stripe.Charge
      return { ...metadataSubject(await intentOf(client, charge, options)), dispute: disputeOf(dispute, charge.id) }
    }
    default:
      return {}
  }
}

const toRefund = (refund: Stripe.Refund): Refund => ({
  providerRefundId: refund.id,
  cents: refund.amount,
  as: refundStatusOf(refund).as,
  ourId: refund.metadata?.['refund'],
})

type Options = { stripeAccount: string }
async function intentOf(client: StripeClient, { payment_intent: intent }: Stripe.Charge, options: Options) {
  return typeof intent === 'string' ? client.paymentIntents.retrieve(intent, {}, options) : intent
}

function sessionSubject({ metadata }: Stripe.Checkout.Session): EventSubject {
  const [organizationId, userId] = metadata?.['card']?.split(' ') ?? []
  return organizationId !== undefined && userId !== undefined
    ? { card: { organizationId, userId } }
    : metadataSubject({ metadata })
}

const metadataSubject = (object: { metadata: Stripe.Metadata | null } | null): EventSubject => {
  const paymentId = object?.metadata?.['payment']
  return paymentId === undefined ? {} : { paymentId }
}
const accountSubject = ({ metadata }: Stripe.Account): EventSubject => {
  const paymentAccountId = metadata?.['account']
  return paymentAccountId === undefined ? {} : { paymentAccountId }
}

function disputeOf(dispute: Stripe.Dispute, chargeId: string): Dispute {
  const { id, amount, reason, evidence_details: evidence, balance_transactions: lines } = dispute
  const sum = (of: (line: Stripe.BalanceTransaction) => number) => lines.reduce((all, line) => all + of(line), 0)
  const withdrawnCents = 0 - sum(({ amount }) => amount)
  return {
    disputeId: id,
    chargeId,
    cents: amount,
    status: disputeStatus(dispute, withdrawnCents),
    reason,
    dueBy: evidence.due_by ? new Date(evidence.due_by * 1000).toISOString() : undefined,
    withdrawnCents,
    feeCents: sum(({ fee }) => fee),
  }
}

function disputeStatus(
  { status, is_charge_refundable: isRefundable }: Stripe.Dispute,
  withdrawnCents: number,
): Dispute['status'] {
  switch (status) {
    case 'won':
    // An inquiry that the bank has closed has taken nothing.
    case 'warning_closed':
      return 'won'
    case 'lost':
    // It stays lost until the bank decides again.
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'lost'
    // Settled before it became a dispute: lost if money was taken for it.
    case 'prevented':
      return withdrawnCents > 0 ? 'lost' : 'won'
    case 'warning_needs_response':
    case 'warning_under_review':
      return isRefundable ? 'inquiry' : 'open'
    default:
      return 'open'
  }
}
