import type Stripe from 'stripe'
import { type Books, platform, type StripeObject } from './books.ts'
import { cardOf, type Method, methodNamed } from './cards.ts'
import { empty } from './empty.ts'
import { type Events, randomId } from './events.ts'
import { type Form, formIn, numberIn, textIn, textsIn } from './form.ts'
import { invalid, Refusal } from './refusal.ts'

export type World = { books: Books; events: Events }
export type Intent = StripeObject & Stripe.PaymentIntent & { ownAnswered?: boolean; ownBack?: string }
export type Charge = StripeObject & Stripe.Charge

const minAmount = 50

export function newIntent({ books, events }: World, account: string, form: Form): Intent {
  const amount = numberIn(form, 'amount') ?? 0
  const fee = numberIn(form, 'application_fee_amount') ?? null
  if (!Number.isInteger(amount) || amount < minAmount)
    throw invalid('Amount must be at least $0.50 usd', { param: 'amount', code: 'amount_too_small' })
  if (fee !== null && account === platform)
    throw invalid('Can only apply an application_fee_amount to a payment of a connected account.')
  if (fee !== null && fee > amount) throw invalid('application_fee_amount must be no more than the amount.')
  const customer = textIn(form, 'customer') ?? null
  if (customer) books.get(account, customer, 'customer')
  const intent = books.make<Intent>(account, 'payment_intent', 'pi', {
    amount,
    amount_received: 0,
    currency: textIn(form, 'currency') ?? 'usd',
    customer,
    description: textIn(form, 'description') ?? null,
    metadata: textsIn(form, 'metadata'),
    application_fee_amount: fee,
    setup_future_usage: textIn(form, 'setup_future_usage') ?? null,
    receipt_email: textIn(form, 'receipt_email') ?? null,
    capture_method: 'automatic_async',
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    status: 'requires_payment_method',
    client_secret: `secret_${randomId()}`,
  })
  events.emit(account, 'payment_intent.created', intent)
  return intent
}

/**
 * Stripe's checks before a charge: a payment that may redirect needs a return URL, and the card must not have been
 * detached.
 */
export function checkConfirmed(books: Books, account: string, form: Form): void {
  const automatic = formIn(form, 'automatic_payment_methods')
  const allowsRedirect = textIn(automatic, 'allow_redirects') !== 'never' && !('payment_method_types' in form)
  if (allowsRedirect && textIn(form, 'return_url') === undefined)
    throw invalid('A `return_url` must be specified because this Payment Intent accepts payment methods that redirect.')
  const [customer, method] = [textIn(form, 'customer'), textIn(form, 'payment_method') ?? '']
  if (customer !== undefined && books.find<Method>(account, method)?.customer === null)
    throw invalid('The provided PaymentMethod was detached from a Customer. It may not be used again.')
}

type ConfirmOptions = { method: string | undefined; offSession: boolean; returnUrl?: string | undefined; base: string }

/** Charges the card, or requires authentication first. Throws Stripe's error for a decline. */
export function confirm(
  world: World,
  account: string,
  intent: Intent,
  { method: id, offSession, returnUrl, base }: ConfirmOptions,
): Intent {
  const { books, events } = world
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw invalid(`You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
    })
  const method = methodNamed(books, account, id ?? idOf(intent.payment_method))
  intent.payment_method = method.id
  const card = cardOf(method)
  const needsAuthentication = card.asks === 'always' || (card.asks === 'once' && !method.ownSaved)
  if (needsAuthentication && !intent.ownAnswered && offSession)
    throw declined(world, account, intent, method, {
      code: 'authentication_required',
      decline_code: 'authentication_required',
    })
  if (needsAuthentication && !intent.ownAnswered) {
    const url = `${base}/3ds/${account}/${intent.id}`
    intent.status = 'requires_action'
    if (returnUrl !== undefined) intent.ownBack = returnUrl
    intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl ?? null } }
    events.emit(account, 'payment_intent.requires_action', intent)
    return intent
  }
  const declineReason = card.declined ?? (offSession ? card.declinedLater : undefined)
  if (declineReason !== undefined)
    throw declined(world, account, intent, method, { code: 'card_declined', decline_code: declineReason })
  return charge(world, account, intent, method)
}

type DeclineReason = { code: string; decline_code: string; advice_code?: string }
function declined({ events }: World, account: string, intent: Intent, method: Method, reason: DeclineReason): Refusal {
  const message = 'Your card was declined.'
  const advice = reason.decline_code === 'expired_card' ? { advice_code: 'do_not_try_again' } : {}
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.last_payment_error = {
    type: 'card_error',
    message,
    ...reason,
    ...advice,
  }
  events.emit(account, 'payment_intent.payment_failed', intent)
  return new Refusal(402, 'card_error', message, {
    ...reason,
    ...advice,
    payment_intent: intent,
    payment_method: method,
  })
}

/** The card details of a payment. */
function usedCard({ card }: Method): Stripe.Charge.PaymentMethodDetails.Card {
  const { brand, checks, country, exp_month, exp_year, funding, last4 } = card ?? {}
  const emptyFields = empty(
    `amount_authorized authorization_code electronic_commerce_indicator installments mandate network
    network_transaction_id regulated_status three_d_secure transaction_link_id wallet`,
  )
  const ownFields = { brand, checks, country, exp_month, exp_year, funding, last4 }
  return { ...emptyFields, ...ownFields } as unknown as Stripe.Charge.PaymentMethodDetails.Card
}

/** Stripe's own fee for a card payment. */
const stripeFee = (amount: number): number => Math.round(amount * 0.029) + 30

function charge({ books, events }: World, account: string, intent: Intent, method: Method): Intent {
  const { amount, currency, customer, application_fee_amount: platformFee } = intent
  const charge = books.make<Charge>(account, 'charge', cardOf(method).bank ? 'py' : 'ch', {
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    currency,
    customer,
    captured: true,
    paid: true,
    refunded: false,
    disputed: false,
    status: 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    application_fee_amount: platformFee,
    metadata: intent.metadata,
    payment_method_details: { type: 'card', card: usedCard(method) },
  })
  const ownFee = stripeFee(amount)
  const fees = [
    { amount: ownFee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' },
  ]
  if (platformFee)
    fees.push({
      amount: platformFee,
      application: null,
      currency,
      description: 'application fee',
      type: 'application_fee',
    })
  charge.balance_transaction = bookTransaction(books, account, {
    type: 'charge',
    source: charge.id,
    amount,
    fee: ownFee + (platformFee ?? 0),
    fee_details: fees,
    currency,
  }).id
  if (platformFee) {
    const fee = { account, amount: platformFee, amount_refunded: 0, charge: charge.id, currency, refunded: false }
    const applicationFee = books.make<Stripe.ApplicationFee>(platform, 'application_fee', 'fee', fee)
    charge.application_fee = applicationFee.id
    events.emit(platform, 'application_fee.created', applicationFee)
  }
  if (intent.setup_future_usage && typeof customer === 'string') {
    method.customer = customer
    method.ownSaved = true
  }
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  })
  events.emit(account, 'charge.succeeded', charge)
  events.emit(account, 'payment_intent.succeeded', intent)
  return intent
}

type BookedLine = Pick<Stripe.BalanceTransaction, 'type' | 'source' | 'amount' | 'fee' | 'fee_details' | 'currency'>
/** Adds a transaction to an account's balance. */
export function bookTransaction(
  books: Books,
  account: string,
  line: BookedLine,
): StripeObject & Stripe.BalanceTransaction {
  return books.make<Stripe.BalanceTransaction>(account, 'balance_transaction', 'txn', {
    ...line,
    net: line.amount - line.fee,
    reporting_category: line.type,
    status: 'pending',
    available_on: books.now() + 2 * 86_400,
    description: null,
    exchange_rate: null,
  })
}

export function cancelIntent({ events }: World, account: string, intent: Intent): Intent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
    })
  intent.status = 'canceled'
  events.emit(account, 'payment_intent.canceled', intent)
  return intent
}

/** The id of an object that may be expanded. */
export const idOf = (reference: string | { id: string } | null | undefined): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')
