import type { pay } from '#shared/api/money/pay.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../../serve.ts'
import { payments, refunds } from '../../table/payments.ts'
import { mayEditFee } from '../../access/fees.ts'
import { settleDispute } from './dispute.ts'
import { bookedOf } from './goneBack.ts'

/**
 * FluidPay shows no chargebacks: the club hears of one by letter, and its treasurer puts it down. It concerns all that was paid at
 * once: who keeps the fees of one team puts down none of a payment that was for another, too.
 */
export async function putDownChargeback({
  params: { feePlayerId },
  body: { paymentId, feeInCents: feeCents },
  stamp,
  me,
}: CallOf<typeof pay, 'POST /rest-api/fee/chargeback/{feePlayerId}'>) {
  const [payment, { access }] = await Promise.all([payments.get({ paymentId }, { consistent: true }), me])
  if (!payment?.parts.some(({ playerFeeId }) => playerFeeId === feePlayerId)) throw new Problem('not_found')
  const { provider, state, chargeId, amount, isLost, parts } = payment
  if (isLost) return {}
  if (!parts.every(({ playerFeeId }) => mayEditFee(access, playerFeeId))) throw new Problem('not_allowed')
  // What waits to go back has not gone back: the bank takes that, too.
  const cents = amount - bookedOf(await refunds.of({ paymentId }))
  if (provider !== 'FLUIDPAY' || state !== 'paid' || chargeId === undefined || cents <= 0) throw new Problem('conflict')
  const lost = { status: 'lost', reason: 'chargeback', dueBy: undefined } as const
  await settleDispute(stamp, paymentId, {
    ...{ disputeId: `chargeback-${chargeId}`, chargeId, cents, withdrawnCents: cents, feeCents },
    ...lost,
  })
  return {}
}
