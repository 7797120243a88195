import { isId, organizationOf } from '#shared/ids.ts'
import { isProblem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { ignore } from '../../table/ignore.ts'
import { listChangedCharges, refundedCentsOf, isReturned, type Transaction } from '../../providers/fluidpay.ts'
import { checkEveryHours, type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { payments, refunds } from '../../table/payments.ts'
import { update } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { settleBatches } from './batches.ts'
import { settleDispute } from './dispute.ts'
import { bookedRefundCents } from './bookedRefunds.ts'
import { outsideRefundOf } from './refundTurn.ts'
import { settleOutsideRefund } from './outsideRefund.ts'
import { settle } from './settle.ts'
import { settleRefund } from './settleRefund.ts'

/** Reads once a day what has happened to charges at FluidPay without us: refunds by the club, and chargebacks. FluidPay has no webhooks. */
export async function checkFluidPay(stamp: Stamp, account: Stored<PaymentAccount>): Promise<void> {
  const { paymentAccountId, version } = account
  const lookAt = addHours(stamp.at, checkEveryHours)
  const updateAccount = (set: Partial<PaymentAccount>, more: { when?: ReturnType<typeof ifUnchanged> } = {}) =>
    update(stamp, paymentAccounts.change(account, { set: { lookAt, ...set }, ...more }))
  try {
    for await (const page of listChangedCharges(paymentAccountId))
      for (const charge of page) await settleCharge(stamp, account, charge)
    await settleBatches(stamp, account)
    await updateAccount({ missing: [], lookedAt: stamp.at })
  } catch (error) {
    // The key is not valid any more: the club is mailed, and nothing is read until it is changed.
    if (!isProblem(error, 'payments_off')) throw error
    // If the key has just been changed, the check is repeated.
    await updateAccount({ missing: ['fluidpay_key'] }, { when: ifUnchanged({ version }) }).catch(ignore('conflict'))
  }
}

async function settleCharge(stamp: Stamp, { paymentAccountId }: PaymentAccount, charge: Transaction): Promise<void> {
  // A charge without one of our ids was made without us.
  const paymentId = `${organizationOf(paymentAccountId)}.${charge.order_id}`
  if (!isId('payment', paymentId)) return
  const payment = await payments.get({ paymentId }, { consistent: true })
  if (payment?.paymentAccountId !== paymentAccountId || (payment.chargeId ?? charge.id) !== charge.id) return
  if ((await settle(stamp, paymentId))?.state !== 'paid') return
  if (isReturned(charge)) {
    const cents = charge.amount - refundedCentsOf(charge)
    const disputeFields = { status: 'lost', reason: charge.status, dueBy: undefined, feeCents: 0 } as const
    const dispute = {
      disputeId: `returned-${charge.id}`,
      chargeId: charge.id,
      cents,
      withdrawnCents: cents,
      ...disputeFields,
    }
    return settleDispute(stamp, paymentId, dispute)
  }
  const all = await refunds.of({ paymentId })
  const requested = all.find(({ state }) => state === 'wanted')
  // Refunds that we have requested find out which of these are theirs.
  if (requested) return void (await settleRefund(stamp, requested))
  const refundedCents = refundedCentsOf(charge)
  if (refundedCents > bookedRefundCents(all))
    await settleOutsideRefund(stamp, paymentId, outsideRefundOf(charge.id, refundedCents))
}
