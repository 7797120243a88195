import Stripe from 'stripe'
import { isGone } from './asking.ts'
import type { SavedMethod } from './provider.ts'

/** Whom the club's account knows somebody as whose card is kept. */
export async function customerOf(client: Stripe, stripeAccount: string, userId: string, email: string | undefined) {
  const { id } = await client.customers.create(
    { metadata: { user: userId }, ...(email !== undefined && { email }) },
    { stripeAccount, idempotencyKey: `customer:${stripeAccount}:${userId}:${email ?? ''}` },
  )
  return id
}

/** The card that was left on a page on which nothing is paid; undefined while none was. */
export async function leftOn(
  client: Stripe,
  stripeAccount: string,
  reference: string,
): Promise<(SavedMethod & { label: string }) | undefined> {
  const session = await sessionOf(client, stripeAccount, reference)
  const setup = session?.setup_intent
  return setup !== null && typeof setup === 'object' ? leftBy(setup) : undefined
}

/** The address of such a page, as long as a card can be left on it. */
export async function openSetUp(client: Stripe, stripeAccount: string, reference: string): Promise<string | undefined> {
  const session = await sessionOf(client, stripeAccount, reference)
  return session?.status === 'open' ? (session.url ?? undefined) : undefined
}

const sessionOf = (client: Stripe, stripeAccount: string, reference: string) =>
  client.checkout.sessions
    .retrieve(reference, { expand: ['setup_intent.payment_method'] }, { stripeAccount })
    .catch((error: unknown) => {
      // The club has another account by now, or has left: nothing was left there that could be charged.
      if (isGone(error)) return undefined
      throw error
    })

/** Nobody leaves a card on the page any more. */
export async function closeSetUp(client: Stripe, stripeAccount: string, reference: string): Promise<void> {
  try {
    await client.checkout.sessions.expire(reference, {}, { stripeAccount })
  } catch (error) {
    // It has ended before, or a card was left on it.
    if (!isGone(error) && !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

function leftBy({ status, customer, payment_method: method }: Stripe.SetupIntent) {
  const of = typeof customer === 'string' ? customer : customer?.id
  if (status !== 'succeeded' || of === undefined || method === null || typeof method === 'string') return undefined
  const label = method.card ? `${method.card.brand} •••• ${method.card.last4}` : method.type
  return { customer: of, method: method.id, label }
}
