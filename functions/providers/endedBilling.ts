import type { Stripe } from 'stripe'
import type { StripeClient } from './stripeResources.ts'
import { idOf, readIfDone, undefinedIfGone, subscriptionOf } from './stripeCalls.ts'

/** Ending a subscription that was replaced by another one. */

/** Cancels a subscription, unless it has ended already. */
export async function cancelSubscription(
  stripe: StripeClient,
  subscriptionId: string,
  subscriptions: readonly Stripe.Subscription[],
): Promise<void> {
  const status = subscriptions.find(({ id }) => id === subscriptionId)?.status
  if (status && status !== 'canceled' && status !== 'incomplete_expired')
    await stripe.subscriptions.cancel(subscriptionId)
}

/**
 * Closes the bills of ended subscriptions, which the provider leaves open although nobody pays them: open bills are voided.
 * Drafts can be neither voided nor deleted, so they are excluded from collection. What the club owes us for families' payments is
 * moved from them to the next bill.
 */
export async function closeBills(stripe: StripeClient, started: Stripe.Subscription): Promise<void> {
  const { invoices } = stripe
  const customer = idOf(started.customer) ?? ''
  const listed = (['open', 'draft'] as const).map((status) => invoices.list({ customer, status, limit: 100 }))
  const ended = (await Promise.all(listed))
    .flatMap(({ data }) => data)
    .filter((bill) => {
      const subscriptionId = subscriptionOf(bill)
      return subscriptionId !== undefined && subscriptionId !== started.id
    })
  await moveShares(stripe, customer, ended)
  for (const { id, status, auto_advance: isCollected } of ended) {
    if (status === 'draft' && isCollected !== false) await invoices.update(id, { auto_advance: false })
    if (status === 'open') await invoices.voidInvoice(id).catch(readIfDone(() => invoices.retrieve(id)))
  }
}

/**
 * While a subscription is unpaid, the provider only drafts its bills, including pending items, and never collects them, not even
 * once it is paid again. What the club owes us for families' payments is moved from them to the next bill.
 */
export async function moveSharesFromDrafts(
  stripe: StripeClient,
  customer: string,
  subscription: string,
): Promise<void> {
  const { data } = await stripe.invoices.list({ customer, subscription, status: 'draft', limit: 100 })
  await moveShares(
    stripe,
    customer,
    data.filter((bill) => bill.auto_advance === false),
  )
}

/**
 * Adds each share to the next bill again, once: `instead` in its metadata is the id of the item that it replaces. Of a draft, the replaced
 * item is deleted, in case the draft is collected by hand.
 */
async function moveShares({ invoiceItems }: StripeClient, customer: string, bills: readonly Stripe.Invoice[]) {
  if (bills.length === 0) return
  const items: Stripe.InvoiceItem[] = []
  for await (const item of invoiceItems.list({ customer, limit: 100 })) items.push(item)
  const movedIds = new Set(items.map(({ metadata }) => metadata?.['instead']))
  for (const item of items) {
    const share = item.metadata?.['share']
    const bill = bills.find(({ id }) => id === idOf(item.invoice))
    if (share === undefined || !bill) continue
    const { amount, currency, description } = item
    if (!movedIds.has(item.id))
      await invoiceItems.create(
        {
          ...{ customer, amount, currency, discountable: false, metadata: { share, instead: item.id } },
          ...(description !== null && { description }),
        },
        { idempotencyKey: `${item.id}:instead` },
      )
    if (bill.status === 'draft') await invoiceItems.del(item.id).catch(undefinedIfGone)
  }
}
