import type { Stripe } from 'stripe'
import type { Proration } from '#shared/rules/subscriptions.ts'
import { idOf, undefinedIfGone, withStripe } from './stripeCalls.ts'
import type { StripeClient } from './stripeResources.ts'

/** Invoice items: amounts that wait for the next invoice of a club. */

/** The most items of one subscription that wait. */
const maxItems = 24

/** The pending items of a subscription. */
export const pendingItems = async (stripe: StripeClient, subscription: Stripe.Subscription) => {
  const customer = idOf(subscription.customer) ?? ''
  const { data } = await stripe.invoiceItems.list({ customer, pending: true, limit: maxItems })
  return data.filter(({ metadata }) => metadata?.['subscription'] === subscription.id)
}

/** Deletes the pending items of a subscription. */
export async function deletePendingItems(stripe: StripeClient, subscription: Stripe.Subscription): Promise<void> {
  for (const { id } of await pendingItems(stripe, subscription))
    await stripe.invoiceItems.del(id).catch(undefinedIfGone)
}

type FirstDays = { subscription: Stripe.Subscription; trial: Proration; product: string; quantity: number; key: string }
/** Adds the item for the days between the end of the free period and the first regular period, unless there is one. */
export async function addFirstDays(
  stripe: StripeClient,
  { subscription, trial, product, quantity, key }: FirstDays,
): Promise<void> {
  if ((await pendingItems(stripe, subscription)).length > 0) return
  await stripe.invoiceItems.create(
    {
      customer: idOf(subscription.customer) ?? '',
      subscription: subscription.id,
      price_data: { currency: 'usd', product, unit_amount: trial.perTeam },
      quantity,
      description: `Team licenses, ${trial.days} of ${trial.ofDays} days`,
      metadata: { subscription: subscription.id },
    },
    { idempotencyKey: `${key}:days` },
  )
}

type ShareItem = { customerId: string; key: string; cents: number; month: string; isOld: boolean }

/**
 * Adds the platform's share of a club's payments to its next invoice, once for each `key`. The item belongs to no subscription: if this one
 * ends before its next invoice, it is on the first one of the next. `isOld`: Stripe may have forgotten the idempotency key, so an existing
 * item is looked for first. Gives the id of the item.
 */
export const addShare = ({ customerId, key, cents, month, isOld }: ShareItem): Promise<string> =>
  withStripe(async ({ invoiceItems }) => {
    if (isOld)
      for await (const item of invoiceItems.list({ customer: customerId, limit: 100 }))
        if (item.metadata?.['share'] === key) return item.id
    const { id } = await invoiceItems.create(
      {
        customer: customerId,
        amount: cents,
        currency: 'usd',
        description: `Share of families’ payments by PayPal and FluidPay, ${month}`,
        // Promotion codes do not apply to it.
        discountable: false,
        metadata: { share: key },
      },
      { idempotencyKey: `${key}:share` },
    )
    return id
  })
