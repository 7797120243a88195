import { organizationOf } from '#shared/ids.ts'
import { addSeconds } from '#shared/rules/days.ts'
import type { RefundStatus } from '../../providers/provider.ts'
import { transferPostings } from '../../table/feeBooks.ts'
import { ledger, type Posting } from '../../table/ledger.ts'
import { type Payment, payments, type Refund, refundCheckSeconds, refunds } from '../../table/payments.ts'
import { write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'
import { allocateChargeback } from './allocateChargeback.ts'
import { refundMails, refundRefusedMails } from './receiptFor.ts'
import { clearingOf, shareToRefund, returnShare } from './providerFees.ts'

/** Several refunds, if the provider has made them as one: they have the same state. */
type RefundOutcome = {
  refunds: readonly [Stored<Refund>, ...Stored<Refund>[]]
  payment: Stored<Payment>
  outcome: RefundStatus
}

/**
 * Writes the new state of a refund, and books what has left the club's account or has come back. A refund that does not arrive becomes the
 * family's credit, except for what their bank has charged back: on the condition that none of that was counted meanwhile. It changes the
 * payment's version, so that a dispute that is lost at the same time conflicts.
 */
export async function applyRefundStatus(
  stamp: Stamp,
  { refunds: sameRefunds, payment, outcome }: RefundOutcome,
): Promise<Refund['state']> {
  const previousState = sameRefunds[0].state
  const state = outcome.as
  if (previousState === state && state !== 'processing') return state
  if (previousState === 'done' && state === 'processing') return previousState
  // A refund that is refused at once never left the account; one that is processing or done has left it already.
  const isMoved = (state === 'refused') !== (previousState === 'wanted')
  const lookAt = state === 'processing' ? addSeconds(stamp.at, refundCheckSeconds.processing) : undefined
  const fieldsOf = (refund: Refund) =>
    outcome.as === 'refused'
      ? { why: outcome.why }
      : { providerRefundId: outcome.providerRefundId, ...(isMoved && { feeBack: shareToRefund(refund, payment) }) }
  const { paymentId, backByBank: chargedBackCents, provider } = payment
  const { allocations, remaining, chargedBack } = allocateChargeback(
    sameRefunds,
    state === 'refused' ? (chargedBackCents ?? 0) : 0,
  )
  await write(
    stamp,
    ...allocations.map(({ refund, set }) =>
      refunds.change(refund, {
        set: { state, ...fieldsOf(refund), lookAt, ...set },
        when: ifUnchanged(refund),
      }),
    ),
    payments.change(
      { paymentId },
      {
        set: {
          // Its turn is over: the next attempt starts from what has been refunded by then.
          ...(state === 'refused' && provider === 'FLUIDPAY' && endedTurn),
          ...(chargedBack > 0 && { backByBank: remaining }),
        },
        when: [chargedBackCents === undefined ? ['backByBank', 'not exists'] : ['backByBank', '=', chargedBackCents]],
      },
    ),
    ...(previousState === 'wanted' && outcome.as === 'refused'
      ? refundRefusedMails(stamp, payment, sameRefunds[0])
      : []),
    ...(isMoved ? entriesOf(stamp, { refunds: sameRefunds, payment, outcome }) : []),
    ...(chargedBack > 0
      ? [
          ledger.book({
            organizationId: organizationOf(paymentId),
            effect: `refund-by-bank:${paymentId}:${sameRefunds[0].refundId}:${sameRefunds[0].version}`,
            bookedAt: stamp.at,
            about: paymentId,
            postings: transferPostings(chargedBack, { from: 'expenses:disputes', to: 'liabilities:credit' }),
          }),
        ]
      : []),
  )
  return state
}

export const endedTurn: Partial<Payment> = { givingBack: undefined }

function entriesOf(stamp: Stamp, { refunds: sameRefunds, payment, outcome }: RefundOutcome) {
  const [refund] = sameRefunds
  const { paymentId } = refund
  const hasReturned = outcome.as === 'refused'
  const providerRefundId = (hasReturned ? refund.providerRefundId : outcome.providerRefundId) ?? ''
  const sign = hasReturned ? -1 : 1
  const sum = (of: (refund: Refund) => number) => sameRefunds.reduce((cents, refund) => cents + of(refund), 0)
  const cents = sum((refund) => refund.cents)
  const share = returnShare(
    payment,
    sum((refund) => (hasReturned ? -(refund.feeBack ?? 0) : shareToRefund(refund, payment))),
  )
  const postings: Posting[] = [
    { account: 'liabilities:credit', cents: sign * cents },
    { account: clearingOf(payment), cents: -sign * cents },
    ...share.postings,
  ]
  return [
    ledger.book({
      organizationId: organizationOf(paymentId),
      effect: `${hasReturned ? 'refund-failed' : 'refund'}:${providerRefundId}`,
      bookedAt: stamp.at,
      about: paymentId,
      postings,
    }),
    ...share.writes,
    ...refundMails(stamp, payment, { ...refund, is: hasReturned ? 'back' : 'gone', providerRefundId }),
  ]
}
