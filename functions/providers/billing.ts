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

/** Stripe Billing: what clubs buy of us. Families' payments to clubs are of another interface. */

/** A subscription as the provider has it. */
export type Bought = {
  subscriptionId: string
  customerId: string
  status: SubscriptionStatus
  teams: number
  periodEnd: string
  /** When it ends by itself, where that is wanted. */
  endsAt: string | undefined
  /** What is billed; undefined where there is nothing. */
  priceId: string | undefined
  plan: PlanName
}

/** How long a list of one club's subscriptions, cards and bills may be. */
const most = 24
/** Noon in UTC: it is that day then wherever clubs are, and nobody is billed on the evening before the day they were told. */
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

/** The club as the provider knows it: made once, by a key of the club's. */
export const customerOf = ({ organizationId, name, email, customerId }: Payer): Promise<string> =>
  asked(async (stripe) => {
    if (customerId) return customerId
    const metadata = { organization: organizationId }
    const made = await stripe.customers.create({ metadata }, { idempotencyKey: `${organizationId}:customer` })
    // Not by that key: who asks next may be somebody else.
    return (await stripe.customers.update(made.id, { name, email })).id
  })

/** The provider's mail goes to another address from now on, or its bills are to another name. */
export const billTo = (customerId: string, payer: Partial<Pick<Payer, 'name' | 'email'>>): Promise<string> =>
  asked(async (stripe) => (await stripe.customers.update(customerId, payer)).id)

type Start = Payer & {
  key: string
  priceId: string
  product: string
  teams: number
  /** What is billed when the free period ends; without one all is paid at once. */
  trial: Proration | undefined
  promotionId?: string | undefined
  paymentMethodId?: string | undefined
  /** A subscription that this one takes the place of. */
  replaces?: string | undefined
}

/**
 * Starts a subscription, or finds the one that was started by the same key: keys of the provider are forgotten after a day,
 * what it was told with it stays. The days between the end of the free period and the first of a month are an item that
 * waits for the first bill; the provider's own proration would go by seconds.
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
    // By the customer's it is known which card pays, and that one is not forgotten.
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

/** Taken away by another call at the same time, they are gone all the same. */
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
 * Puts what a club owes us of its payments on its next bill, by a name of its own: once. It is that of no subscription: should
 * this one end before its next bill, it is on the first one of the next. `isOld`: the provider may have forgotten that name as
 * a key, and it is looked for first.
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
        // A code by which the club pays less for its teams takes nothing off this.
        discountable: false,
        metadata: { share: key },
      },
      { idempotencyKey: `${key}:share` },
    )
    return id
  })

type Change = { subscriptionId: string; teams: number; isPaid: boolean; key: string }

/**
 * Another number of licences. While the free period lasts nothing is paid, and the item for the first days follows; later,
 * those that are not paid yet are paid at once, or nothing changes.
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
 * A free period that lasts longer, to the first day of a month: from there on the provider bills whole periods, and what waited for the
 * days before is dropped. One that is over is refused.
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

/** What goes on is told what is billed when the free period ends, while one lasts. */
type Ending = { subscriptionId: string; key: string } & (
  | { ends: true }
  | { ends: false; trial: Proration | undefined; product: string }
)

/**
 * Ends with the period that runs, or goes on after all. What waits for the first days after a free period would be billed at
 * that end too: it is dropped with it, and comes back with it.
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
    // Where whole periods follow the free one, no days are between them.
    else if (wanted.trial && after.status === 'trialing' && after.billing_cycle_anchor > (after.trial_end ?? 0))
      await putFirstDays(stripe, {
        ...{ to: after, trial: wanted.trial, product: wanted.product, key },
        quantity: after.items.data[0]?.quantity ?? 0,
      })
    return bought(after)
  })

/** The club that an event of ours at the provider is about; undefined where it is about none. */
export const clubOf = (type: string, objectId: string): Promise<string | undefined> =>
  asked(async (stripe) => {
    if (type.startsWith('customer.subscription.'))
      return (await stripe.subscriptions.retrieve(objectId)).metadata['organization']
    // Neither can be read: the one is not there yet, the other no more.
    if (!type.startsWith('invoice.') || type === 'invoice.upcoming' || type === 'invoice.deleted') return undefined
    const { parent } = await stripe.invoices.retrieve(objectId)
    return parent?.subscription_details?.metadata?.['organization']
  }).catch((error: unknown) => {
    // Drafts of bills are deleted: there is nothing to be read of them any more.
    if (isGone(error)) return undefined
    throw error
  })
