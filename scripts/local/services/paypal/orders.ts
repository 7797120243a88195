import { randomBytes } from 'node:crypto'

export type Money = { currency_code: string; value: string }
export type Link = { href: string; rel: string; method: 'GET' | 'POST' }
export type Capture = {
  id: string
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED'
  status_details?: { reason: 'ECHECK' | 'UNILATERAL' }
  amount: Money
  custom_id: string
  invoice_id: string
  final_capture: true
  seller_receivable_breakdown?: { gross_amount: Money; paypal_fee: Money; net_amount: Money }
  create_time: string
  update_time: string
}
export type Refund = {
  id: string
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  amount: Money
  custom_id?: string
  invoice_id?: string
  create_time: string
}
export type Unit = {
  reference_id: string
  custom_id: string
  invoice_id: string
  description?: string
  amount: Money
  payee: { email_address: string }
  payments?: { captures: Capture[]; refunds?: Refund[] }
}
export type Order = {
  id: string
  intent: 'CAPTURE'
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  purchase_units: [Unit]
  payment_source: { paypal: object }
  payer?: { payer_id: string; email_address: string }
  create_time: string
  update_time: string
  links: Link[]
  /** Fields of the stand-in itself: the payer's return and cancel URLs, and how they pay. */
  own: { done: string; back: string; pays: Pays }
}
/** How the payer pays: successfully, declined, or with a payment that takes days. */
export type Pays = 'good' | 'declined' | 'slow'

/** An error response of PayPal. */
export class Refusal extends Error {
  readonly status: number
  readonly issue: string
  constructor(status: number, issue: string) {
    super(issue)
    this.status = status
    this.issue = issue
  }
}

/** An id in PayPal's format: 17 capital letters and digits. */
export const newId = (): string =>
  [...randomBytes(17)].map((byte) => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[byte % 32]).join('')

const centsOf = ({ value }: Money): number => Math.round(Number(value) * 100)
const moneyOf = (cents: number): Money => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) })

type OrderInput = {
  intent?: string
  purchase_units?: Partial<Unit>[]
  payment_source?: { paypal?: { experience_context?: { return_url?: string; cancel_url?: string } } }
}

/** @param base the address of the stand-in's own pages */
export function newOrder(
  { intent, purchase_units: units, payment_source: source }: OrderInput,
  at: string,
  base: string,
): Order {
  const [unit] = units ?? []
  const { return_url: returnUrl = '/', cancel_url: cancelUrl = '/' } = source?.paypal?.experience_context ?? {}
  const { amount, payee } = unit ?? {}
  if (intent !== 'CAPTURE' || units?.length !== 1 || !amount || !unit?.custom_id || !unit.invoice_id)
    throw new Refusal(400, 'INVALID_REQUEST')
  if (!/^\d+\.\d\d$/.test(amount.value) || amount.currency_code !== 'USD') throw new Refusal(422, 'DECIMAL_PRECISION')
  if (!payee?.email_address.includes('@')) throw new Refusal(422, 'PAYEE_ACCOUNT_INVALID')
  const id = newId()
  return {
    id,
    intent: 'CAPTURE',
    status: 'PAYER_ACTION_REQUIRED',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: unit.custom_id,
        invoice_id: unit.invoice_id,
        ...(unit.description !== undefined && { description: unit.description }),
        amount,
        payee,
      },
    ],
    payment_source: { paypal: {} },
    create_time: at,
    update_time: at,
    links: [
      { href: `${base}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
      { href: `${base}/agree/${id}`, rel: 'payer-action', method: 'GET' },
    ],
    own: { done: returnUrl, back: cancelUrl, pays: 'good' },
  }
}

/** PayPal's fee for a payment. */
const feeOf = (cents: number): number => Math.round(cents * 0.0349) + 49

/** Captures an approved order. */
export function capture(order: Order, at: string): Order {
  const [unit] = order.purchase_units
  if (order.status === 'COMPLETED') throw new Refusal(422, 'ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') throw new Refusal(422, 'ORDER_NOT_APPROVED')
  if (order.own.pays === 'declined') throw new Refusal(422, 'INSTRUMENT_DECLINED')
  const { custom_id, invoice_id, amount, payee } = unit
  // For tests: an address like this has no PayPal account.
  const reason = payee.email_address.startsWith('nobody@')
    ? 'UNILATERAL'
    : order.own.pays === 'slow'
      ? 'ECHECK'
      : undefined
  const capture: Capture = {
    id: newId(),
    status: reason ? 'PENDING' : 'COMPLETED',
    ...(reason && { status_details: { reason } }),
    amount,
    custom_id,
    invoice_id,
    final_capture: true,
    ...(!reason && { seller_receivable_breakdown: breakdownOf(amount) }),
    create_time: at,
    update_time: at,
  }
  unit.payments = { captures: [capture] }
  return Object.assign(order, { status: 'COMPLETED', update_time: at })
}

function breakdownOf(amount: Money) {
  const cents = centsOf(amount)
  return { gross_amount: amount, paypal_fee: moneyOf(feeOf(cents)), net_amount: moneyOf(cents - feeOf(cents)) }
}

/** A pending capture is completed or declined. */
export function endCapture(order: Order, hasArrived: boolean, at: string): Capture {
  const capture = order.purchase_units[0].payments?.captures[0]
  if (capture?.status !== 'PENDING') throw new Refusal(422, 'CAPTURE_NOT_PENDING')
  delete capture.status_details
  Object.assign(capture, { status: hasArrived ? 'COMPLETED' : 'DECLINED', update_time: at })
  if (hasArrived) capture.seller_receivable_breakdown = breakdownOf(capture.amount)
  return capture
}

/** Refunds from the club's balance; `slow` refunds from its bank, which takes days. */
export function refund(order: Order, cents: number, at: string, slow = false): Refund {
  const [unit] = order.purchase_units
  const [capture] = unit.payments?.captures ?? []
  const refundedBefore = (unit.payments?.refunds ?? []).reduce((sum, { amount }) => sum + centsOf(amount), 0)
  if (!capture || !unit.payments || refundedBefore + cents > centsOf(capture.amount))
    throw new Refusal(422, 'REFUND_AMOUNT_EXCEEDED')
  const { custom_id, invoice_id } = unit
  const newRefund: Refund = {
    id: newId(),
    status: slow ? 'PENDING' : 'COMPLETED',
    amount: moneyOf(cents),
    custom_id,
    invoice_id,
    create_time: at,
  }
  unit.payments.refunds = [...(unit.payments.refunds ?? []), newRefund]
  capture.status = refundedBefore + cents === centsOf(capture.amount) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  return newRefund
}

/** A pending refund is completed or fails. */
export function endRefund(order: Order, hasArrived: boolean): Refund {
  const pendingRefund = order.purchase_units[0].payments?.refunds?.find(({ status }) => status === 'PENDING')
  if (!pendingRefund) throw new Refusal(422, 'REFUND_NOT_PENDING')
  return Object.assign(pendingRefund, { status: hasArrived ? ('COMPLETED' as const) : ('FAILED' as const) })
}

/** PayPal reverses a payment on its own. */
export function reverse(order: Order, base: string, at: string) {
  const [unit] = order.purchase_units
  const [capture] = unit.payments?.captures ?? []
  if (!capture) throw new Refusal(422, 'CAPTURE_NOT_FOUND')
  const reversal: Refund = { id: newId(), status: 'COMPLETED', amount: capture.amount, create_time: at }
  const captureLink: Link = { href: `${base}/v2/payments/captures/${capture.id}`, rel: 'up', method: 'GET' }
  return { ...reversal, links: [captureLink] }
}

export type Dispute = {
  dispute_id: string
  reason: 'UNAUTHORISED'
  status: 'WAITING_FOR_SELLER_RESPONSE' | 'RESOLVED'
  dispute_amount: Money
  dispute_outcome?: { outcome_code: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR'; amount_refunded?: Money }
  seller_response_due_date: string
  disputed_transactions: { seller_transaction_id: string }[]
}

/** The payer disputes the payment: PayPal asks the club to respond by a due date. */
export function dispute(order: Order, at: string): Dispute {
  const [capture] = order.purchase_units[0].payments?.captures ?? []
  if (!capture) throw new Refusal(422, 'CAPTURE_NOT_FOUND')
  return {
    dispute_id: `PP-D-${newId()}`,
    reason: 'UNAUTHORISED',
    status: 'WAITING_FOR_SELLER_RESPONSE',
    dispute_amount: capture.amount,
    seller_response_due_date: new Date(Date.parse(at) + 10 * 86_400_000).toISOString(),
    disputed_transactions: [{ seller_transaction_id: capture.id }],
  }
}
/** PayPal resolves the dispute. */
export const decide = (about: Dispute, won: boolean): Dispute =>
  Object.assign(about, {
    status: 'RESOLVED',
    dispute_outcome: won
      ? { outcome_code: 'RESOLVED_SELLER_FAVOUR' }
      : { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: about.dispute_amount },
  })
