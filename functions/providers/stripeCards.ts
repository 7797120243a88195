import Stripe from 'stripe'
import type { StripeClient } from './stripeResources.ts'
import { idOf, isGone } from './stripeCalls.ts'
import type { SavedMethod } from './provider.ts'

/** The customer for a person whose card is saved, in the club's account. */
export async function customerOf(
  client: StripeClient,
  stripeAccount: string,
  userId: string,
  email: string | undefined,
) {
  const { id } = await client.customers.create(
    { metadata: { user: userId }, ...(email !== undefined && { email }) },
    { stripeAccount, idempotencyKey: `customer:${stripeAccount}:${userId}:${email ?? ''}` },
  )
  return id
}

/**
 * Deletes a person's customers in the club's account, under all their email addresses, with their cards: only once no page of
 * theirs is open and no payment is processing. Their payments remain. Repeating it finds nobody.
 */
export async function deleteOwner(
  client: StripeClient,
  stripeAccount: string,
  userId: string,
): Promise<'gone' | 'under way'> {
  const options = { stripeAccount }
  try {
    const query = `metadata['user']:'${userId}'`
    const customers = await client.customers.search({ query, limit: 100 }, options).autoPagingToArray({ limit: 1000 })
    const freeResults = await Promise.all(customers.map(({ id }) => hasNoOpenPayments(client, stripeAccount, id)))
    if (freeResults.includes(false)) return 'under way'
    for (const { id } of customers) await client.customers.del(id, {}, options)
    return 'gone'
  } catch (error) {
    // Deleted in the meantime, or the club has disconnected: a later run finds whatever is left.
    if (isGone(error)) return 'gone'
    throw error
  }
}

async function hasNoOpenPayments(client: StripeClient, stripeAccount: string, customer: string): Promise<boolean> {
  const options = { stripeAccount }
  const open = await client.checkout.sessions.list({ customer, status: 'open', limit: 1 }, options)
  if (open.data.length > 0) return false
  const intents = await client.paymentIntents.list({ customer, limit: 100 }, options).autoPagingToArray({ limit: 1000 })
  return intents.every(({ status }) => status !== 'processing')
}

/** Whether a card still belongs to that customer. True if the account is not connected to ours, since then it cannot be known. */
export async function isCardSaved(
  client: StripeClient,
  stripeAccount: string,
  { customer, method }: SavedMethod,
): Promise<boolean> {
  try {
    return idOf((await client.paymentMethods.retrieve(method, {}, { stripeAccount })).customer) === customer
  } catch (error) {
    if (!isGone(error)) throw error
    return error instanceof Stripe.errors.StripePermissionError
  }
}

/** The card that was saved on a page without payment; undefined until then. */
export async function savedCardOn(
  client: StripeClient,
  stripeAccount: string,
  reference: string,
): Promise<(SavedMethod & { label: string }) | undefined> {
  const session = await sessionOf(client, stripeAccount, reference)
  const setup = session?.setup_intent
  return setup !== null && typeof setup === 'object' ? cardOfSetup(setup) : undefined
}

/** The URL of such a page, as long as a card can be saved on it. */
export async function setUpUrl(
  client: StripeClient,
  stripeAccount: string,
  reference: string,
): Promise<string | undefined> {
  const session = await sessionOf(client, stripeAccount, reference)
  return session?.status === 'open' ? (session.url ?? undefined) : undefined
}

const sessionOf = (client: StripeClient, stripeAccount: string, reference: string) =>
  client.checkout.sessions
    .retrieve(reference, { expand: ['setup_intent.payment_method'] }, { stripeAccount })
    .catch((error: unknown) => {
      // The club has another account now, or has disconnected: no card there could be charged.
      if (isGone(error)) return undefined
      throw error
    })

/** Closes the page, so that no card can be saved on it any more. */
export async function closeSetUp(client: StripeClient, stripeAccount: string, reference: string): Promise<void> {
  try {
    await client.checkout.sessions.expire(reference, {}, { stripeAccount })
  } catch (error) {
    // It has expired before, or a card was saved on it.
    if (!isGone(error) && !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

function cardOfSetup({ status, customer, payment_method: method }: Stripe.SetupIntent) {
  const customerId = idOf(customer)
  if (status !== 'succeeded' || customerId === undefined || method === null || typeof method === 'string')
    return undefined
  const label = method.card ? `${method.card.brand} •••• ${method.card.last4}` : method.type
  return { customer: customerId, method: method.id, label }
}
