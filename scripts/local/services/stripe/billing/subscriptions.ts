import type Stripe from 'stripe'
import { type Books, platform } from '../books.ts'
import { randomId } from '../events.ts'
import { type Form, formIn, formsIn, numberIn, textIn, textsIn } from '../form.ts'
import type { World } from '../intents.ts'
import { invalid } from '../refusal.ts'
import { shapeOf } from '../shapes.ts'
import type { Price, PromotionCode } from './catalogue.ts'
import {
  type Customer,
  declined,
  itemOf,
  type Line,
  newInvoice,
  payingMethod,
  payInvoice,
  priceIn,
  type Subscription,
} from './invoices.ts'

const day = 86_400

/** The end of a period that starts at an instant, on the anchor's day of the month, or the last day of a shorter month. */
function periodAfter(start: number, { recurring }: Price, anchor: number): number {
  const months = (recurring?.interval === 'year' ? 12 : 1) * (recurring?.interval_count ?? 1)
  const from = new Date(start * 1000)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const at = new Date(anchor * 1000)
  const time = (anchor % day) * 1000
  return Math.floor((Date.UTC(year, month, Math.min(at.getUTCDate(), last)) + time) / 1000)
}

const unit = (price: Price): number => price.unit_amount ?? 0
export function periodLine(
  world: World,
  subscription: Subscription,
  quantity = itemOf(subscription).quantity ?? 0,
): Line {
  const price = priceIn(world, subscription)
  return {
    description: `${quantity} × team license`,
    amount: unit(price) * quantity,
    product: price.product as string,
    quantity,
  }
}

export function newSubscription(world: World, form: Form): Subscription {
  const { books, events } = world
  const customer = books.get<Customer>(platform, textIn(form, 'customer') ?? '', 'customer')
  const [itemForm = {}] = formsIn(form, 'items')
  const price = books.get<Price>(platform, textIn(itemForm, 'price') ?? '', 'price')
  const quantity = numberIn(itemForm, 'quantity') ?? 1
  const now = books.now()
  const trialEnd = numberIn(form, 'trial_end')
  if (trialEnd !== undefined && trialEnd <= now)
    throw invalid('The `trial_end` must be in the future.', { param: 'trial_end' })
  const anchor = numberIn(form, 'billing_cycle_anchor') ?? trialEnd ?? now
  const method = textIn(form, 'default_payment_method')
  if (method !== undefined && !books.find(platform, method))
    throw invalid(`No such PaymentMethod: '${method}'`, { code: 'resource_missing', param: 'default_payment_method' })
  const [offer] = formsIn(form, 'discounts')
  const promotion = offer && redeemPromotion(books, textIn(offer, 'promotion_code') ?? '')
  const subscription = books.make<Subscription>(platform, 'subscription', 'sub', {
    customer: customer.id,
    status: trialEnd === undefined ? 'active' : 'trialing',
    billing_cycle_anchor: anchor,
    trial_start: trialEnd === undefined ? null : now,
    trial_end: trialEnd ?? null,
    start_date: now,
    currency: 'usd',
    collection_method: 'charge_automatically',
    cancel_at_period_end: false,
    default_payment_method: method ?? null,
    metadata: textsIn(form, 'metadata'),
    discounts: promotion ? [promotion.id] : [],
    items: {
      object: 'list',
      has_more: false,
      url: '/v1/subscription_items',
      data: [
        {
          id: `si_${randomId().slice(0, 24)}`,
          object: 'subscription_item',
          ...shapeOf('subscription_item'),
          created: now,
          price,
          plan: { id: price.id, object: 'plan' },
          quantity,
          current_period_start: now,
          current_period_end: trialEnd ?? periodAfter(now, price, anchor),
        } as unknown as Stripe.SubscriptionItem,
      ],
    },
    latest_invoice: null,
    ...(promotion && { ownCoupon: promotion.promotion.coupon as string }),
    ownPauses: textIn(formIn(formIn(form, 'trial_settings'), 'end_behavior'), 'missing_payment_method') === 'pause',
  } as unknown as Partial<Subscription>)
  itemOf(subscription).subscription = subscription.id
  const lines = trialEnd === undefined ? [periodLine(world, subscription)] : []
  const invoice = newInvoice(world, subscription, { lines, reason: 'subscription_create', at: now })
  if (!payInvoice(world, invoice, payingMethod(world, subscription))) {
    books.drop(platform, subscription.id)
    books.drop(platform, invoice.id)
    throw declined()
  }
  events.emit(platform, 'customer.subscription.created', subscription)
  return subscription
}

function redeemPromotion(books: Books, id: string): PromotionCode {
  const promotion = books.get<PromotionCode>(platform, id, 'promotion code')
  if (!promotion.active) throw invalid('This promotion code is not active.', { param: 'discounts[0][promotion_code]' })
  promotion.times_redeemed += 1
  return promotion
}

export function changeSubscription(world: World, subscription: Subscription, form: Form): Subscription {
  if (subscription.status === 'canceled') throw invalid('A canceled subscription can only update its metadata.')
  const method = textIn(form, 'default_payment_method')
  if (method !== undefined) subscription.default_payment_method = method
  const trialEnd = numberIn(form, 'trial_end')
  if (trialEnd !== undefined) {
    if (trialEnd <= world.books.now()) throw invalid('The `trial_end` must be in the future.', { param: 'trial_end' })
    // Future billing periods are anchored to the end of the trial.
    Object.assign(subscription, { status: 'trialing', trial_end: trialEnd, billing_cycle_anchor: trialEnd })
    itemOf(subscription).current_period_end = trialEnd
  }
  const cancelAtEnd = textIn(form, 'cancel_at_period_end')
  if (cancelAtEnd !== undefined) subscription.cancel_at_period_end = cancelAtEnd === 'true'
  subscription.cancel_at = subscription.cancel_at_period_end ? itemOf(subscription).current_period_end : null
  const [itemForm] = formsIn(form, 'items')
  const quantity = itemForm && numberIn(itemForm, 'quantity')
  if (quantity !== undefined)
    setQuantity(world, subscription, quantity, textIn(form, 'proration_behavior') ?? 'create_prorations')
  world.events.emit(platform, 'customer.subscription.updated', subscription)
  return subscription
}

/** The cost of a change of quantity for the rest of the period, by the second. */
export function proratedLines(world: World, subscription: Subscription, quantity: number): Line[] {
  const item = itemOf(subscription)
  const price = priceIn(world, subscription)
  const remaining = Math.max(0, item.current_period_end - world.books.now())
  const share = remaining / (item.current_period_end - item.current_period_start)
  const line = (count: number, sign: 1 | -1): Line => ({
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${count} × team license`,
    amount: sign * Math.round(unit(price) * count * share),
    product: price.product as string,
    quantity: count,
  })
  return [line(item.quantity ?? 0, -1), line(quantity, 1)]
}

function setQuantity(world: World, subscription: Subscription, quantity: number, behavior: string): void {
  const item = itemOf(subscription)
  const previousQuantity = item.quantity
  if (behavior === 'always_invoice') {
    const lines = proratedLines(world, subscription, quantity)
    const latest = subscription.latest_invoice
    const invoice = newInvoice(world, subscription, { lines, reason: 'subscription_update', at: world.books.now() })
    if (!payInvoice(world, invoice, payingMethod(world, subscription))) {
      world.books.drop(platform, invoice.id)
      Object.assign(subscription, { latest_invoice: latest })
      item.quantity = previousQuantity
      throw declined()
    }
  }
  item.quantity = quantity
}

export function cancelSubscription({ books, events }: World, subscription: Subscription): Subscription {
  Object.assign(subscription, { status: 'canceled', canceled_at: books.now(), ended_at: books.now() })
  events.emit(platform, 'customer.subscription.deleted', subscription)
  return subscription
}

/** Resumes a paused subscription from now on, if its invoice can be paid. */
export function resumeSubscription(world: World, subscription: Subscription): Subscription {
  if (subscription.status !== 'paused') throw invalid(`This subscription is ${subscription.status}, not paused.`)
  const now = world.books.now()
  const invoice = newInvoice(world, subscription, {
    lines: [periodLine(world, subscription)],
    reason: 'subscription_update',
    at: now,
  })
  if (!payInvoice(world, invoice, payingMethod(world, subscription))) return subscription
  return activate(world, subscription)
}

/** Activates a paused subscription when its invoice is paid. */
export function activate(world: World, subscription: Subscription): Subscription {
  const now = world.books.now()
  beginPeriod(world, subscription, now, now)
  Object.assign(subscription, { status: 'active', billing_cycle_anchor: now })
  world.events.emit(platform, 'customer.subscription.resumed', subscription)
  return subscription
}

export function beginPeriod(world: World, subscription: Subscription, start: number, anchor: number): void {
  const item = itemOf(subscription)
  item.current_period_start = start
  item.current_period_end = periodAfter(start, priceIn(world, subscription), anchor)
}
