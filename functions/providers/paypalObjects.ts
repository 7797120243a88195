import { isId } from '#shared/ids.ts'
import { centsOf, type Money } from './paypal.ts'
import { isHidden, payPal } from './paypalClient.ts'
import type { EventSubject } from './stripeObjects.ts'

type Capture = { id: string; amount: Money; custom_id?: string; invoice_id?: string }
type Dispute = {
  dispute_id: string
  status: string
  reason?: string
  dispute_amount: Money
  dispute_outcome?: { outcome_code?: string; amount_refunded?: Money }
  seller_response_due_date?: string
  disputed_transactions?: { seller_transaction_id?: string }[]
}

/** What a PayPal event is about: our payment by its id, or an object by PayPal's id; see functions/webhooks/paypal.ts. */
export async function payPalSubject(objectId: string): Promise<EventSubject> {
  if (isId('payment', objectId)) return { paymentId: objectId }
  const [kind, id = '', reversal = '', signedAmount] = objectId.split(':')
  // Money has left the club, so an error is not ignored: it is retried, and finally raises an alarm.
  if (kind === 'reversed') return reversalSubject(id, reversal, signedAmount)
  try {
    if (kind === 'capture') return paymentOf(await readCapture(id))
    return kind === 'dispute' ? await disputeSubject(id) : {}
  } catch (error) {
    if (isHidden(error)) return {}
    throw error
  }
}

const readCapture = (id: string) => payPal<Capture>('GET', `/v2/payments/captures/${id}`)

function paymentOf({ custom_id: custom, invoice_id: bill }: Capture): EventSubject {
  const paymentId = [custom, bill].find((name) => name !== undefined && isId('payment', name))
  return paymentId === undefined ? {} : { paymentId }
}

/** A payment that PayPal has reversed: handled as a lost dispute. */
async function reversalSubject(
  captureId: string,
  reversalId: string,
  signedAmount: string | undefined,
): Promise<EventSubject> {
  const capture = await readCapture(captureId)
  const isWhole = reversalId === captureId
  const { amount } = isWhole
    ? capture
    : await payPal<{ amount: Money }>('GET', `/v2/payments/refunds/${reversalId}`).catch((error: unknown) => {
        // PayPal may not treat it as a refund; then the amount is in its signed event.
        if (isHidden(error) && signedAmount !== undefined)
          return { amount: { currency_code: 'USD', value: signedAmount } }
        throw error
      })
  const cents = centsOf(amount)
  const lostDispute = {
    status: 'lost',
    reason: 'reversed',
    dueBy: undefined,
    withdrawnCents: cents,
    feeCents: 0,
  } as const
  return { ...paymentOf(capture), dispute: { disputeId: reversalId, chargeId: captureId, cents, ...lostDispute } }
}

async function disputeSubject(id: string): Promise<EventSubject> {
  const dispute = await payPal<Dispute>('GET', `/v1/customer/disputes/${id}`)
  const { dispute_amount: amount, dispute_outcome: outcome, reason = '', seller_response_due_date: dueBy } = dispute
  const chargeId = dispute.disputed_transactions?.[0]?.seller_transaction_id
  if (chargeId === undefined) return {}
  const status = statusOf(dispute)
  // Until it is decided, PayPal only holds the money back.
  const cents = centsOf(status === 'lost' ? (outcome?.amount_refunded ?? amount) : amount)
  const details = { disputeId: id, chargeId, cents, status, reason: reason.toLowerCase(), dueBy, feeCents: 0 }
  const withdrawnCents = status === 'lost' ? cents : 0
  return { ...paymentOf(await readCapture(chargeId)), dispute: { ...details, withdrawnCents } }
}

/**
 * A dispute is lost if it was resolved for the buyer or accepted by the club; not if PayPal covers it or the buyer withdraws it.
 */
function statusOf({ status, dispute_outcome: outcome }: Dispute): 'open' | 'won' | 'lost' {
  if (status !== 'RESOLVED') return 'open'
  return outcome?.outcome_code === 'RESOLVED_BUYER_FAVOUR' || outcome?.outcome_code === 'ACCEPTED' ? 'lost' : 'won'
}
