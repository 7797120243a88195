import type { Stripe } from 'stripe'
import { Problem } from '#shared/problems.ts'
import {
  type PlanName,
  type Proration,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '#shared/rules/subscriptions.ts'
import { customerOf, type Payer } from './billingCustomers.ts'
import { deletePendingItems, addFirstDays, pendingItems } from './billingItems.ts'
import { idOf, instantOf, refusedAs, withStripe } from './stripeCalls.ts'
import type { StripeClient } from './stripeResources.ts'
import { closeBills, cancelSubscription } from './endedBilling.ts'

/** Stripe Billing: the subscriptions of clubs. Families' payments to clubs have another interface, `PaymentProvider`. */

/** A subscription at Stripe. */
export type BilledSubscription = {
  subscriptionId: string
  customerId: string
  status: SubscriptionStatus
  teams: number
  periodEnd: string
  /** When it ends, if it is cancelled for a later date. */
  endsAt: string | undefined
  /** The price; undefined if it has no item. */
  priceId: string | undefined
  plan: PlanName
}

/** The most subscriptions of one club. */
const maxSubscriptions = 24
/** Noon UTC of a day, in seconds since 1970: in all time zones of clubs it is that day then, and nobody is billed on the evening before. */
const secondsOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000

function toBilledSubscription(subscription: Stripe.Subscription): BilledSubscription {
  const [item] = subscription.items.data
  const periodEnd = instantOf(item?.current_period_end ?? subscription.billing_cycle_anchor)
  const { cancel_at, cancel_at_period_end } = subscription
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status: statusOf(subscription),
    teams: item?.quantity ?? 0,
    priceId: item?.price.id,
    plan: item?.price.recurring?.interval === 'month' ? 'monthly' : 'annual',
    periodEnd,
    endsAt: hasEnded(subscription)
      ? undefined
      : cancel_at_period_end
        ? periodEnd
        : cancel_at === null
          ? undefined
          : instantOf(cancel_at),
  }
}

const hasEnded = ({ status }: Stripe.Subscription) => status === 'canceled' || status === 'incomplete_expired'

function statusOf({ status }: Stripe.Subscription): SubscriptionStatus {
  const knownStatus = subscriptionStatuses.find((each) => each === status)
  if (!knownStatus) throw new Error('The provider has a status that is not known here.')
  return knownStatus
}

export const readSubscription = (subscriptionId: string): Promise<BilledSubscription> =>
  withStripe(async (stripe) => toBilledSubscription(await stripe.subscriptions.retrieve(subscriptionId)))

type StartRequest = Payer & {
  key: string
  priceId: string
  product: string
  teams: number
  /** The first days after the free period; without a free period all is paid at once. */
  trial: Proration | undefined
  promotionId?: string | undefined
  paymentMethodId?: string | undefined
  /** A subscription that this one replaces. */
  replaces?: string | undefined
}

/**
 * Starts a subscription, or finds the one that was started with the same key in its metadata, since Stripe forgets idempotency keys after a
 * day. The days between the end of the free period and the first of a month are a pending invoice item; Stripe's own proration would count
 * seconds.
 */
export const startSubscription = (wanted: StartRequest): Promise<BilledSubscription> =>
  withStripe(async (stripe) => {
    const { key, priceId, product, teams, trial, promotionId, paymentMethodId, replaces } = wanted
    const { subscriptions } = stripe
    const customer = await customerOf(wanted)
    const before = await subscriptions.list({ customer, status: 'all', limit: maxSubscriptions })
    const existing = before.data.find(({ metadata }) => metadata['started'] === key)
    const default_payment_method = paymentMethodId ?? (trial ? undefined : await defaultCardOf(stripe, customer))
    if (!existing && !trial && !default_payment_method) throw new Problem('no_card')
    const paymentParams: Partial<Stripe.SubscriptionCreateParams> = trial
      ? {
          trial_end: secondsOf(trial.from),
          billing_cycle_anchor: secondsOf(trial.to),
          proration_behavior: 'none',
          trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
        }
      : { payment_behavior: 'error_if_incomplete' }
    const started =
      existing ??
      (await subscriptions
        .create(
          {
            customer,
            items: [{ price: priceId, quantity: teams }],
            metadata: { organization: wanted.organizationId, started: key },
            ...(default_payment_method && { default_payment_method }),
            ...(promotionId && { discounts: [{ promotion_code: promotionId }] }),
            ...paymentParams,
          },
          { idempotencyKey: `${key}:subscription` },
        )
        .catch(refusedAs(promotionId ? 'promotion_over' : 'payment_failed')))
    // As the customer's default too, by which the card that pays is recognized and not deleted.
    if (paymentMethodId)
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: paymentMethodId } })
    if (trial && trial.total > 0)
      await addFirstDays(stripe, { subscription: started, trial, product, quantity: teams, key })
    if (replaces) {
      await cancelSubscription(stripe, replaces, before.data)
      await closeBills(stripe, started)
    }
    return toBilledSubscription(started)
  })

async function defaultCardOf(stripe: StripeClient, customerId: string): Promise<string | undefined> {
  const customer = await stripe.customers.retrieve(customerId)
  return customer.deleted ? undefined : idOf(customer.invoice_settings.default_payment_method)
}

type TeamsChange = { subscriptionId: string; teams: number; isPaid: boolean; key: string }

/**
 * Changes the number of licences. In the free period nothing is paid, and the item for the first days is changed too; later, additional
 * licences are paid at once, and if that fails nothing changes.
 */
export const changeTeams = ({ subscriptionId, teams, isPaid, key }: TeamsChange): Promise<BilledSubscription> =>
  withStripe(async (stripe) => {
    const { subscriptions, invoiceItems } = stripe
    const before = await subscriptions.retrieve(subscriptionId)
    const [item] = before.items.data
    if (!item) throw new Error('The subscription has no item.')
    const isFree = before.status === 'trialing' || isPaid
    const paymentParams: Partial<Stripe.SubscriptionUpdateParams> = isFree
      ? { proration_behavior: 'none' }
      : { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
    const after =
      item.quantity === teams
        ? before
        : await subscriptions
            .update(
              subscriptionId,
              { items: [{ id: item.id, quantity: teams }], ...paymentParams },
              { idempotencyKey: `${key}:teams` },
            )
            .catch(refusedAs('payment_failed'))
    if (before.status === 'trialing') {
      const [pending] = await pendingItems(stripe, before)
      if (pending && pending.quantity !== teams) await invoiceItems.update(pending.id, { quantity: teams })
    }
    return toBilledSubscription(after)
  })

/**
 * Extends the free period to the first day of a month, from which on Stripe bills whole periods: the item for the first days is deleted.
 * Throws `no_free_period` if it is over.
 */
export const prolongTrial = ({
  subscriptionId,
  trialEnd,
  key,
}: {
  subscriptionId: string
  trialEnd: string
  key: string
}) =>
  withStripe(async (stripe): Promise<BilledSubscription> => {
    const { subscriptions } = stripe
    const before = await subscriptions.retrieve(subscriptionId)
    const trial_end = secondsOf(trialEnd)
    const isExtended = before.trial_end === trial_end
    if (!isExtended && before.status !== 'trialing') throw new Problem('no_free_period')
    const wanted = { trial_end, proration_behavior: 'none' } as const
    const after = isExtended
      ? before
      : await subscriptions
          .update(subscriptionId, wanted, { idempotencyKey: `${key}:trial` })
          .catch(refusedAs('no_free_period'))
    await deletePendingItems(stripe, before)
    return toBilledSubscription(after)
  })

/** `trial`: of a subscription that goes on, the first days after a free period that still lasts. */
type EndingRequest = { subscriptionId: string; key: string } & (
  | { ends: true }
  | { ends: false; trial: Proration | undefined; product: string }
)

/**
 * Cancels a subscription for the end of its current period, or takes that back. The item for the first days after a free period would be
 * billed at that end too: it is deleted with the one and added with the other.
 */
export const setEnding = (wanted: EndingRequest): Promise<BilledSubscription> =>
  withStripe(async (stripe) => {
    const { subscriptions } = stripe
    const { subscriptionId, ends, key } = wanted
    const before = await subscriptions.retrieve(subscriptionId)
    if (hasEnded(before)) return toBilledSubscription(before)
    const after =
      before.cancel_at_period_end === ends
        ? before
        : await subscriptions.update(
            subscriptionId,
            { cancel_at_period_end: ends },
            { idempotencyKey: `${key}:ending` },
          )
    if (wanted.ends) await deletePendingItems(stripe, before)
    // No days are in between where whole periods follow the free one.
    else if (wanted.trial && after.status === 'trialing' && after.billing_cycle_anchor > (after.trial_end ?? 0))
      await addFirstDays(stripe, {
        ...{ subscription: after, trial: wanted.trial, product: wanted.product, key },
        quantity: after.items.data[0]?.quantity ?? 0,
      })
    return toBilledSubscription(after)
  })
