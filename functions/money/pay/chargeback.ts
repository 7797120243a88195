import type { pay } from '#shared/api/money/pay.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../../serve.ts'
import { payments, refunds } from '../../table/payments.ts'
import { mayEditFee } from '../../access/fees.ts'
import { settleDispute } from './dispute.ts'
import { bookedRefundCents } from './bookedRefunds.ts'

/**
 * Enters a chargeback by hand, since FluidPay's API has none and clubs get them by letter. It is about the whole payment: somebody with the
 * right to the fees of one team cannot enter one for a payment that was also for another team.
 */
export async function enterChargeback({
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
  // Refunds that are only requested have not been made: the bank takes that amount too.
  const cents = amount - bookedRefundCents(await refunds.of({ paymentId }))
  if (provider !== 'FLUIDPAY' || state !== 'paid' || chargeId === undefined || cents <= 0) throw new Problem('conflict')
  const disputeFields = { status: 'lost', reason: 'chargeback', dueBy: undefined } as const
  await settleDispute(stamp, paymentId, {
    ...{ disputeId: `chargeback-${chargeId}`, chargeId, cents, withdrawnCents: cents, feeCents },
    ...disputeFields,
  })
  return {}
}
