import { organizationOf } from '#shared/ids.ts'
import type { PaidStatus } from '../../providers/provider.ts'
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

/** The postings of the provider's fee and the platform's share; none while they are not known. */
export function providerFeeEntry(stamp: Stamp, payment: Payment, { chargeId, feeCents }: PaidStatus): Write[] {
  if (feeCents === undefined || feeCents + payment.platformCents === 0) return []
  return [
    ledger.book({
      organizationId: organizationOf(payment.paymentId),
      effect: `fees:${chargeId}`,
      bookedAt: stamp.at,
      about: payment.paymentId,
      postings: [
        { account: 'expenses:processor', cents: feeCents },
        { account: 'expenses:platform', cents: payment.platformCents },
        ...sharePostings(payment),
        { account: clearingOf(payment), cents: -feeCents },
      ],
    }),
    ...shareWrites(payment, payment.platformCents),
  ]
}

/** The account of the platform's share: Stripe takes it off for us; with other providers, the club owes it. */
const shareAccountOf = ({ provider }: Payment): Account =>
  provider === 'STRIPE' ? clearing.STRIPE : 'liabilities:platform'
const sharePostings = (payment: Payment): Posting[] => [
  { account: shareAccountOf(payment), cents: -payment.platformCents },
]

/** The write that adds to what the club owes, until it is put on its invoice. */
const shareWrites = ({ provider, paymentId }: Payment, cents: number): Write[] =>
  provider === 'STRIPE' ? [] : platformShares.add({ organizationId: organizationOf(paymentId) }, cents)

/** The part of the platform's share that is refunded. */
export const shareToRefund = (
  { withFee, cents }: Pick<Refund, 'withFee' | 'cents'>,
  { platformCents, amount }: Payment,
) => (withFee === true ? Math.round((platformCents * cents) / amount) : 0)

/**
 * The same for a part of a refund that the club has made itself: it owes less. 0 with Stripe, which has taken the share and does not return
 * it. Several parts have the same sum as the whole.
 */
export const shareOwedBack = (refund: Refund, takenCents: number, payment: Payment): number =>
  payment.provider === 'STRIPE'
    ? 0
    : shareToRefund(refund, payment) - shareToRefund({ ...refund, cents: refund.cents - takenCents }, payment)

/** The postings and writes that return an amount of the platform's share; negative to take it again. */
export const returnShare = (payment: Payment, cents: number): { postings: Posting[]; writes: Write[] } => ({
  postings: [
    { account: shareAccountOf(payment), cents },
    { account: 'expenses:platform', cents: -cents },
  ],
  writes: shareWrites(payment, -cents),
})
