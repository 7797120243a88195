import Stripe from 'stripe'
import type { StripeClient } from './stripeResources.ts'
import { Problem } from '#shared/problems.ts'
import type { PaymentAccount } from '../table/paymentAccounts.ts'
import {
  type AccountStatus,
  disconnected,
  type Onboarding,
  type PaidStatus,
  type PaymentProvider,
  type PaymentStatus,
} from './provider.ts'
import { busyWhereTransient, isGone, isRefused, undefinedIfGone } from './stripeCalls.ts'
import { closeSetUp, customerOf, deleteOwner, isCardSaved, savedCardOn, setUpUrl } from './stripeCards.ts'
import { stripeClient } from './stripeClient.ts'
import { readRefund, createRefund } from './stripeRefunds.ts'

/**
 * Stripe Connect with direct charges: the club is the merchant, and bears disputes and Stripe's fee; our share is an application
 * fee. Cards are entered only on Stripe's hosted page.
 */
export const stripe: PaymentProvider & Onboarding = busyWhereTransient<PaymentProvider & Onboarding>({
  async connect({ account, club, email, back }) {
    const client = await stripeClient()
    const providerAccountId = account.providerAccountId ?? (await newAccount(client, account, club, email))
    const request = client.accountLinks.create({
      account: providerAccountId,
      type: 'account_onboarding',
      refresh_url: back,
      return_url: back,
    })
    const { url } = await request.catch(throwPaymentsOff)
    return { providerAccountId, url }
  },

  async accountStatus(account): Promise<AccountStatus> {
    const client = await stripeClient()
    const stripeAccount = await client.accounts.retrieve(accountIdOf(account)).catch(undefinedIfGone)
    if (!stripeAccount) return { chargesEnabled: false, payoutsEnabled: false, missing: [disconnected] }
    return {
      chargesEnabled: stripeAccount.charges_enabled,
      payoutsEnabled: stripeAccount.payouts_enabled,
      missing: stripeAccount.requirements?.currently_due ?? [],
    }
  },

  async start({ paymentId, account, lines, platformCents }, { done, back, ends, language, email, saves }) {
    const client = await stripeClient()
    const stripeAccount = accountIdOf(account)
    const customer =
      saves === undefined ? undefined : await customerOf(client, stripeAccount, saves, email).catch(throwPaymentsOff)
    const request = client.checkout.sessions.create(
      {
        mode: 'payment',
        locale: language,
        ...(customer !== undefined ? { customer } : email !== undefined && { customer_email: email }),
        client_reference_id: paymentId,
        line_items: lines.map(({ name, cents }) => ({
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: cents, product_data: { name } },
        })),
        payment_intent_data: {
          metadata: { payment: paymentId },
          ...(customer !== undefined && { setup_future_usage: 'off_session' as const }),
          ...(platformCents > 0 && { application_fee_amount: platformCents }),
        },
        metadata: { payment: paymentId },
        success_url: done,
        cancel_url: back,
        expires_at: Math.floor(Date.parse(ends) / 1000),
      },
      { stripeAccount, idempotencyKey: `start:${paymentId}` },
    )
    const session = await request.catch(throwPaymentsOff)
    if (!session.url) throw new Problem('payment_over')
    return { reference: session.id, url: session.url }
  },

  async chargeSaved({ paymentId, account, cents, platformCents, customer, method, isOld }) {
    const client = await stripeClient()
    const options = { stripeAccount: accountIdOf(account) }
    const expand = intentParts
    try {
      if (isOld)
        for await (const { id, metadata } of client.paymentIntents.list({ customer, limit: 100 }, options))
          if (metadata['payment'] === paymentId)
            return {
              reference: id,
              status: statusOf(await client.paymentIntents.retrieve(id, { expand }, options)),
            }
      const intent = await client.paymentIntents.create(
        {
          amount: cents,
          currency: 'usd',
          customer,
          payment_method: method,
          off_session: true,
          confirm: true,
          // Nobody is present to follow a redirect; without this, Stripe requires a return URL.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { payment: paymentId },
          ...(platformCents > 0 && { application_fee_amount: platformCents }),
          expand,
        },
        { ...options, idempotencyKey: `charge:${paymentId}` },
      )
      return { reference: intent.id, status: statusOf(intent) }
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError)
        return { reference: error.payment_intent?.id, status: refusalStatus(error) }
      if (!isRefused(error)) throw error
      // Only a deleted card is final: other refusals may pass, such as while the club's account is restricted.
      const isStillSaved = await isCardSaved(client, options.stripeAccount, { customer, method })
      const status: PaymentStatus = isStillSaved ? { as: 'closed' } : { as: 'refused', why: 'refused', final: true }
      return { reference: undefined, status }
    }
  },

  async setUp({ account, key, userId, about, back, language, email }) {
    const client = await stripeClient()
    const stripeAccount = accountIdOf(account)
    const customer = await customerOf(client, stripeAccount, userId, email).catch(throwPaymentsOff)
    const wanted = { mode: 'setup', currency: 'usd', locale: language, customer, metadata: { card: about } } as const
    const request = client.checkout.sessions.create(
      { ...wanted, success_url: back, cancel_url: back },
      { stripeAccount, idempotencyKey: `setup:${key}` },
    )
    const session = await request.catch(throwPaymentsOff)
    if (!session.url) throw new Problem('payments_off')
    return { reference: session.id, url: session.url }
  },

  savedCardOn: async ({ account, reference }) => savedCardOn(await stripeClient(), accountIdOf(account), reference),

  setUpUrl: async ({ account, reference }) => setUpUrl(await stripeClient(), accountIdOf(account), reference),

  closeSetUp: async ({ account, reference }) => closeSetUp(await stripeClient(), accountIdOf(account), reference),

  async deleteCard({ account, method }) {
    const client = await stripeClient()
    try {
      await client.paymentMethods.detach(method, {}, { stripeAccount: accountIdOf(account) })
    } catch (error) {
      // It was deleted before.
      if (!isRefused(error)) throw error
    }
  },

  deleteOwner: async ({ account, userId }) => deleteOwner(await stripeClient(), accountIdOf(account), userId),

  async complete({ account, reference }) {
    const client = await stripeClient()
    const stripeAccount = accountIdOf(account)
    if (reference.startsWith('pi_')) {
      const request = client.paymentIntents.retrieve(reference, { expand: intentParts }, { stripeAccount })
      const intent = await request.catch(undefinedIfGone)
      return intent ? statusOf(intent) : { as: 'gone' }
    }
    const expand = intentParts.map((part) => `payment_intent.${part}`)
    const session = await client.checkout.sessions
      .retrieve(reference, { expand }, { stripeAccount })
      .catch(undefinedIfGone)
    return session ? sessionStatus(session) : { as: 'gone' }
  },

  async cancel(payment) {
    const client = await stripeClient()
    const stripeAccount = accountIdOf(payment.account)
    try {
      if (payment.reference.startsWith('pi_'))
        await client.paymentIntents.cancel(payment.reference, {}, { stripeAccount })
      else await client.checkout.sessions.expire(payment.reference, {}, { stripeAccount })
    } catch (error) {
      // It has ended in the meantime, or the club has disconnected: `complete` returns its state.
      if (!isGone(error) && !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    }
    return stripe.complete(payment)
  },

  refund: async ({ account, ...refund }) => createRefund(await stripeClient(), accountIdOf(account), refund),

  readRefund: async ({ account, providerRefundId }) =>
    readRefund(await stripeClient(), accountIdOf(account), providerRefundId),
})

/** For `catch`: throws `payments_off` if Stripe refuses. */
function throwPaymentsOff(error: unknown): never {
  throw isRefused(error) ? new Problem('payments_off') : error
}

/** Expanded with a payment: its fee, and how it was paid. */
const intentParts = ['latest_charge.balance_transaction', 'payment_method']

function accountIdOf({ providerAccountId }: PaymentAccount): string {
  if (providerAccountId === undefined) throw new Problem('payments_off')
  return providerAccountId
}

async function newAccount(client: StripeClient, { paymentAccountId }: PaymentAccount, name: string, email?: string) {
  const { id } = await client.accounts.create(
    {
      country: 'US',
      // The club has Stripe's own dashboard, pays Stripe's fee and bears its own losses.
      controller: {
        fees: { payer: 'account' },
        losses: { payments: 'stripe' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'full' },
      },
      metadata: { account: paymentAccountId },
    },
    { idempotencyKey: `account:${paymentAccountId}` },
  )
  // Not part of the request with that key, since the next caller may be another person. Stripe refuses it once the owner has used
  // its page.
  const profile = { business_profile: { name }, ...(email !== undefined && { email }) }
  await client.accounts.update(id, profile).catch((error: unknown) => {
    if (!isRefused(error)) throw error
  })
  return id
}

/** The state of a page: that of its payment, or still open. */
function sessionStatus(session: Stripe.Checkout.Session): PaymentStatus {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  if (session.status === 'expired') return { as: 'closed' }
  if (session.status === 'open' || !intent) return { as: 'open' }
  const status = statusOf(intent)
  // Nobody returns to a completed page, so a bank payment that failed afterwards has ended.
  if (status.as === 'refused') return { as: 'closed' }
  return status.as === 'asks' ? { as: 'processing' } : status
}

function statusOf(intent: Stripe.PaymentIntent): PaymentStatus {
  switch (intent.status) {
    case 'succeeded':
      return paidOf(intent)
    case 'processing':
      return { as: 'processing' }
    case 'canceled':
      return { as: 'closed' }
    case 'requires_action':
      return { as: 'asks' }
    default: {
      const { last_payment_error: error } = intent
      return error ? refusalStatus(error) : { as: 'open' }
    }
  }
}

function paidOf(intent: Stripe.PaymentIntent): PaidStatus {
  const charge = intent.latest_charge
  if (!charge || typeof charge === 'string') throw new Error('A payment that succeeded has its charge with it')
  const card = charge.payment_method_details?.card
  const label = card ? `${card.brand} •••• ${card.last4}` : (charge.payment_method_details?.type ?? '')
  const line = charge.balance_transaction
  const feeCents = line && typeof line === 'object' ? line.fee - (charge.application_fee_amount ?? 0) : undefined
  return {
    as: 'paid',
    chargeId: charge.id,
    cents: intent.amount_received,
    feeCents,
    label,
    saved: savedMethodOf(intent),
  }
}

function savedMethodOf({ setup_future_usage: usage, customer, payment_method: method }: Stripe.PaymentIntent) {
  const idOf = (reference: string | { id: string } | null) =>
    typeof reference === 'string' ? reference : reference?.id
  const [customerId, methodId] = [idOf(customer), idOf(method)]
  return usage === 'off_session' && customerId !== undefined && methodId !== undefined
    ? { customer: customerId, method: methodId }
    : undefined
}

type CardError = { code?: string | undefined; decline_code?: string | undefined; advice_code?: string | undefined }
const refusalStatus = ({ code, decline_code, advice_code }: CardError): PaymentStatus =>
  code === 'authentication_required'
    ? { as: 'asks' }
    : { as: 'refused', why: decline_code ?? code ?? 'declined', final: advice_code === 'do_not_try_again' }
