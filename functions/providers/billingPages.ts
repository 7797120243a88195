import type { Stripe } from 'stripe'
import type { StripeClient } from './stripeResources.ts'
import { Problem } from '#shared/problems.ts'
import { idOf, instantOf, isDone, refusedAs, subscriptionOf, withStripe } from './stripeCalls.ts'
import { freeDrafts } from './endedBilling.ts'

/** What a club looks at: its bills, its cards, and what comes next. */

const most = 24
const lineOf = ({ description, amount }: Pick<Stripe.InvoiceLineItem, 'description' | 'amount'>) => ({
  description: description ?? '',
  amount,
})

/** What a club owes us of families' payments: it is on the first bill that comes, of whichever subscription. */
const isShare = ({ metadata }: Stripe.InvoiceItem) => metadata?.['share'] !== undefined

const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

/** Every bill that is unpaid, however old: what is shown as due is what a card that is typed pays. */
const unpaid = ({ invoices }: StripeClient, customer: string) =>
  invoices.list({ customer, status: 'open', limit: 100 }).then(({ data }) => data)

/**
 * Nobody pays it: the provider has drafted it for a subscription that was unpaid, or has ended since, and neither collects nor deletes
 * it. Of one that is `unpaid` now it is what the months cost meanwhile, with what waits.
 */
const isNobodys = (bill: Stripe.Invoice, unpaidId: string | undefined) =>
  bill.status === 'draft' && bill.auto_advance === false && (!unpaidId || subscriptionOf(bill) !== unpaidId)

/**
 * The newest bills with all that are unpaid, the cards, the payer, and what waits for the next bill, read side by side. `unpaidId`: the
 * subscription of the club, where it is unpaid.
 */
export const billingOf = (customerId: string, unpaidId?: string) =>
  withStripe(async (stripe) => {
    const { customers, invoices, invoiceItems } = stripe
    const [customer, newest, open, cards, waiting] = await Promise.all([
      customers.retrieve(customerId),
      invoices.list({ customer: customerId, limit: most }),
      unpaid(stripe, customerId),
      customers.listPaymentMethods(customerId, { type: 'card', limit: most }),
      invoiceItems.list({ customer: customerId, pending: true, limit: most }),
    ])
    const known = new Set(newest.data.map(({ id }) => id))
    const all = [...newest.data, ...open.filter(({ id }) => !known.has(id))]
    const bills = all.filter((bill) => !isNobodys(bill, unpaidId))
    const usual = customer.deleted ? undefined : idOf(customer.invoice_settings.default_payment_method)
    return {
      waiting: waiting.data.filter(isShare).map(lineOf),
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
                isDefault: id === usual,
              },
            ]
          : [],
      ),
    }
  })

/** The next bill; with another number of licences, what would be paid at once for them. */
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

export const priceOfMore = (subscriptionId: string, teams: number): Promise<number> =>
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

/** The provider's page on which a card is typed. */
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

type Paying = { customerId: string; subscriptionId?: string | undefined }

/** Pays with a card that was typed there from now on, and at once what is unpaid. */
export const useTypedCard = ({ sessionId, ...paying }: Paying & { sessionId: string }): Promise<string> =>
  withStripe(async (stripe) => {
    const page = await stripe.checkout.sessions
      .retrieve(sessionId, { expand: ['setup_intent'] })
      .catch(refusedAs('card_refused'))
    const setup = page.setup_intent
    const card = typeof setup === 'object' && setup?.status === 'succeeded' ? idOf(setup.payment_method) : undefined
    if (idOf(page.customer) !== paying.customerId || !card) throw new Problem('card_refused')
    return payWith(stripe, card, paying)
  })

/** The same with one of the club's cards; where it does not pay what is unpaid, the one before pays on. */
export async function useKnownCard({ card, ...paying }: Paying & { card: string }): Promise<string> {
  const before = await withStripe(async ({ customers }) => {
    const [cards, payer] = await Promise.all([
      customers.listPaymentMethods(paying.customerId, { type: 'card', limit: most }),
      customers.retrieve(paying.customerId),
    ])
    if (!cards.data.some(({ id }) => id === card)) throw new Problem('card_refused')
    return payer.deleted ? undefined : idOf(payer.invoice_settings.default_payment_method)
  })
  try {
    return await withStripe((stripe) => payWith(stripe, card, paying))
  } catch (error) {
    if (before && error instanceof Problem && error.code === 'payment_failed')
      await withStripe((stripe) => paysFromNow(stripe, before, paying))
    throw error
  }
}

/** It is the card that pays. Gives how the subscription stands that goes on by it; undefined where none does. */
async function paysFromNow({ customers, subscriptions }: StripeClient, card: string, paying: Paying) {
  const { customerId, subscriptionId } = paying
  await customers.update(customerId, { invoice_settings: { default_payment_method: card } })
  if (!subscriptionId) return undefined
  const { status } = await subscriptions.retrieve(subscriptionId)
  if (status === 'canceled' || status === 'incomplete_expired') return undefined
  await subscriptions.update(subscriptionId, { default_payment_method: card })
  return { status, subscriptionId }
}

async function payWith(stripe: StripeClient, card: string, paying: Paying): Promise<string> {
  const { subscriptions, invoices } = stripe
  const { customerId } = paying
  const goesOn = await paysFromNow(stripe, card, paying)
  if (!goesOn) return card
  const { status, subscriptionId } = goesOn
  const bills = await unpaid(stripe, customerId)
  // A bill by which another one was to go on is paid no more; that of this one is, instead of a second one.
  const open = bills.filter((bill) => !isToGoOn(bill) || subscriptionOf(bill) === subscriptionId)
  if (status === 'paused' && !open.some(isToGoOn)) {
    await dropWaiting(stripe, customerId)
    const resumed = await subscriptions
      .resume(subscriptionId, { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' })
      // Resumed by the same card a moment ago, it cannot be resumed again.
      .catch(isDone(() => subscriptions.retrieve(subscriptionId)))
    if (resumed.status === 'paused') throw new Problem('payment_failed')
  }
  // Before it is paid: cut short after that, nobody would look for them any more.
  if (status === 'unpaid') await freeDrafts(stripe, customerId, subscriptionId)
  for (const { id } of open) {
    const bill = await invoices.pay(id, { payment_method: card }).catch(isDone(() => invoices.retrieve(id)))
    if (bill.status === 'open') throw new Problem('payment_failed')
  }
  return card
}

/** The bill by which a paused subscription goes on once it is paid; more licences are paid at once or not had. */
const isToGoOn = ({ billing_reason }: Stripe.Invoice) => billing_reason === 'subscription_update'

/**
 * The days after a free period that nobody has paid: the club begins anew, with a whole period. What it owes us of families'
 * payments stays on its bill.
 */
async function dropWaiting(stripe: StripeClient, customer: string): Promise<void> {
  const { data } = await stripe.invoiceItems.list({ customer, pending: true, limit: most })
  const days = data.filter((item) => !isShare(item))
  // Taken away by another call at the same time, it is gone all the same.
  for (const { id } of days) await stripe.invoiceItems.del(id).catch(isDone(() => Promise.resolve(undefined)))
}

/** Forgets a card of this club; one that is forgotten already stays so. The one that pays is kept. */
export const forgetCard = (customerId: string, card: string): Promise<void> =>
  withStripe(async ({ customers, paymentMethods }) => {
    const [cards, payer] = await Promise.all([
      customers.listPaymentMethods(customerId, { type: 'card', limit: most }),
      customers.retrieve(customerId),
    ])
    if (!cards.data.some(({ id }) => id === card)) return
    if (!payer.deleted && idOf(payer.invoice_settings.default_payment_method) === card) throw new Problem('card_in_use')
    await paymentMethods.detach(card)
  })
