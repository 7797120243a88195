import type { Stripe } from 'stripe'
import type { StripeClient } from './askedOfStripe.ts'
import { idOf, isDone, subscriptionOf } from './asking.ts'

/** A subscription in whose place another one has come. */

/** What ended by itself stays as it is. */
export async function end(
  stripe: StripeClient,
  subscriptionId: string,
  known: readonly Stripe.Subscription[],
): Promise<void> {
  const status = known.find(({ id }) => id === subscriptionId)?.status
  if (status && status !== 'canceled' && status !== 'incomplete_expired')
    await stripe.subscriptions.cancel(subscriptionId)
}

/**
 * The provider leaves the bills of what has ended open, and nobody pays them any more: they are void. What a club owes us of
 * families' payments stood on them too, and is on the first bill that comes.
 */
export async function closeBills(
  { invoices, invoiceItems }: StripeClient,
  started: Stripe.Subscription,
): Promise<void> {
  const customer = idOf(started.customer) ?? ''
  const open = (await invoices.list({ customer, status: 'open', limit: 100 })).data.filter((bill) => {
    const of = subscriptionOf(bill)
    return of !== undefined && of !== started.id
  })
  if (open.length === 0) return
  const items: Stripe.InvoiceItem[] = []
  for await (const item of invoiceItems.list({ customer, limit: 100 })) items.push(item)
  const moved = new Set(items.map(({ metadata }) => metadata?.['instead']))
  for (const { id } of open) {
    for (const item of items) {
      const share = item.metadata?.['share']
      if (share === undefined || idOf(item.invoice) !== id || moved.has(item.id)) continue
      const { amount, currency, description } = item
      await invoiceItems.create(
        {
          ...{ customer, amount, currency, discountable: false, metadata: { share, instead: item.id } },
          ...(description !== null && { description }),
        },
        { idempotencyKey: `${item.id}:instead` },
      )
    }
    await invoices.voidInvoice(id).catch(isDone(() => invoices.retrieve(id)))
  }
}
