import { organizationOf } from '#shared/ids.ts'
import type { Paid } from '../../providers/provider.ts'
import { type Account, ledger, type Posting } from '../../table/ledger.ts'
import type { Payment, Refund } from '../../table/payments.ts'
import { platformShares } from '../../table/platformShares.ts'
import type { Stamp, Write } from '../../table/writes.ts'

const clearing: Readonly<Record<Payment['provider'], Account>> = {
  STRIPE: 'assets:clearing:stripe',
  PAYPAL: 'assets:clearing:paypal',
  FLUIDPAY: 'assets:clearing:fluidpay',
}
export const clearingOf = ({ provider }: Pick<Payment, 'provider'>): Account => clearing[provider]

/** What provider and platform take of a payment, booked; nothing while that is not known. */
export function takenEntry(stamp: Stamp, payment: Payment, { chargeId, takenCents }: Paid): Write[] {
  if (takenCents === undefined || takenCents + payment.platformCents === 0) return []
  return [
    ledger.book({
      organizationId: organizationOf(payment.paymentId),
      effect: `fees:${chargeId}`,
      bookedAt: stamp.at,
      about: payment.paymentId,
      postings: [
        { account: 'expenses:processor', cents: takenCents },
        { account: 'expenses:platform', cents: payment.platformCents },
        ...platformsOf(payment),
        { account: clearingOf(payment), cents: -takenCents },
      ],
    }),
    ...shareOwed(payment, payment.platformCents),
  ]
}

/** Stripe takes the platform's share off for us; of what another provider brings, the club owes it. */
const shareAccountOf = ({ provider }: Payment): Account =>
  provider === 'STRIPE' ? clearing.STRIPE : 'liabilities:platform'
const platformsOf = (payment: Payment): Posting[] => [
  { account: shareAccountOf(payment), cents: -payment.platformCents },
]

/** What it owes is kept beside the booking, until it is put on its bill. */
const shareOwed = ({ provider, paymentId }: Payment, cents: number): Write[] =>
  provider === 'STRIPE' ? [] : platformShares.add({ organizationId: organizationOf(paymentId) }, cents)

/** What of the platform's share goes back with a refund. */
export const feeBackOf = ({ withFee, cents }: Pick<Refund, 'withFee' | 'cents'>, { platformCents, amount }: Payment) =>
  withFee === true ? Math.round((platformCents * cents) / amount) : 0

/**
 * The same where a club gives so much of a refund back itself: what it owes of it is less. Stripe has taken it, and gives back none.
 * Of several parts it is as much as of the whole.
 */
export const owedBackOf = (refund: Refund, taken: number, payment: Payment): number =>
  payment.provider === 'STRIPE'
    ? 0
    : feeBackOf(refund, payment) - feeBackOf({ ...refund, cents: refund.cents - taken }, payment)

/** So much of the platform's share goes back; less than nothing, it is taken again. */
export const shareBack = (payment: Payment, cents: number): { postings: Posting[]; writes: Write[] } => ({
  postings: [
    { account: shareAccountOf(payment), cents },
    { account: 'expenses:platform', cents: -cents },
  ],
  writes: shareOwed(payment, -cents),
})
