import type { ValueFaults } from './faults.ts'
import { priceFault } from './fees.ts'
import { grossOf, type Rate, sharesOf } from './money.ts'

/** The highest chargeback fee that any provider charges a club, in cents. */
export const maxChargebackFee = 10_000
/** The most fees paid at once. */
export const maxPaidAtOnce = 20

/** The providers' minimum payment, in cents. */
export const leastOnline = 50

/** Stripe's names for bank payments, by country. */
const banks: readonly string[] = [
  ...['us_bank_account', 'acss_debit', 'sepa_debit', 'bacs_debit', 'au_becs_debit', 'customer_balance'],
]
/** Payment methods known by their brand, under Stripe's names. */
const wallets: Readonly<Record<string, string>> = {
  ...{ link: 'Link', cashapp: 'Cash App', amazon_pay: 'Amazon Pay', paypal: 'PayPal', revolut_pay: 'Revolut Pay' },
  ...{ klarna: 'Klarna', affirm: 'Affirm', afterpay_clearpay: 'Afterpay' },
}

/**
 * What was paid with, by the stored label: a card with its last digits, or Stripe's name of another method. `name` is the same in
 * all languages.
 */
export function paidBy(label: string | null | undefined): { means: 'card' | 'bank' | 'online'; name?: string } {
  if (!label || label === 'card') return { means: 'card' }
  // Stripe writes the brand small.
  if (label.includes('••••')) return { means: 'card', name: label.charAt(0).toUpperCase() + label.slice(1) }
  if (banks.includes(label)) return { means: 'bank' }
  const name = wallets[label.toLowerCase()]
  return name === undefined ? { means: 'online' } : { means: 'online', name }
}

/** A fee as its payer sees it: what is open, and whether the club bears the processing fee. */
export type Payable = { outstandingInCents: number; absorbFees: boolean }

/**
 * The price of paying these fees at once, in cents: their sum, and the processing fee for those on which the club does not bear
 * it. Undefined if no payment is enough.
 */
export function priceOf(
  fees: readonly Payable[],
  rate: Rate,
): { sum: number; surcharge: number; total: number } | undefined {
  const sumOf = (fees: readonly Payable[]) => fees.reduce((all, { outstandingInCents }) => all + outstandingInCents, 0)
  const sum = sumOf(fees)
  const feesPassedOn = sumOf(fees.filter(({ absorbFees }) => !absorbFees))
  const gross = grossOf(sum, rate)
  if (gross === undefined) return feesPassedOn === 0 ? { sum, surcharge: 0, total: sum } : undefined
  const [surcharge = 0] = sharesOf(gross - sum, [feesPassedOn, sum - feesPassedOn])
  return { sum, surcharge, total: sum + surcharge }
}

type PaidTo = { paymentAccountId: string | null }
/** The accounts that some of these fees are restricted to: they can only be paid at once if there is at most one. */
export const ownAccounts = (fees: readonly PaidTo[]): string[] => [
  ...new Set(fees.flatMap(({ paymentAccountId }) => paymentAccountId ?? [])),
]
/** The ways by which all of these fees can be paid at once. */
export function payWaysForFees<Way extends { paymentAccountId: string; takesAny: boolean }>(
  fees: readonly PaidTo[],
  ways: readonly Way[],
): Way[] {
  const [accountId, ...otherAccountIds] = ownAccounts(fees)
  if (accountId === undefined) return ways.filter(({ takesAny }) => takesAny)
  return otherAccountIds.length > 0 ? [] : ways.filter(({ paymentAccountId }) => paymentAccountId === accountId)
}
/** The fees that can be paid together with the first one that is restricted to an account. */
export function paidTogether<Fee extends PaidTo>(fees: readonly Fee[]): Fee[] {
  const [accountId] = ownAccounts(fees)
  return fees.filter(({ paymentAccountId }) => paymentAccountId === null || paymentAccountId === accountId)
}

/** Each part's share of the surcharge of a payment, in cents: parts for which the club bears it have none. */
export function surchargesOf(surcharge: number, parts: readonly { cents: number; absorbFees: boolean }[]): number[] {
  const centsPassedOn = parts.map(({ cents, absorbFees }) => (absorbFees ? 0 : cents))
  // Who bears it may have been changed during the payment.
  return sharesOf(surcharge, centsPassedOn.some((cents) => cents > 0) ? centsPassedOn : parts.map(({ cents }) => cents))
}

/** The faults of a chargeback: its fee must not exceed the limit. */
export const chargebackFaults = ({ fee }: { fee: number | null }): ValueFaults => ({
  fee:
    fee === null
      ? { code: 'required' }
      : fee > maxChargebackFee
        ? { code: 'too_great', limit: maxChargebackFee / 100 }
        : undefined,
})

/** The faults of a refund: never more than is left of the payment. */
export const refundFaults = ({ amount }: { amount: number | null }, max: number): ValueFaults => ({
  amount: priceFault(amount) ?? (amount !== null && amount > max ? { code: 'too_great', limit: max / 100 } : undefined),
})
