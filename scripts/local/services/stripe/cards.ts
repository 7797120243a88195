import type Stripe from 'stripe'
import type { Books, StripeObject } from './books.ts'
import { empty } from './empty.ts'
import { Refusal } from './refusal.ts'

/** The behavior of a test card: Stripe's own test numbers, as documented by Stripe. */
type Card = {
  brand: string
  /** Declined, with this code. */
  declined?: string
  /** Can be saved, but is declined when it is charged later. */
  declinedLater?: string
  /** The bank asks for authentication: at every payment, or only until the card is saved. */
  asks?: 'always' | 'once'
  /** The cardholder disputes the payment right away. */
  disputed?: true
  /** Refunds are pending until the bank has them. */
  slowRefund?: true
  /** A bank account instead of a card: its payments have other id prefixes. */
  bank?: true
}
const cards: Readonly<Record<string, Card>> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '4000000000000002': { brand: 'visa', declined: 'generic_decline' },
  '4000000000009995': { brand: 'visa', declined: 'insufficient_funds' },
  '4000000000000069': { brand: 'visa', declined: 'expired_card' },
  '4000000000000341': { brand: 'visa', declinedLater: 'generic_decline' },
  '4000002760003184': { brand: 'visa', asks: 'always' },
  '4000002500003155': { brand: 'visa', asks: 'once' },
  '4000000000000259': { brand: 'visa', disputed: true },
  '4000000000007726': { brand: 'visa', slowRefund: true },
  '000123456789': { brand: 'visa', bank: true },
}

/** Ids that the API accepts for a test card, without a page. */
const numbersByMethod: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_usBankAccount_success: '000123456789',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
}

export type Method = StripeObject & Stripe.PaymentMethod & { ownNumber: string; ownSaved?: boolean }

export const cardOf = (method: Method): Card => cards[method.ownNumber] ?? { brand: 'visa' }

export function newMethod(books: Books, account: string, number: string, customer: string | null): Method {
  const card = cards[number]
  if (!card)
    throw new Refusal(402, 'card_error', 'Your card number is incorrect.', {
      code: 'incorrect_number',
      param: 'number',
    })
  const checks = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' }
  return books.make<Method>(account, 'payment_method', 'pm', {
    type: 'card',
    customer,
    metadata: {},
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks,
      country: 'US',
      exp_month: 12,
      exp_year: 2034,
      funding: 'credit',
      last4: number.slice(-4),
      ...empty('display_brand generated_from networks regulated_status three_d_secure_usage wallet'),
    },
    ownNumber: number,
  } as unknown as Partial<Method>)
}

/** A payment method by its id, or by the name of a test card. */
export const methodNamed = (books: Books, account: string, id: string): Method =>
  numbersByMethod[id]
    ? newMethod(books, account, numbersByMethod[id], null)
    : books.get<Method>(account, id, 'PaymentMethod')
