import { Problem } from '#shared/problems.ts'
import { isHidden, payPal, PayPalRefusal } from './paypalClient.ts'
import type { PaymentProvider, Refunded, Standing } from './provider.ts'

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
 * PayPal, paid to the club's own address: the payer agrees on PayPal's page, and then we take it. The club is the merchant; it
 * gives back in its own account at PayPal, and we hear of it.
 */
export const paypal: PaymentProvider = {
  async start({ paymentId, account, cents, lines }, { done, back, language }) {
    if (account.email === undefined) throw new Problem('payments_off')
    const order = {
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: paymentId,
          // PayPal takes no second payment by it.
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

  complete: ({ reference }) => standingNow(reference),

  async take({ paymentId, reference }) {
    try {
      return standingOf(await payPal<Order>('POST', `${orders}/${reference}/capture`, { key: `take:${paymentId}` }))
    } catch (error) {
      if (!(error instanceof PayPalRefusal)) throw error
      // It was taken before, by a call whose answer was lost.
      const standing = await standingNow(reference)
      return standing.as === 'approved' || standing.as === 'open'
        ? { as: 'refused', why: error.issue, final: true }
        : standing
    }
  },

  async cancel({ reference }) {
    const standing = await standingNow(reference)
    // There is nothing to end at PayPal: what is not taken moves no money.
    return standing.as === 'open' || standing.as === 'approved' ? { as: 'closed' } : standing
  },

  // The money is in the club's own account, which we may not touch.
  refund: async () => ({ as: 'refused', why: 'at_paypal' }),
  async refunded({ providerRefundId, reference }) {
    // A refund of somebody else's money PayPal may not show by itself: it is read where it was found, with its order.
    const all = reference === undefined ? [] : await refundsOf(reference).catch(noneShown)
    const refund = all.find(({ id }) => id === providerRefundId)
    // What it shows no more stays on its way: nobody says that it came back.
    return refund ? refundedOf(refund) : { as: 'processing', providerRefundId }
  },
}

/** What a club has given back of a payment in its own account at PayPal. */
export const payPalRefunds = async (reference: string) =>
  (await refundsOf(reference)).map((refund) => ({
    providerRefundId: refund.id,
    cents: centsOf(refund.amount),
    as: refundedOf(refund).as,
  }))

async function refundsOf(reference: string): Promise<Refund[]> {
  const order = await payPal<Order>('GET', `${orders}/${reference}`)
  return order.purchase_units?.[0]?.payments?.refunds ?? []
}
function noneShown(error: unknown): Refund[] {
  if (isHidden(error)) return []
  throw error
}

const orders = '/v2/checkout/orders'

async function standingNow(reference: string): Promise<Standing> {
  try {
    return standingOf(await payPal<Order>('GET', `${orders}/${reference}`))
  } catch (error) {
    // Orders that nobody has agreed to are forgotten after some hours.
    if (error instanceof PayPalRefusal && error.status === 404) return { as: 'closed' }
    throw error
  }
}

function standingOf({ status, purchase_units: units }: Order): Standing {
  const capture = units?.[0]?.payments?.captures?.[0]
  if (capture) return captured(capture)
  if (status === 'VOIDED') return { as: 'closed' }
  return status === 'APPROVED' ? { as: 'approved' } : { as: 'open' }
}

function captured({
  id,
  status,
  status_details: details,
  amount,
  seller_receivable_breakdown: breakdown,
}: Capture): Standing {
  if (status === 'PENDING') return { as: 'processing', lacksAccount: details?.reason === 'UNILATERAL' }
  if (status === 'DECLINED' || status === 'FAILED') return { as: 'refused', why: status.toLowerCase(), final: true }
  // Where PayPal does not tell us what it has taken of somebody else's money, nothing is booked for it.
  const takenCents = breakdown?.paypal_fee ? centsOf(breakdown.paypal_fee) : 0
  return { as: 'paid', chargeId: id, cents: centsOf(amount), takenCents, label: 'PayPal' }
}

const refundedOf = ({ id, status }: Refund): Refunded =>
  status === 'FAILED' || status === 'CANCELLED'
    ? { as: 'refused', why: status.toLowerCase() }
    : { as: status === 'COMPLETED' ? 'done' : 'processing', providerRefundId: id }

const moneyOf = (cents: number): Money => ({
  currency_code: 'USD',
  value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
})
/** Whole cents of what PayPal writes as `12.34`: no fraction is ever made of it. */
export function centsOf({ value }: Money): number {
  const [whole = '0', part = ''] = value.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2))
}
