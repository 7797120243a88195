import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { providerOf } from '../providers/providers.ts'
import { type Account, ledger } from '../table/ledger.ts'
import { payments, refunds } from '../table/payments.ts'
import { write } from '../table/table.ts'
import { worker } from '../worker.ts'
import { accountOf, clearingOf } from './pay/settle.ts'

/**
 * Hears of what is to be given back, has the provider do it, and books it: by an id of its own, so that asked again after a
 * reply that was lost it is the same refund.
 */
export const handler = worker(async ({ pk, sk }, { now }) => {
  const id = { paymentId: pk.slice('PAYMENT#'.length), refundId: sk.slice('REFUND#'.length) }
  const [refund, payment] = await Promise.all([
    refunds.get(id, { consistent: true }),
    payments.get(id, { consistent: true }),
  ])
  if (refund?.state !== 'wanted' || !payment?.chargeId) return 'nothing to do'
  const { cents } = refund
  const { chargeId, amount, platformCents, paymentId } = payment
  // Stripe refuses to give back a share of which there is none.
  const withFee = refund.withFee === true && platformCents > 0
  const account = await accountOf(payment)
  const refundId = `${paymentId}:${id.refundId}`
  const done = await providerOf(account).refund({ account, refundId, chargeId, cents, withFee })
  const stamp = { actor: 'money-refunds', at: now }
  const change = { version: refund.version }
  const when = [['version', '=', change.version]] as const
  try {
    if (done.as === 'refused') {
      await write(stamp, refunds.change(id, { set: { state: 'refused', why: done.why }, when }))
      return 'refused'
    }
    const back = withFee ? Math.round((platformCents * cents) / amount) : 0
    const clearing: Account = clearingOf(payment)
    await write(
      stamp,
      refunds.change(id, { set: { state: 'done', providerRefundId: done.providerRefundId }, when }),
      ledger.book({
        organizationId: organizationOf(paymentId),
        effect: `refund:${done.providerRefundId}`,
        bookedAt: now,
        about: paymentId,
        postings: [
          { account: 'liabilities:credit', cents },
          { account: clearing, cents: back - cents },
          { account: 'expenses:platform', cents: -back },
        ],
      }),
    )
    return 'done'
  } catch (error) {
    // Somebody else has booked it meanwhile.
    if (error instanceof Problem && error.code === 'conflict') return 'nothing to do'
    throw error
  }
})
