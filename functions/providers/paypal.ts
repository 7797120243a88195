import { Problem } from '#shared/problems.ts'
import { isHidden, payPal, PayPalRefusal } from './paypalClient.ts'
import type { PaymentProvider, RefundStatus, PaymentStatus } from './provider.ts'

export type Money = { currency_code: string; value: string }
type Capture = {
  id: string
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'FAILED'
  status_details?: { reason?: string }
  amount: Money
  seller_receivable_breakdown?: { paypal_fee?: Money }
}
type Refund = { id: string; status: 'CANCELLED' | 'FAILED' | 'PENDING' | 'COMPLETED'; amount: Money }
type Order = {
  id: string
  status: 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED'
  purchase_units?: { payments?: { captures?: Capture[]; refunds?: Refund[] } }[]
  links?: { rel: string; href: string }[]
}

/**
 * PayPal, paid to the club's own address: the payer approves on PayPal's page, then we capture. The club is the merchant; it
 * refunds in its own PayPal account, and we get the events.
 */
export const paypal: PaymentProvider = {
  async start({ paymentId, account, cents, lines }, { done, back, language }) {
    if (account.email === undefined) throw new Problem('payments_off')
    const order = {
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: paymentId,
          // PayPal accepts no second payment with the same invoice id.
          invoice_id: paymentId,
          description: lines
            .map(({ name }) => name)
            .join('; ')
            .slice(0, 127),
          amount: moneyOf(cents),
          payee: { email_address: account.email },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: done,
            cancel_url: back,
            locale: language === 'es' ? 'es-ES' : 'en-US',
            user_action: 'PAY_NOW',
            shipping_preference: 'NO_SHIPPING',
            payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          },
        },
      },
    }
    const { id, links } = await payPal<Order>('POST', orders, { body: order, key: `start:${paymentId}` }).catch(
      (error: unknown) => {
        throw error instanceof PayPalRefusal ? new Problem('payments_off') : error
      },
    )
    const url = links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
    if (url === undefined) throw new Problem('payment_over')
    return { reference: id, url }
  },

  complete: ({ reference }) => readStatus(reference),

  async capture({ paymentId, reference }) {
    try {
      return statusOf(await payPal<Order>('POST', `${orders}/${reference}/capture`, { key: `take:${paymentId}` }))
    } catch (error) {
      if (!(error instanceof PayPalRefusal)) throw error
      // It may have been captured by a call whose response was lost.
      const status = await readStatus(reference)
      return status.as === 'approved' || status.as === 'open'
        ? { as: 'refused', why: error.issue, final: true }
        : status
    }
  },

  async cancel({ reference }) {
    const status = await readStatus(reference)
    // Nothing to cancel at PayPal: without a capture no money moves.
    return status.as === 'open' || status.as === 'approved' ? { as: 'closed' } : status
  },

  // The money is in the club's own account, to which we have no access.
  refund: async () => ({ as: 'refused', why: 'at_paypal' }),
  async readRefund({ providerRefundId, reference }) {
    // PayPal may not show us refunds from another account directly, so they are read with their order.
    const all = reference === undefined ? [] : await refundsOf(reference).catch(noneIfHidden)
    const refund = all.find(({ id }) => id === providerRefundId)
    // A refund that PayPal no longer shows stays `processing`: nothing reports that it came back.
    return refund ? refundStatusOf(refund) : { as: 'processing', providerRefundId }
  },
}

/** The refunds of a payment that a club made in its own PayPal account. */
export const payPalRefunds = async (reference: string) =>
  (await refundsOf(reference)).map((refund) => ({
    providerRefundId: refund.id,
    cents: centsOf(refund.amount),
    as: refundStatusOf(refund).as,
  }))

async function refundsOf(reference: string): Promise<Refund[]> {
  const order = await payPal<Order>('GET', `${orders}/${reference}`)
  return order.purchase_units?.[0]?.payments?.refunds ?? []
}
function noneIfHidden(error: unknown): Refund[] {
  if (isHidden(error)) return []
  throw error
}

const orders = '/v2/checkout/orders'

async function readStatus(reference: string): Promise<PaymentStatus> {
  try {
    return statusOf(await payPal<Order>('GET', `${orders}/${reference}`))
  } catch (error) {
    // PayPal deletes orders that were not approved after some hours.
    if (error instanceof PayPalRefusal && error.status === 404) return { as: 'closed' }
    throw error
  }
}

function statusOf({ status, purchase_units: units }: Order): PaymentStatus {
  const capture = units?.[0]?.payments?.captures?.[0]
  if (capture) return captureStatus(capture)
  if (status === 'VOIDED') return { as: 'closed' }
  return status === 'APPROVED' ? { as: 'approved' } : { as: 'open' }
}

function captureStatus({
  id,
  status,
  status_details: details,
  amount,
  seller_receivable_breakdown: breakdown,
}: Capture): PaymentStatus {
  if (status === 'PENDING') return { as: 'processing', lacksAccount: details?.reason === 'UNILATERAL' }
  if (status === 'DECLINED' || status === 'FAILED') return { as: 'refused', why: status.toLowerCase(), final: true }
  // If PayPal does not show us its fee on the club's money, none is booked.
  const feeCents = breakdown?.paypal_fee ? centsOf(breakdown.paypal_fee) : 0
  return { as: 'paid', chargeId: id, cents: centsOf(amount), feeCents, label: 'PayPal' }
}

const refundStatusOf = ({ id, status }: Refund): RefundStatus =>
  status === 'FAILED' || status === 'CANCELLED'
    ? { as: 'refused', why: status.toLowerCase() }
    : { as: status === 'COMPLETED' ? 'done' : 'processing', providerRefundId: id }

const moneyOf = (cents: number): Money => ({
  currency_code: 'USD',
  value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
})
/** Parses PayPal's `12.34` into whole cents, without floating-point fractions. */
export function centsOf({ value }: Money): number {
  const [dollars = '0', fraction = ''] = value.split('.')
  return Number(dollars) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
}
