import type { Stripe } from 'stripe'
import type { StripeClient } from './askedOfStripe.ts'
import { Problem } from '#shared/problems.ts'
import {
  type PlanName,
  type Proration,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '#shared/rules/subscriptions.ts'
import { asked, idOf, instantOf, isGone, refusedAs } from './asking.ts'
import { closeBills, end } from './endedBilling.ts'

/** Stripe Billing: what clubs pay to Touchline. Families' payments to clubs have another interface; see provider.ts. */

/** A subscription as it is at the provider. */
export type Bought = {
  subscriptionId: string
  customerId: string
  status: SubscriptionStatus
  teams: number
  periodEnd: string
  /** When it ends, if it was cancelled. */
  endsAt: string | undefined
  /** The price that is billed; undefined if there is no item. */
  priceId: string | undefined
  plan: PlanName
}

/** The most subscriptions, cards and bills that are listed for a club. */
const most = 24
/**
 * Noon in UTC falls on that day in all the clubs' time zones, so nobody is billed on the evening before the day they were told.
 */
const secondsOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000

function bought(subscription: Stripe.Subscription): Bought {
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
  const known = subscriptionStatuses.find((each) => each === status)
  if (!known) throw new Error('The provider has a status that is not known here.')
  return known
}

export const readSubscription = (subscriptionId: string): Promise<Bought> =>
  asked(async (stripe) => bought(await stripe.subscriptions.retrieve(subscriptionId)))

type Payer = { organizationId: string; name: string; email: string; customerId?: string | undefined }

/** The club's customer at the provider, created once: the idempotency key is derived from the club. */
export const customerOf = ({ organizationId, name, email, customerId }: Payer): Promise<string> =>
  asked(async (stripe) => {
    if (customerId) return customerId
    const metadata = { organization: organizationId }
    const made = await stripe.customers.create({ metadata }, { idempotencyKey: `${organizationId}:customer` })
    // Not part of the request with that key, since the next caller may be another person.
    return (await stripe.customers.update(made.id, { name, email })).id
  })

/** Changes the address for the provider's mail, or the name on its bills. */
export const billTo = (customerId: string, payer: Partial<Pick<Payer, 'name' | 'email'>>): Promise<string> =>
  asked(async (stripe) => (await stripe.customers.update(customerId, payer)).id)

type Start = Payer & {
  key: string
  priceId: string
  product: string
  teams: number
  /** What is billed when the trial ends; without one everything is paid at once. */
  trial: Proration | undefined
  promotionId?: string | undefined
  paymentMethodId?: string | undefined
  /** The subscription that this one replaces. */
  replaces?: string | undefined
}

/**
 * Starts a subscription, or finds the one that was started with the same key: the provider forgets idempotency keys after a day,
 * but not metadata. The days between the end of the trial and the first of a month are an invoice item on the first bill; the
 * provider's own proration would count seconds.
 */
export const startSubscription = (wanted: Start): Promise<Bought> =>
  asked(async (stripe) => {
    const { key, priceId, product, teams, trial, promotionId, paymentMethodId, replaces } = wanted
    const { subscriptions } = stripe
    const customer = await customerOf(wanted)
    const before = await subscriptions.list({ customer, status: 'all', limit: most })
    const made = before.data.find(({ metadata }) => metadata['started'] === key)
    const default_payment_method = paymentMethodId ?? (trial ? undefined : await cardOf(stripe, customer))
    if (!made && !trial && !default_payment_method) throw new Problem('no_card')
    const paying: Partial<Stripe.SubscriptionCreateParams> = trial
      ? {
          trial_end: secondsOf(trial.from),
          billing_cycle_anchor: secondsOf(trial.to),
          proration_behavior: 'none',
          trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
        }
      : { payment_behavior: 'error_if_incomplete' }
    const started =
      made ??
      (await subscriptions
        .create(
          {
            customer,
            items: [{ price: priceId, quantity: teams }],
            metadata: { organization: wanted.organizationId, started: key },
            ...(default_payment_method && { default_payment_method }),
            ...(promotionId && { discounts: [{ promotion_code: promotionId }] }),
            ...paying,
          },
          { idempotencyKey: `${key}:subscription` },
        )
        .catch(refusedAs(promotionId ? 'promotion_over' : 'payment_failed')))
    // The customer's default card is the one that is used and cannot be removed.
    if (paymentMethodId)
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: paymentMethodId } })
    if (trial && trial.total > 0) await putFirstDays(stripe, { to: started, trial, product, quantity: teams, key })
    if (replaces) {
      await end(stripe, replaces, before.data)
      await closeBills(stripe, started)
    }
    return bought(started)
  })

async function cardOf(stripe: StripeClient, customerId: string): Promise<string | undefined> {
  const customer = await stripe.customers.retrieve(customerId)
  return customer.deleted ? undefined : idOf(customer.invoice_settings.default_payment_method)
}

const waitingItems = async (stripe: StripeClient, subscription: Stripe.Subscription) => {
  const customer = idOf(subscription.customer) ?? ''
  const { data } = await stripe.invoiceItems.list({ customer, pending: true, limit: most })
  return data.filter(({ metadata }) => metadata?.['subscription'] === subscription.id)
}

/** Succeeds if another call has deleted them in the meantime. */
async function dropDays(stripe: StripeClient, subscription: Stripe.Subscription): Promise<void> {
  for (const { id } of await waitingItems(stripe, subscription))
    await stripe.invoiceItems.del(id).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
}

type FirstDays = { to: Stripe.Subscription; trial: Proration; product: string; quantity: number; key: string }
async function putFirstDays(stripe: StripeClient, { to, trial, product, quantity, key }: FirstDays): Promise<void> {
  if ((await waitingItems(stripe, to)).length > 0) return
  await stripe.invoiceItems.create(
    {
      customer: idOf(to.customer) ?? '',
      subscription: to.id,
      price_data: { currency: 'usd', product, unit_amount: trial.perTeam },
      quantity,
      description: `Team licenses, ${trial.days} of ${trial.ofDays} days`,
      metadata: { subscription: to.id },
    },
    { idempotencyKey: `${key}:days` },
  )
}

type Share = { customerId: string; key: string; cents: number; month: string; isOld: boolean }

/**
 * Adds what a club owes us for its payments to its next bill, once per `key`. The item belongs to no subscription, so that if
 * this one ends before its next bill, the first bill of the next one includes it. `isOld`: the provider may have forgotten the
 * idempotency key, so the item is searched first.
 */
export const putShare = ({ customerId, key, cents, month, isOld }: Share): Promise<string> =>
  asked(async ({ invoiceItems }) => {
    if (isOld)
      for await (const item of invoiceItems.list({ customer: customerId, limit: 100 }))
        if (item.metadata?.['share'] === key) return item.id
    const { id } = await invoiceItems.create(
      {
        customer: customerId,
        amount: cents,
        currency: 'usd',
        description: `Share of families’ payments by PayPal and FluidPay, ${month}`,
        // A promotion code for team licences does not apply to it.
        discountable: false,
        metadata: { share: key },
      },
      { idempotencyKey: `${key}:share` },
    )
    return id
  })

type Change = { subscriptionId: string; teams: number; isPaid: boolean; key: string }

/**
 * Changes the number of licences. During the trial nothing is paid, and the item for the first days is adjusted; after it,
 * additional licences are paid at once, or nothing changes.
 */
export const changeTeams = ({ subscriptionId, teams, isPaid, key }: Change): Promise<Bought> =>
  asked(async (stripe) => {
    const { subscriptions, invoiceItems } = stripe
    const before = await subscriptions.retrieve(subscriptionId)
    const [item] = before.items.data
    if (!item) throw new Error('The subscription has no item.')
    const isFree = before.status === 'trialing' || isPaid
    const paying: Partial<Stripe.SubscriptionUpdateParams> = isFree
      ? { proration_behavior: 'none' }
      : { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
    const after =
      item.quantity === teams
        ? before
        : await subscriptions
            .update(
              subscriptionId,
              { items: [{ id: item.id, quantity: teams }], ...paying },
              { idempotencyKey: `${key}:teams` },
            )
            .catch(refusedAs('payment_failed'))
    if (before.status === 'trialing') {
      const [waiting] = await waitingItems(stripe, before)
      if (waiting && waiting.quantity !== teams) await invoiceItems.update(waiting.id, { quantity: teams })
    }
    return bought(after)
  })

/**
 * Extends the trial to the first day of a month. From then on the provider bills whole periods, and the item for the days before
 * is deleted. Throws `no_free_period` if the trial is over.
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
  asked(async (stripe): Promise<Bought> => {
    const { subscriptions } = stripe
    const before = await subscriptions.retrieve(subscriptionId)
    const trial_end = secondsOf(trialEnd)
    const isThere = before.trial_end === trial_end
    if (!isThere && before.status !== 'trialing') throw new Problem('no_free_period')
    const wanted = { trial_end, proration_behavior: 'none' } as const
    const after = isThere
      ? before
      : await subscriptions
          .update(subscriptionId, wanted, { idempotencyKey: `${key}:trial` })
          .catch(refusedAs('no_free_period'))
    await dropDays(stripe, before)
    return bought(after)
  })

/** `trial`: what is billed when the trial ends, if there is one; used when the subscription continues. */
type Ending = { subscriptionId: string; key: string } & (
  | { ends: true }
  | { ends: false; trial: Proration | undefined; product: string }
)

/**
 * Cancels the subscription at the end of its period, or continues it after all. The item for the days after a trial would be
 * billed at that end too, so it is deleted on cancelling and created again on continuing.
 */
export const setEnding = (wanted: Ending): Promise<Bought> =>
  asked(async (stripe) => {
    const { subscriptions } = stripe
    const { subscriptionId, ends, key } = wanted
    const before = await subscriptions.retrieve(subscriptionId)
    if (hasEnded(before)) return bought(before)
    const after =
      before.cancel_at_period_end === ends
        ? before
        : await subscriptions.update(
            subscriptionId,
            { cancel_at_period_end: ends },
            { idempotencyKey: `${key}:ending` },
          )
    if (wanted.ends) await dropDays(stripe, before)
    // If whole periods follow the trial, there are no days between them.
    else if (wanted.trial && after.status === 'trialing' && after.billing_cycle_anchor > (after.trial_end ?? 0))
      await putFirstDays(stripe, {
        ...{ to: after, trial: wanted.trial, product: wanted.product, key },
        quantity: after.items.data[0]?.quantity ?? 0,
      })
    return bought(after)
  })

/** The club that an event of our own account is about; undefined if there is none. */
export const clubOf = (type: string, objectId: string): Promise<string | undefined> =>
  asked(async (stripe) => {
    if (type.startsWith('customer.subscription.'))
      return (await stripe.subscriptions.retrieve(objectId)).metadata['organization']
    // Neither can be read: the first does not exist yet, the second no longer.
    if (!type.startsWith('invoice.') || type === 'invoice.upcoming' || type === 'invoice.deleted') return undefined
    const { parent } = await stripe.invoices.retrieve(objectId)
    return parent?.subscription_details?.metadata?.['organization']
  }).catch((error: unknown) => {
    // Drafts of bills are deleted, and then cannot be read.
    if (isGone(error)) return undefined
    throw error
  })
