import type { Stripe } from 'stripe'
import type { StripeClient } from './stripeResources.ts'
import { isProblem, Problem } from '#shared/problems.ts'
import { idOf, instantOf, readIfDone, refusedAs, subscriptionOf, withStripe } from './stripeCalls.ts'
import { moveSharesFromDrafts } from './endedBilling.ts'

/** A club's bills and cards, and what is billed next. */

const max = 24
const lineOf = ({ description, amount }: Pick<Stripe.InvoiceLineItem, 'description' | 'amount'>) => ({
  description: description ?? '',
  amount,
})

/** What a club owes us for families' payments: it is on the next bill, of whichever subscription. */
const isShare = ({ metadata }: Stripe.InvoiceItem) => metadata?.['share'] !== undefined

const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

/** Every unpaid bill, however old: entering a card pays everything that is shown as due. */
const openBills = ({ invoices }: StripeClient, customer: string) =>
  invoices.list({ customer, status: 'open', limit: 100 }).then(({ data }) => data)

/**
 * Whether a bill will never be paid: the provider drafted it for a subscription that was unpaid or has ended since, and neither
 * collects nor deletes it. For a subscription that is `unpaid` now, such drafts are the cost of the months since, so they are
 * shown.
 */
const isUncollectable = (bill: Stripe.Invoice, unpaidId: string | undefined) =>
  bill.status === 'draft' && bill.auto_advance === false && (!unpaidId || subscriptionOf(bill) !== unpaidId)

/**
 * The newest bills and all unpaid ones, the cards, the payer, and what is added to the next bill, read in parallel. `unpaidId`:
 * the club's subscription if it is unpaid.
 */
export const billingOf = (customerId: string, unpaidId?: string) =>
  withStripe(async (stripe) => {
    const { customers, invoices, invoiceItems } = stripe
    const [customer, newest, open, cards, pendingItems] = await Promise.all([
      customers.retrieve(customerId),
      invoices.list({ customer: customerId, limit: max }),
      openBills(stripe, customerId),
      customers.listPaymentMethods(customerId, { type: 'card', limit: max }),
      invoiceItems.list({ customer: customerId, pending: true, limit: max }),
    ])
    const knownIds = new Set(newest.data.map(({ id }) => id))
    const allBills = [...newest.data, ...open.filter(({ id }) => !knownIds.has(id))]
    const bills = allBills.filter((bill) => !isUncollectable(bill, unpaidId))
    const defaultCardId = customer.deleted ? undefined : idOf(customer.invoice_settings.default_payment_method)
    return {
      waiting: pendingItems.data.filter(isShare).map(lineOf),
      customer: customer.deleted ? null : { id: customer.id, name: customer.name ?? '', email: customer.email ?? '' },
      invoices: bills.map((bill) => ({
        id: bill.id,
        number: bill.number,
        status: invoiceStatuses.find((each) => each === bill.status) ?? 'draft',
        paid: bill.status === 'paid',
        total: bill.status === 'open' ? bill.amount_remaining : bill.total,
        created: instantOf(bill.created),
        lines: bill.lines.data.map(lineOf),
        invoicePdf: bill.invoice_pdf ?? null,
      })),
      paymentMethods: cards.data.flatMap(({ id, card }) =>
        card
          ? [
              {
                id,
                card: { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year },
                isDefault: id === defaultCardId,
              },
            ]
          : [],
      ),
    }
  })

/** The next bill of a subscription. */
export const nextBill = (subscriptionId: string) =>
  withStripe(async (stripe) => {
    const bill = await stripe.invoices.createPreview({ subscription: subscriptionId })
    const discounts = bill.total_discount_amounts ?? []
    return {
      on: instantOf(bill.next_payment_attempt ?? bill.period_end),
      lines: bill.lines.data.map(lineOf),
      subtotal: bill.subtotal,
      discount: discounts.reduce((sum, { amount }) => sum + amount, 0),
      total: bill.amount_due,
    }
  })

/** What another number of licences would cost at once, in cents. */
export const priceOfMoreTeams = (subscriptionId: string, teams: number): Promise<number> =>
  withStripe(async (stripe) => {
    const { subscriptions, invoices } = stripe
    const [item] = (await subscriptions.retrieve(subscriptionId)).items.data
    if (!item) return 0
    const bill = await invoices.createPreview({
      subscription: subscriptionId,
      subscription_details: { items: [{ id: item.id, quantity: teams }], proration_behavior: 'always_invoice' },
    })
    return bill.amount_due
  })

/** The URL of the provider's page for entering a card. */
export const cardPage = (customer: string, back: string): Promise<string> =>
  withStripe(async (stripe) => {
    const page = await stripe.checkout.sessions.create({
      mode: 'setup',
      customer,
      currency: 'usd',
      success_url: `${back}?card={CHECKOUT_SESSION_ID}`,
      cancel_url: back,
    })
    if (!page.url) throw new Error('The page has no address.')
    return page.url
  })

type BillingTarget = { customerId: string; subscriptionId?: string | undefined }

/** Uses a card that was entered on that page from now on, and pays unpaid bills at once. */
export const useNewCard = ({ sessionId, ...target }: BillingTarget & { sessionId: string }): Promise<string> =>
  withStripe(async (stripe) => {
    const page = await stripe.checkout.sessions
      .retrieve(sessionId, { expand: ['setup_intent'] })
      .catch(refusedAs('card_refused'))
    const setup = page.setup_intent
    const card = typeof setup === 'object' && setup?.status === 'succeeded' ? idOf(setup.payment_method) : undefined
    if (idOf(page.customer) !== target.customerId || !card) throw new Problem('card_refused')
    return payWith(stripe, card, target)
  })

/** The same with one of the club's cards; if paying unpaid bills fails, the previous card is restored. */
export async function useSavedCard({ card, ...paying }: BillingTarget & { card: string }): Promise<string> {
  const before = await withStripe(async ({ customers }) => {
    const [cards, payer] = await Promise.all([
      customers.listPaymentMethods(paying.customerId, { type: 'card', limit: max }),
      customers.retrieve(paying.customerId),
    ])
    if (!cards.data.some(({ id }) => id === card)) throw new Problem('card_refused')
    return payer.deleted ? undefined : idOf(payer.invoice_settings.default_payment_method)
  })
  try {
    return await withStripe((stripe) => payWith(stripe, card, paying))
  } catch (error) {
    if (before && isProblem(error, 'payment_failed'))
      await withStripe((stripe) => setDefaultCard(stripe, before, paying))
    throw error
  }
}

/** Makes the card the default. Returns the status of the subscription that it pays for; undefined if there is none. */
async function setDefaultCard({ customers, subscriptions }: StripeClient, card: string, target: BillingTarget) {
  const { customerId, subscriptionId } = target
  await customers.update(customerId, { invoice_settings: { default_payment_method: card } })
  if (!subscriptionId) return undefined
  const { status } = await subscriptions.retrieve(subscriptionId)
  if (status === 'canceled' || status === 'incomplete_expired') return undefined
  await subscriptions.update(subscriptionId, { default_payment_method: card })
  return { status, subscriptionId }
}

async function payWith(stripe: StripeClient, card: string, target: BillingTarget): Promise<string> {
  const { subscriptions, invoices } = stripe
  const { customerId } = target
  const current = await setDefaultCard(stripe, card, target)
  if (!current) return card
  const { status, subscriptionId } = current
  const bills = await openBills(stripe, customerId)
  // A bill for resuming another subscription is not paid any more; one for resuming this subscription is paid instead of creating
  // a second one.
  const open = bills.filter((bill) => !isResumeBill(bill) || subscriptionOf(bill) === subscriptionId)
  if (status === 'paused' && !open.some(isResumeBill)) {
    await deletePendingDays(stripe, customerId)
    const resumed = await subscriptions
      .resume(subscriptionId, { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' })
      // If a concurrent call has just resumed it, it cannot be resumed again.
      .catch(readIfDone(() => subscriptions.retrieve(subscriptionId)))
    if (resumed.status === 'paused') throw new Problem('payment_failed')
  }
  // Before paying: after an interruption in between, nothing would look for the drafts again.
  if (status === 'unpaid') await moveSharesFromDrafts(stripe, customerId, subscriptionId)
  for (const { id } of open) {
    const bill = await invoices.pay(id, { payment_method: card }).catch(readIfDone(() => invoices.retrieve(id)))
    if (bill.status === 'open') throw new Problem('payment_failed')
  }
  return card
}

/**
 * The bill that resumes a paused subscription once it is paid. Bills for additional licences never stay open: without payment
 * nothing changes.
 */
const isResumeBill = ({ billing_reason }: Stripe.Invoice) => billing_reason === 'subscription_update'

/**
 * Deletes the item for the days after a trial, which nobody has paid: the club starts again with a whole period. What it owes us
 * for families' payments stays on its bill.
 */
async function deletePendingDays(stripe: StripeClient, customer: string): Promise<void> {
  const { data } = await stripe.invoiceItems.list({ customer, pending: true, limit: max })
  const pendingDays = data.filter((item) => !isShare(item))
  // A concurrent call may have deleted it.
  for (const { id } of pendingDays)
    await stripe.invoiceItems.del(id).catch(readIfDone(() => Promise.resolve(undefined)))
}

/** Removes a card of this club; succeeds if it is already removed. Throws `card_in_use` for the default card. */
export const deleteCard = (customerId: string, card: string): Promise<void> =>
  withStripe(async ({ customers, paymentMethods }) => {
    const [cards, payer] = await Promise.all([
      customers.listPaymentMethods(customerId, { type: 'card', limit: max }),
      customers.retrieve(customerId),
    ])
    if (!cards.data.some(({ id }) => id === card)) return
    if (!payer.deleted && idOf(payer.invoice_settings.default_payment_method) === card) throw new Problem('card_in_use')
    await paymentMethods.detach(card)
  })
