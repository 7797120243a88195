import { Problem } from '#shared/problems.ts'
import { type FeePayment, feePayments } from './fees.ts'
import { disputes, type PaymentId, payments, type Refund, refunds } from './payments.ts'
import type { ManualMethod, OnlineMethod } from '#shared/rules/fees.ts'
import type { Account } from './ledger.ts'
import { onlineMethods } from '#shared/rules/fees.ts'
import type { Stamp, Write } from './writes.ts'

/** Whether it was paid online: then only its provider can refund it. */
export const isOnline = <P extends Pick<FeePayment, 'how'>>(payment: P): payment is P & { how: OnlineMethod } =>
  (onlineMethods as readonly string[]).includes(payment.how)

/** The account of a manual payment. */
export const accountOf = (how: ManualMethod): Account => (how === 'CASH' ? 'assets:cash' : 'assets:bank')

/** The refunds of a payment that belong to one of its fees. */
const refundsOfFee = ({ playerFeeId, surcharge }: FeePayment, paymentRefunds: readonly Refund[]) =>
  // An overpayment is in `givenBack` only if it is the whole payment, which then has no surcharge.
  paymentRefunds.filter(
    ({ about, refundId }) => about === playerFeeId && (refundId !== 'over' || surcharge === undefined),
  )

/** The part of a fee's payment that the payer's bank has taken back: directly, and from failed refunds. */
export const chargedBackCents = (feePayment: FeePayment, paymentRefunds: readonly Refund[]): number =>
  refundsOfFee(feePayment, paymentRefunds).reduce((sum, { bankCents = 0 }) => sum + bankCents, feePayment.byBank ?? 0)

/**
 * The part of a fee's payment that was returned to the payer, in cents, without what the payer's bank has taken. Refunds in a
 * state in `exceptStates` do not count.
 */
export function returnedCents(
  feePayment: FeePayment,
  paymentRefunds: readonly Refund[],
  exceptStates: readonly Refund['state'][],
): number {
  const excluded = refundsOfFee(feePayment, paymentRefunds).filter(({ state }) => exceptStates.includes(state))
  const cents = excluded.reduce((sum, { cents, surcharge = 0 }) => sum + Math.max(0, cents - surcharge), 0)
  return Math.max(0, feePayment.givenBack - chargedBackCents(feePayment, paymentRefunds) - cents)
}

/**
 * Throws `payment_disputed` during an open dispute: the provider refunds nothing, and a manual refund would pay twice. During an
 * inquiry a refund is allowed, and settles it.
 */
export async function checkUndisputed(all: readonly PaymentId[]): Promise<void> {
  const disputesByPayment = await Promise.all(all.map((payment) => disputes.of(payment)))
  if (disputesByPayment.flat().some(({ status }) => status === 'open')) throw new Problem('payment_disputed')
}

/**
 * The writes that request a refund, for the transaction that makes it the family's credit; a worker then has the provider do it.
 * Never more than was paid, even concurrently. `surcharge`: the part of the surcharge to refund on top of `cents`.
 */
export const refundWrites = (
  stamp: Stamp,
  payment: FeePayment,
  {
    refundId,
    cents,
    surcharge = 0,
    withFee,
    isTold = false,
  }: { refundId: string; cents: number; surcharge?: number; withFee: boolean; isTold?: boolean },
): Write[] => {
  const { playerFeeId, paymentId, givenBack } = payment
  const totalCents = cents + surcharge
  return [
    feePayments.change(
      { playerFeeId, paymentId },
      { set: { givenBack: givenBack + cents }, when: [['givenBack', '=', givenBack]] },
    ),
    payments.change({ paymentId }, { add: { returned: totalCents }, when: [['state', '=', 'paid']] }),
    refunds.request({
      paymentId,
      refundId,
      cents: totalCents,
      ...(surcharge > 0 && { surcharge }),
      ...(withFee && { withFee }),
      ...(isTold && { isTold }),
      about: playerFeeId,
      askedAt: stamp.at,
    }),
  ]
}
