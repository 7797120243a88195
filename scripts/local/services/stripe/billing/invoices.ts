import type Stripe from 'stripe'
import { platform, type StripeObject } from '../books.ts'
import { cardOf, type Method, methodNamed } from '../cards.ts'
import { randomId } from '../events.ts'
import type { World } from '../intents.ts'
import { invalid, Refusal } from '../refusal.ts'
import { shapeOf } from '../shapes.ts'
import type { Coupon, Price } from './catalogue.ts'

export type Customer = StripeObject & Stripe.Customer
export type Item = StripeObject &
  Stripe.InvoiceItem & { ownAmount: number; ownProduct: string | null; ownInvoice?: string; ownSubscription?: string }
export type Subscription = StripeObject &
  Stripe.Subscription & {
    /** Its coupon, until it has been used up. */
    ownCoupon?: string
    ownFailedAt?: number
    ownTries?: number
    ownPauses?: boolean
  }
export type Invoice = StripeObject & Stripe.Invoice & { ownSubscription: string }
export type Line = { description: string; amount: number; product: string | null; quantity: number }

export const itemOf = (subscription: Subscription): Stripe.SubscriptionItem => {
  const [item] = subscription.items.data
  if (!item) throw new Error('A subscription of the stand-in has one item.')
  return item
}
export const priceIn = ({ books }: World, subscription: Subscription): Price =>
  books.get<Price>(platform, itemOf(subscription).price.id, 'price')

/** Pending items for the next invoice besides the period itself: those of this subscription, and those of none. */
export const pendingItems = ({ books }: World, { id, customer }: Subscription): Item[] =>
  books
    .all<Item>(platform, 'invoiceitem')
    .filter((item) => item.ownInvoice === undefined && item.customer === customer)
    .filter(({ ownSubscription = id }) => ownSubscription === id)
export const lineOfItem = ({ description, ownAmount, ownProduct, quantity }: Item): Line => ({
  description: description ?? '',
  amount: ownAmount * quantity,
  product: ownProduct,
  quantity,
})

function discountOn({ books }: World, { ownCoupon }: Subscription, lines: readonly Line[]): number {
  const coupon = ownCoupon === undefined ? undefined : books.find<Coupon>(platform, ownCoupon)
  if (!coupon) return 0
  const products = coupon.applies_to?.products
  const discountableLines = lines.filter(
    ({ product, amount }) => amount > 0 && (!products || products.includes(product ?? '')),
  )
  const sum = discountableLines.reduce((total, { amount }) => total + amount, 0)
  return Math.min(sum, coupon.amount_off ?? Math.round((sum * (coupon.percent_off ?? 0)) / 100))
}

type Bill = { lines: readonly Line[]; reason: Stripe.Invoice.BillingReason; at: number }

/** The fields of an invoice, real or previewed. */
export function billOf(world: World, subscription: Subscription, { lines, reason, at }: Bill): Partial<Invoice> {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const discount = discountOn(world, subscription, lines)
  const total = subtotal - discount
  return {
    status: 'open',
    billing_reason: reason,
    currency: 'usd',
    customer: subscription.customer,
    period_start: at,
    period_end: at,
    next_payment_attempt: at,
    subtotal,
    total,
    amount_due: Math.max(0, total),
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    total_discount_amounts: discount > 0 ? [{ amount: discount, discount: 'di_1' }] : [],
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    lines: {
      object: 'list',
      has_more: false,
      url: '/v1/invoices/lines',
      data: lines.map(({ description, amount, quantity }) => ({
        id: `il_${randomId().slice(0, 24)}`,
        object: 'line_item',
        ...shapeOf('line_item'),
        description,
        amount,
        subtotal: amount,
        quantity,
        quantity_decimal: String(quantity),
        currency: 'usd',
        period: { start: at, end: at },
      })) as unknown as Stripe.InvoiceLineItem[],
    },
    ownSubscription: subscription.id,
  }
}

/** Creates an invoice of what is due, including pending items. */
export function newInvoice(world: World, subscription: Subscription, bill: Bill): Invoice {
  const { books, events } = world
  const items = bill.reason === 'subscription_update' ? [] : pendingItems(world, subscription)
  const lines = [...items.map(lineOfItem), ...bill.lines]
  const fields = billOf(world, subscription, { ...bill, lines })
  const number = `TL-${String(books.all<Invoice>(platform, 'invoice').length + 1).padStart(4, '0')}`
  const invoice = books.make<Invoice>(platform, 'invoice', 'in', {
    ...fields,
    number,
    created: bill.at,
  })
  invoice.invoice_pdf = `/_local/stripe/invoice/${platform}/${invoice.id}`
  for (const item of items) Object.assign(item, { ownInvoice: invoice.id, invoice: invoice.id })
  if (subscription.ownCoupon !== undefined && (invoice.subtotal ?? 0) > 0) {
    const coupon = books.find<Coupon>(platform, subscription.ownCoupon)
    if (coupon?.duration === 'once') Object.assign(subscription, { ownCoupon: undefined, discounts: [] })
  }
  subscription.latest_invoice = invoice.id
  events.emit(platform, 'invoice.finalized', invoice)
  return invoice
}

/** Removes an item from a draft invoice. */
export function removeItem(invoice: Invoice, item: Item): void {
  if (invoice.status !== 'draft') throw invalid('An invoice item of a finalized invoice cannot be deleted.')
  const { description, amount } = lineOfItem(item)
  const line = invoice.lines.data.find((each) => each.description === description && each.amount === amount)
  invoice.lines.data = invoice.lines.data.filter((each) => each !== line)
  for (const sum of ['subtotal', 'total', 'amount_due', 'amount_remaining'] as const) invoice[sum] -= amount
}

/** The card that pays a subscription: its own, or the customer's default. */
export function payingMethod({ books }: World, subscription: Subscription): Method | undefined {
  const customer = books.get<Customer>(platform, subscription.customer as string, 'customer')
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  return typeof id === 'string' ? methodNamed(books, platform, id) : undefined
}

/** Pays an invoice; returns whether that succeeded. */
export function payInvoice(world: World, invoice: Invoice, method: Method | undefined): boolean {
  const card = method && cardOf(method)
  const isFree = invoice.amount_due === 0
  const isPaid = isFree || (card && !card.declined && !card.declinedLater && card.asks !== 'always')
  invoice.attempted = true
  invoice.attempt_count = (invoice.attempt_count ?? 0) + (isFree ? 0 : 1)
  if (isPaid) {
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      next_payment_attempt: null,
    })
    world.events.emit(platform, 'invoice.paid', invoice)
  } else world.events.emit(platform, 'invoice.payment_failed', invoice)
  return Boolean(isPaid)
}

export const declined = () =>
  new Refusal(402, 'card_error', 'Your card was declined.', { code: 'card_declined', decline_code: 'generic_decline' })
