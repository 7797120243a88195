import type Stripe from 'stripe'
import { platform } from '../books.ts'
import type { Method } from '../cards.ts'
import { methodNamed } from '../cards.ts'
import { type Form, formIn, formsIn, numberIn, textIn, textsIn } from '../form.ts'
import type { World } from '../intents.ts'
import { invalid } from '../refusal.ts'
import type { Routes } from '../call.ts'
import { shapeOf } from '../shapes.ts'
import { type Price, type PromotionCode, withCatalogue } from './catalogue.ts'
import {
  billOf,
  type Customer,
  declined,
  type Invoice,
  type Item,
  itemOf,
  lineOfItem,
  payingMethod,
  payInvoice,
  type Subscription,
  removeItem,
  pendingItems,
} from './invoices.ts'
import {
  cancelSubscription,
  changeSubscription,
  newSubscription,
  periodLine,
  proratedLines,
  activate,
  resumeSubscription,
} from './subscriptions.ts'
import { runDueBilling, openInvoices, settleInvoice } from './time.ts'

const calls: Routes = {
  'GET /v1/prices': ({ world, form }) => {
    const keys = Array.isArray(form.lookup_keys) ? form.lookup_keys : []
    const prices = world.books.all<Price>(platform, 'price')
    return prices.filter(({ lookup_key }) => keys.length === 0 || keys.includes(lookup_key ?? ''))
  },
  'GET /v1/prices/:id': ({ world, id }) => world.books.get<Price>(platform, id, 'price'),
  'GET /v1/promotion_codes': ({ world, form }) =>
    world.books
      .all<PromotionCode>(platform, 'promotion_code')
      .filter(({ code }) => code.toLowerCase() === (textIn(form, 'code') ?? code).toLowerCase())
      .filter(({ active }) => textIn(form, 'active') === undefined || String(active) === textIn(form, 'active')),

  'POST /v1/coupons': ({ world, form }) =>
    world.books.make<Stripe.Coupon>(platform, 'coupon', 'coupon', {
      name: textIn(form, 'name') ?? null,
      percent_off: numberIn(form, 'percent_off') ?? null,
      amount_off: numberIn(form, 'amount_off') ?? null,
      currency: textIn(form, 'currency') ?? null,
      duration: textIn(form, 'duration') ?? 'once',
      duration_in_months: numberIn(form, 'duration_in_months') ?? null,
      valid: true,
    }),
  'POST /v1/promotion_codes': ({ world, form }) => {
    const code = textIn(form, 'code') ?? ''
    const coupon = textIn(formIn(form, 'promotion'), 'coupon') ?? ''
    const codeExists = world.books
      .all<PromotionCode>(platform, 'promotion_code')
      .some((each) => each.active && each.code.toLowerCase() === code.toLowerCase())
    if (codeExists) throw invalid('An active promotion code with `code` already exists.', { param: 'code' })
    world.books.get(platform, coupon, 'coupon')
    return world.books.make<Stripe.PromotionCode>(platform, 'promotion_code', 'promo', {
      code,
      active: true,
      promotion: { type: 'coupon', coupon },
      expires_at: numberIn(form, 'expires_at') ?? null,
      max_redemptions: numberIn(form, 'max_redemptions') ?? null,
      times_redeemed: 0,
      metadata: textsIn(form, 'metadata'),
    })
  },
  'GET /v1/promotion_codes/:id': ({ world, id }) => world.books.get<PromotionCode>(platform, id, 'promotion_code'),
  'POST /v1/promotion_codes/:id': ({ world, id, form }) => {
    const promotionCode = world.books.get<PromotionCode>(platform, id, 'promotion_code')
    return Object.assign(promotionCode, { active: textIn(form, 'active') === 'true' })
  },

  'POST /v1/customers/:id': ({ world, id, form }) => {
    const customer = world.books.get<Customer>(platform, id, 'customer')
    for (const name of ['name', 'email'] as const) {
      const value = textIn(form, name)
      if (value !== undefined) customer[name] = value
    }
    const card = textIn(formIn(form, 'invoice_settings'), 'default_payment_method')
    if (card !== undefined) customer.invoice_settings.default_payment_method = card
    return customer
  },
  'GET /v1/customers/:id/payment_methods': ({ world, id }) =>
    world.books.all<Method>(platform, 'payment_method').filter(({ customer }) => customer === id),
  'POST /v1/payment_methods/:id/detach': ({ world, account, id }) => {
    const method = world.books.get<Method>(account, id, 'PaymentMethod')
    method.customer = null
    world.events.emit(account, 'payment_method.detached', method)
    return method
  },
  'POST /v1/payment_methods/:id/attach': ({ world, id, form }) => {
    const method = methodNamed(world.books, platform, id)
    method.customer = world.books.get<Customer>(platform, textIn(form, 'customer') ?? '', 'customer').id
    return method
  },

  'POST /v1/subscriptions': ({ world, form }) => newSubscription(world, form),
  'GET /v1/subscriptions': ({ world, form }) =>
    world.books
      .all<Subscription>(platform, 'subscription')
      .filter(({ customer }) => customer === (textIn(form, 'customer') ?? customer)),
  'GET /v1/subscriptions/:id': ({ world, id }) => getSubscription(world, id),
  'POST /v1/subscriptions/:id': ({ world, id, form }) => changeSubscription(world, getSubscription(world, id), form),
  'POST /v1/subscriptions/:id/resume': ({ world, id }) => resumeSubscription(world, getSubscription(world, id)),
  'DELETE /v1/subscriptions/:id': ({ world, id }) => cancelSubscription(world, getSubscription(world, id)),

  'POST /v1/invoiceitems': ({ world, form }) => newItem(world, form),
  'GET /v1/invoiceitems': ({ world, form }) =>
    world.books
      .all<Item>(platform, 'invoiceitem')
      .filter(({ customer }) => customer === textIn(form, 'customer'))
      .filter(({ ownInvoice }) => textIn(form, 'pending') !== 'true' || ownInvoice === undefined),
  'POST /v1/invoiceitems/:id': ({ world, id, form }) => {
    const item = world.books.get<Item>(platform, id, 'invoiceitem')
    const quantity = numberIn(form, 'quantity') ?? item.quantity
    return Object.assign(item, { quantity, quantity_decimal: String(quantity), amount: item.ownAmount * quantity })
  },
  'DELETE /v1/invoiceitems/:id': ({ world, id }) => {
    const item = world.books.get<Item>(platform, id, 'invoiceitem')
    if (item.ownInvoice !== undefined) removeItem(world.books.get<Invoice>(platform, item.ownInvoice, 'invoice'), item)
    world.books.drop(platform, id)
    return { id, object: 'invoiceitem', deleted: true }
  },

  'POST /v1/invoices/create_preview': ({ world, form }) => preview(world, form),
  'GET /v1/invoices': ({ world, form }) =>
    world.books
      .all<Invoice>(platform, 'invoice')
      .filter(({ customer }) => customer === (textIn(form, 'customer') ?? customer))
      .filter(
        ({ ownSubscription: subscriptionId }) => subscriptionId === (textIn(form, 'subscription') ?? subscriptionId),
      )
      .filter(({ status }) => status === (textIn(form, 'status') ?? status)),
  'GET /v1/invoices/:id': ({ world, id }) => world.books.get<Invoice>(platform, id, 'invoice'),
  'POST /v1/invoices/:id': ({ world, id, form }) => {
    const invoice = world.books.get<Invoice>(platform, id, 'invoice')
    return Object.assign(invoice, { auto_advance: textIn(form, 'auto_advance') === 'true' })
  },
  'POST /v1/invoices/:id/void': ({ world, id }) => {
    const invoice = world.books.get<Invoice>(platform, id, 'invoice')
    if (invoice.status !== 'open') throw invalid('You can only pass in open invoices.', { param: 'invoice' })
    Object.assign(invoice, { status: 'void', next_payment_attempt: null })
    world.events.emit(platform, 'invoice.voided', invoice)
    return invoice
  },
  'POST /v1/invoices/:id/pay': ({ world, id, form }) => payNow(world, id, textIn(form, 'payment_method')),
}

/** Stripe Billing: what clubs buy from the platform. Each call first processes what has come due. */
export const billingRoutes: Routes = Object.fromEntries(
  Object.entries(calls).map(([key, handle]): [string, typeof handle] => [
    key,
    (call) => {
      withCatalogue(call.world.books)
      runDueBilling(call.world)
      return handle(call)
    },
  ]),
)

const getSubscription = ({ books }: World, id: string): Subscription =>
  books.get<Subscription>(platform, id, 'subscription')

function newItem({ books }: World, form: Form): Item {
  const price = formIn(form, 'price_data')
  const each = numberIn(price, 'unit_amount') ?? numberIn(form, 'amount') ?? 0
  const quantity = numberIn(form, 'quantity') ?? 1
  const subscription = textIn(form, 'subscription')
  const now = books.now()
  return books.make<Stripe.InvoiceItem>(platform, 'invoiceitem', 'ii', {
    // Unlike all other Stripe objects, invoice items have no `created`.
    created: undefined,
    date: now,
    period: { start: now, end: now },
    quantity_decimal: String(quantity),
    customer: books.get<Customer>(platform, textIn(form, 'customer') ?? '', 'customer').id,
    amount: each * quantity,
    quantity,
    currency: 'usd',
    description: textIn(form, 'description') ?? null,
    discountable: textIn(form, 'discountable') !== 'false',
    metadata: textsIn(form, 'metadata'),
    ownAmount: each,
    ownProduct: textIn(price, 'product') ?? null,
    ...(subscription !== undefined && { ownSubscription: subscription }),
  } as unknown as Partial<Item>) as Item
}

/** A preview of the next invoice; with another quantity of licences, the immediate charge for them. */
function preview(world: World, form: Form): object {
  const subscription = getSubscription(world, textIn(form, 'subscription') ?? '')
  const details = formIn(form, 'subscription_details')
  const [newItemForm] = formsIn(details, 'items')
  const quantity = newItemForm && numberIn(newItemForm, 'quantity')
  const previewOf = (bill: Parameters<typeof billOf>[2]) => ({
    id: 'upcoming',
    object: 'invoice',
    ...shapeOf('invoice'),
    created: world.books.now(),
    ...billOf(world, subscription, bill),
  })
  if (quantity !== undefined && textIn(details, 'proration_behavior') === 'always_invoice') {
    const lines = proratedLines(world, subscription, quantity)
    return previewOf({ lines, reason: 'subscription_update', at: world.books.now() })
  }
  const at = itemOf(subscription).current_period_end
  const isToAnchor = subscription.status === 'trialing' && subscription.billing_cycle_anchor > at
  const lines = [
    ...pendingItems(world, subscription).map(lineOfItem),
    ...(isToAnchor ? [] : [periodLine(world, subscription)]),
  ]
  return previewOf({ lines, reason: 'upcoming', at })
}

function payNow(world: World, id: string, method: string | undefined): Invoice {
  const invoice = world.books.get<Invoice>(platform, id, 'invoice')
  if (invoice.status !== 'open') throw invalid('Invoice is already paid', { code: 'invoice_already_paid' })
  const subscription = getSubscription(world, invoice.ownSubscription)
  const paying = method === undefined ? payingMethod(world, subscription) : methodNamed(world.books, platform, method)
  if (!payInvoice(world, invoice, paying)) throw declined()
  if (subscription.status === 'paused') activate(world, subscription)
  const isBehind = subscription.status === 'past_due' || subscription.status === 'unpaid'
  if (isBehind && openInvoices(world, subscription).length === 0)
    settleInvoice(world, subscription, true, world.books.now())
  return invoice
}
