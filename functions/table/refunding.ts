import { Problem } from '#shared/problems.ts'
import { type FeePayment, feePayments } from './fees.ts'
import { disputes, type PaymentId, payments, type Refund, refunds } from './payments.ts'
import type { ManualMethod, OnlineMethod } from '#shared/rules/fees.ts'
import type { Account } from './ledger.ts'
import { onlineMethods } from '#shared/rules/fees.ts'
import type { Stamp, Write } from './writes.ts'

/** Whether it came in online: then only its provider gives it back. */
export const isOnline = <P extends Pick<FeePayment, 'how'>>(payment: P): payment is P & { how: OnlineMethod } =>
  (onlineMethods as readonly string[]).includes(payment.how)

/** Where money lies that came in by hand. */
export const accountOf = (how: ManualMethod): Account => (how === 'CASH' ? 'assets:cash' : 'assets:bank')

/** Of the refunds of a payment those of one of its fees. */
const ofFee = ({ playerFeeId, surcharge }: FeePayment, all: readonly Refund[]) =>
  // What was paid over is in `givenBack` only where it is all that was paid: nothing came on top of it then.
  all.filter(({ about, refundId }) => about === playerFeeId && (refundId !== 'over' || surcharge === undefined))

/** What the payer's bank has taken back of what was paid on a fee: at once, and of what did not arrive. */
export const takenByBank = (paid: FeePayment, all: readonly Refund[]): number =>
  ofFee(paid, all).reduce((sum, { bankCents = 0 }) => sum + bankCents, paid.byBank ?? 0)

/**
 * What of what was paid on a fee has gone back to its payer, in cents, without what the payer's bank has taken. `not`: refunds that
 * stand so have not gone back.
 */
export function goneBackOf(paid: FeePayment, all: readonly Refund[], not: readonly Refund['state'][]): number {
  const there = ofFee(paid, all).filter(({ state }) => not.includes(state))
  const cents = there.reduce((sum, { cents, surcharge = 0 }) => sum + Math.max(0, cents - surcharge), 0)
  return Math.max(0, paid.givenBack - takenByBank(paid, all) - cents)
}

/**
 * While the payer's bank decides on a payment, its provider gives nothing back, and the club by hand would give it twice. While it
 * only asks about it, what goes back ends the matter.
 */
export async function checkUndisputed(all: readonly PaymentId[]): Promise<void> {
  const found = await Promise.all(all.map((payment) => disputes.of(payment)))
  if (found.flat().some(({ status }) => status === 'open')) throw new Problem('payment_disputed')
}

/**
 * So much of a payment is to go back, as writes beside those that put it into the family's credit: a worker has the provider
 * do it. Never more than was paid, however many ask at once. `surcharge`: of what came on top, in cents, beside `cents`.
 */
export const toGiveBack = (
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
  const all = cents + surcharge
  return [
    feePayments.change(
      { playerFeeId, paymentId },
      { set: { givenBack: givenBack + cents }, when: [['givenBack', '=', givenBack]] },
    ),
    payments.change({ paymentId }, { add: { returned: all }, when: [['state', '=', 'paid']] }),
    refunds.want({
      paymentId,
      refundId,
      cents: all,
      ...(surcharge > 0 && { surcharge }),
      ...(withFee && { withFee }),
      ...(isTold && { isTold }),
      about: playerFeeId,
      askedAt: stamp.at,
    }),
  ]
}
