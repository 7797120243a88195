import { organizationOf } from '#shared/ids.ts'
import type { Paid } from '../../providers/provider.ts'
import { type Account, ledger, type Posting } from '../../table/ledger.ts'
import type { Payment } from '../../table/payments.ts'
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
export const shareAccountOf = ({ provider }: Payment): Account =>
  provider === 'STRIPE' ? clearing.STRIPE : 'liabilities:platform'
const platformsOf = (payment: Payment): Posting[] => [
  { account: shareAccountOf(payment), cents: -payment.platformCents },
]

/** What it owes is kept beside the booking, until it is put on its bill. */
export const shareOwed = ({ provider, paymentId }: Payment, cents: number): Write[] =>
  provider === 'STRIPE' ? [] : platformShares.add({ organizationId: organizationOf(paymentId) }, cents)
