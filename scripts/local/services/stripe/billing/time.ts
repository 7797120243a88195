import type Stripe from 'stripe'
import { platform } from '../books.ts'
import type { World } from '../intents.ts'
import {
  type Invoice,
  itemOf,
  newInvoice,
  payingMethod,
  payInvoice,
  type Subscription,
  pendingItems,
} from './invoices.ts'
import { beginPeriod, cancelSubscription, periodLine } from './subscriptions.ts'

const day = 86_400
/** When a card is retried after its first failure, in days; the last one ends the retries. */
const retries = [3, 5, 7, 14]

/** Processes everything that has come due since the last call: trials end, periods start, and failed cards are retried. */
export function runDueBilling(world: World): void {
  const now = world.books.now()
  for (const subscription of world.books.all<Subscription>(platform, 'subscription').toReversed()) {
    // Enough for a year of months and some more.
    for (let step = 0; step < 40 && isDue(subscription, now); step++) advance(world, subscription)
  }
}

const nextAttemptAt = ({ ownFailedAt, ownTries = 0 }: Subscription): number =>
  ownFailedAt === undefined
    ? Number.POSITIVE_INFINITY
    : ownFailedAt + (retries[ownTries] ?? Number.POSITIVE_INFINITY) * day

function isDue(subscription: Subscription, now: number): boolean {
  const { status } = subscription
  const end = itemOf(subscription).current_period_end
  if (status === 'trialing' || status === 'active' || status === 'unpaid') return end <= now
  return status === 'past_due' && Math.min(end, nextAttemptAt(subscription)) <= now
}

function advance(world: World, subscription: Subscription): void {
  const item = itemOf(subscription)
  const end = item.current_period_end
  if (subscription.status === 'past_due' && nextAttemptAt(subscription) <= end) return retryPayment(world, subscription)
  if (subscription.cancel_at_period_end) return cancelAt(world, subscription, end)
  if (subscription.status === 'trialing') return endTrial(world, subscription, end)
  beginPeriod(world, subscription, end, subscription.billing_cycle_anchor)
  if (subscription.status === 'unpaid') return draft(world, subscription, end)
  bill(world, subscription, end, periodLine(world, subscription))
}

/** Invoices of an unpaid subscription stay drafts, which charge nobody. */
function draft(world: World, subscription: Subscription, at: number): void {
  const lines = [periodLine(world, subscription)]
  const invoice = newInvoice(world, subscription, { lines, reason: 'subscription_cycle', at })
  Object.assign(invoice, { status: 'draft', auto_advance: false, number: null, next_payment_attempt: null })
}

/** Pending items are invoiced at the end, without a new period. */
function cancelAt(world: World, subscription: Subscription, end: number): void {
  if (pendingItems(world, subscription).length > 0) {
    const invoice = newInvoice(world, subscription, { lines: [], reason: 'subscription_cycle', at: end })
    payInvoice(world, invoice, payingMethod(world, subscription))
  }
  cancelSubscription(world, subscription)
}

/** Between the end of the trial and the first full period, only pending items are invoiced. */
function endTrial(world: World, subscription: Subscription, end: number): void {
  const { events } = world
  if (!payingMethod(world, subscription) && subscription.ownPauses) {
    subscription.status = 'paused'
    return events.emit(platform, 'customer.subscription.paused', subscription)
  }
  const item = itemOf(subscription)
  const anchor = subscription.billing_cycle_anchor
  if (anchor > end) {
    item.current_period_start = end
    item.current_period_end = anchor
    return bill(world, subscription, end)
  }
  beginPeriod(world, subscription, end, anchor)
  bill(world, subscription, end, periodLine(world, subscription))
}

function bill(world: World, subscription: Subscription, at: number, ...lines: ReturnType<typeof periodLine>[]): void {
  const invoice = newInvoice(world, subscription, { lines, reason: 'subscription_cycle', at })
  settleInvoice(world, subscription, payInvoice(world, invoice, payingMethod(world, subscription)), at)
}

/** A failed invoice starts the retry period; a paid one ends it. */
export function settleInvoice(world: World, subscription: Subscription, isPaid: boolean, at: number): void {
  const status: Stripe.Subscription.Status = isPaid ? 'active' : 'past_due'
  Object.assign(
    subscription,
    { status },
    isPaid ? { ownFailedAt: undefined, ownTries: undefined } : { ownFailedAt: subscription.ownFailedAt ?? at },
  )
  world.events.emit(platform, 'customer.subscription.updated', subscription)
}

export const openInvoices = ({ books }: World, { id }: Subscription): Invoice[] =>
  books
    .all<Invoice>(platform, 'invoice')
    .filter(({ status, ownSubscription }) => status === 'open' && ownSubscription === id)

function retryPayment(world: World, subscription: Subscription): void {
  const at = nextAttemptAt(subscription)
  subscription.ownTries = (subscription.ownTries ?? 0) + 1
  const method = payingMethod(world, subscription)
  const results = openInvoices(world, subscription).map((invoice) => payInvoice(world, invoice, method))
  if (results.every(Boolean)) return settleInvoice(world, subscription, true, at)
  if (subscription.ownTries < retries.length) return
  subscription.status = 'unpaid'
  world.events.emit(platform, 'customer.subscription.updated', subscription)
}
