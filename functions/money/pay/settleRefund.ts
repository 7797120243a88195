import { isProblem } from '#shared/problems.ts'
import { addHours, addSeconds } from '#shared/rules/days.ts'
import { providerOf } from '../../providers/providers.ts'
import { type Payment, payments, type Refund, refundCheckSeconds, refunds } from '../../table/payments.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { applyRefundStatus, endedTurn } from './applyRefundStatus.ts'
import { takeRefundTurn } from './refundTurn.ts'
import { settleOutsideRefund } from './outsideRefund.ts'
import { accountOf, keyHours } from './settle.ts'

type Id = { paymentId: string; refundId: string }

/**
 * Requests a refund from its provider, or reads its state there, and writes the result. The worker, webhooks and the sweeper all run this.
 * What has left the club's account is booked once; what comes back is the family's credit again. A message that is delivered again has the
 * instant of the first delivery, by which it cannot be known what is under way at FluidPay: that is left to the sweeper.
 */
export const settleRefund = (stamp: Stamp, id: Id, { isFirst = true } = {}): Promise<Refund['state'] | undefined> =>
  retryOnConflict(async () => {
    // In this order: what is booked in between is a conflict on the payment, where the turn is taken.
    const payment = await payments.get(id, { consistent: true })
    const allRefunds = await refunds.of(id)
    const refund = allRefunds.find(({ refundId }) => refundId === id.refundId)
    if (!refund || !payment?.chargeId || refund.state === 'refused' || refund.byHand || refund.byBank)
      return refund?.state
    const isNotRequested = refund.providerRefundId === undefined
    const { chargeId } = payment
    if (!isFirst && payment.provider === 'FLUIDPAY' && isNotRequested) return refund.state
    const turn =
      payment.provider === 'FLUIDPAY' && isNotRequested
        ? await takeRefundTurn(stamp, { refund, all: allRefunds, payment: { ...payment, chargeId } }).catch(noValidKey)
        : ({ as: 'asked', refundedBefore: 0 } as const)
    if (turn.as === 'underway') return refund.state
    if (turn.as === 'waits' || turn.as === 'no key') return postponeRefund(stamp, refund, refundCheckSeconds.wanted)
    if (turn.as === 'outside') {
      await settleOutsideRefund(stamp, id.paymentId, turn.refund)
      return settleRefund(stamp, id)
    }
    const outcome =
      turn.as === 'asked'
        ? await requestOrReadRefund(stamp, refund, { ...payment, chargeId, beforeCents: turn.refundedBefore }).catch(
            (error: unknown) => (payment.provider === 'FLUIDPAY' ? noValidKey(error) : Promise.reject(error)),
          )
        : turn
    if (outcome.as === 'no key') return postponeRefund(stamp, refund, refundCheckSeconds.wanted)
    if (outcome.as === 'waits') return postponeRefund(stamp, refund, refundCheckSeconds.waits, payment)
    const { providerRefundId } = refund
    const sameRefunds = allRefunds.filter(
      (each) => each !== refund && !isNotRequested && each.providerRefundId === providerRefundId,
    )
    return applyRefundStatus(stamp, { refunds: [refund, ...sameRefunds], payment, outcome })
  })

/** The club's key is not valid any more: the refund waits until it is changed. */
function noValidKey(error: unknown): { as: 'no key' } {
  if (isProblem(error, 'payments_off')) return { as: 'no key' }
  throw error
}

/** The state at the provider. A refund that was not requested yet is requested, with its id as idempotency key. */
async function requestOrReadRefund(
  stamp: Stamp,
  refund: Stored<Refund>,
  payment: Stored<Payment> & { chargeId: string; beforeCents: number },
) {
  const { refundId, providerRefundId, cents, again = 0, askedAt } = refund
  const { paymentId, chargeId, reference, platformCents, beforeCents } = payment
  const account = await accountOf(payment)
  const provider = providerOf(account)
  if (providerRefundId !== undefined) return provider.readRefund({ account, providerRefundId, reference })
  return provider.refund({
    account,
    refundId: `${paymentId}:${refundId}${again > 0 ? `:${again}` : ''}`,
    chargeId,
    cents,
    beforeCents,
    // Stripe refuses to refund an application fee if there is none.
    withFee: refund.withFee === true && platformCents > 0,
    isOld: stamp.at > addHours(askedAt, keyHours),
  })
}

/** Possible once the charge has settled, or another refund is done: requested again later. */
async function postponeRefund(
  stamp: Stamp,
  refund: Stored<Refund>,
  seconds: number,
  payment?: Pick<Payment, 'paymentId'>,
): Promise<Refund['state']> {
  const set = { lookAt: addSeconds(stamp.at, seconds) }
  await write(
    stamp,
    refunds.change(refund, { set, when: ifUnchanged(refund) }),
    // Nothing is under way, as was read above.
    ...(payment ? [payments.change({ paymentId: payment.paymentId }, { set: endedTurn })] : []),
  )
  return refund.state
}
