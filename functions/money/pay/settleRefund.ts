import { Problem } from '#shared/problems.ts'
import { addHours, addSeconds } from '#shared/rules/days.ts'
import { providerOf } from '../../providers/providers.ts'
import { type Payment, payments, type Refund, refundPatience, refunds } from '../../table/payments.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { become, noTurn } from './becomeRefund.ts'
import { inTurn } from './inTurn.ts'
import { settleOutsideRefund } from './outsideRefund.ts'
import { accountOf, keyHours } from './settle.ts'

type Id = { paymentId: string; refundId: string }

/**
 * Synchronizes a refund with its provider. The worker that requests it, the provider's events and the sweeper all run this. What
 * has left the club's account is booked once; if it comes back, it is the family's credit again. A redelivered message has the
 * time of its first delivery, which says nothing about what is in progress now, so for FluidPay it is left to the sweeper.
 */
export const settleRefund = (stamp: Stamp, id: Id, { isFirst = true } = {}): Promise<Refund['state'] | undefined> =>
  retryOnConflict(async () => {
    // Read in this order: anything booked in between causes a conflict on the payment, where the turn is taken.
    const payment = await payments.get(id, { consistent: true })
    const all = await refunds.of(id)
    const refund = all.find(({ refundId }) => refundId === id.refundId)
    if (!refund || !payment?.chargeId || refund.state === 'refused' || refund.byHand || refund.byBank)
      return refund?.state
    const isUnasked = refund.providerRefundId === undefined
    const { chargeId } = payment
    if (!isFirst && payment.provider === 'FLUIDPAY' && isUnasked) return refund.state
    const turn =
      payment.provider === 'FLUIDPAY' && isUnasked
        ? await inTurn(stamp, { refund, all, payment: { ...payment, chargeId } }).catch(noKey)
        : ({ as: 'asked', from: 0 } as const)
    if (turn.as === 'underway') return refund.state
    if (turn.as === 'waits' || turn.as === 'no key') return waits(stamp, refund, refundPatience.wanted)
    if (turn.as === 'outside') {
      await settleOutsideRefund(stamp, id.paymentId, turn.refund)
      return settleRefund(stamp, id)
    }
    const standing =
      turn.as === 'asked'
        ? await asked(stamp, refund, { ...payment, chargeId, beforeCents: turn.from }).catch((error: unknown) =>
            payment.provider === 'FLUIDPAY' ? noKey(error) : Promise.reject(error),
          )
        : turn
    if (standing.as === 'no key') return waits(stamp, refund, refundPatience.wanted)
    if (standing.as === 'waits') return waits(stamp, refund, refundPatience.waits, payment)
    const { providerRefundId } = refund
    const others = all.filter((each) => each !== refund && !isUnasked && each.providerRefundId === providerRefundId)
    return become(stamp, { refunds: [refund, ...others], payment, standing })
  })

/**
 * The club's key is not valid any more, which the club sees with its account: nothing can be requested until it enters another.
 */
function noKey(error: unknown): { as: 'no key' } {
  if (error instanceof Problem && error.code === 'payments_off') return { as: 'no key' }
  throw error
}

/** The state at the provider. A refund that was never requested is requested now, with an idempotency key. */
async function asked(
  stamp: Stamp,
  refund: Stored<Refund>,
  payment: Stored<Payment> & { chargeId: string; beforeCents: number },
) {
  const { refundId, providerRefundId, cents, again = 0, askedAt } = refund
  const { paymentId, chargeId, reference, platformCents, beforeCents } = payment
  const account = await accountOf(payment)
  const provider = providerOf(account)
  if (providerRefundId !== undefined) return provider.refunded({ account, providerRefundId, reference })
  return provider.refund({
    account,
    refundId: `${paymentId}:${refundId}${again > 0 ? `:${again}` : ''}`,
    chargeId,
    cents,
    beforeCents,
    // Stripe refuses to return a share if there is none.
    withFee: refund.withFee === true && platformCents > 0,
    isOld: stamp.at > addHours(askedAt, keyHours),
  })
}

/** The provider can do it only after the charge has settled, or after another refund; it is checked again then. */
async function waits(
  stamp: Stamp,
  refund: Stored<Refund>,
  seconds: number,
  payment?: Pick<Payment, 'paymentId'>,
): Promise<Refund['state']> {
  const set = { lookAt: addSeconds(stamp.at, seconds) }
  await write(
    stamp,
    refunds.change(refund, { set, when: ifUnchanged(refund) }),
    // The response was that nothing is in progress.
    ...(payment ? [payments.change({ paymentId: payment.paymentId }, { set: noTurn })] : []),
  )
  return refund.state
}
