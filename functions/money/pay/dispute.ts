import { organizationOf } from '#shared/ids.ts'
import type { Dispute as ReportedDispute } from '../../providers/stripeObjects.ts'
import { daySumWrites } from '../../table/feeBooks.ts'
import { feePayments, fees } from '../../table/fees.ts'
import { ledger, type Posting } from '../../table/ledger.ts'
import { type Dispute, disputes, type Payment, payments, type Refund, refunds } from '../../table/payments.ts'
import { savedCards } from '../../table/savedCards.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { allocateChargeback } from './allocateChargeback.ts'
import { reverseLoss } from './disputeWon.ts'
import { bookedRefundCents } from './bookedRefunds.ts'
import { readPaidParts } from './paidParts.ts'
import { clearingOf } from './providerFees.ts'

/**
 * Books a dispute (chargeback). While it is open, the amount is in dispute. Won, it is the club's again; lost, the fees are owed again, and
 * what was the family's credit is not any more, because their bank has given it back. Won after an appeal, the fees are paid again.
 * Idempotent, in any order of reports: each state is booked as the difference to what was booked before.
 */
export const settleDispute = (stamp: Stamp, paymentId: string, report: DisputeReport): Promise<void> =>
  retryOnConflict(async () => {
    // Read before the others: what is booked in between is a conflict on the payment.
    const payment = await payments.get({ paymentId }, { consistent: true })
    if (payment?.state !== 'paid') return
    const [allDisputes, paymentRefunds] = await Promise.all([disputes.of({ paymentId }), refunds.of({ paymentId })])
    const reported = typeof report === 'function' ? await report() : report
    if (!reported) return
    const storedDispute = allDisputes.find(({ disputeId }) => disputeId === reported.disputeId)
    const otherDisputes = allDisputes.filter((each) => each !== storedDispute)
    // At FluidPay a returned payment and a chargeback that a club has entered are the same dispute.
    if (payment.provider === 'FLUIDPAY' && !storedDispute && allDisputes.some(({ status }) => status === 'lost')) return
    // A decision is only replaced by another decision.
    if (storedDispute?.status === 'lost' && (reported.status === 'open' || reported.status === 'inquiry')) return
    const current = adjustReported(
      payment,
      { before: storedDispute, disputes: allDisputes, refunds: paymentRefunds },
      reported,
    )
    const newRow = rowOf(paymentId, current, storedDispute?.openedAt ?? stamp.at)
    if (
      storedDispute?.status === newRow.status &&
      storedDispute.withdrawn === newRow.withdrawn &&
      storedDispute.fee === newRow.fee
    )
      return
    const [lostCents, lostCentsBefore] = [lostCentsOf(newRow), lostCentsOf(storedDispute)]
    const isDecided = (newRow.status === 'lost') !== (storedDispute?.status === 'lost') || lostCents !== lostCentsBefore
    const step = storedDispute?.version ?? 0
    const settlement: Settlement =
      lostCents > lostCentsBefore
        ? await lossWrites(payment, lossAmounts(payment, allDisputes, lostCents - lostCentsBefore), paymentRefunds)
        : lostCents < lostCentsBefore
          ? await reverseLoss(
              stamp,
              payment,
              { cents: lostCentsBefore - lostCents, disputeId: newRow.disputeId, step },
              paymentRefunds,
            )
          : { writes: [], postings: [], remainingCents: 0 }
    const postings = [
      ...withdrawalPostings(payment, newRow, storedDispute),
      ...settlement.postings,
      ...closingPostings(lostCents - lostCentsBefore, settlement.postings),
    ]
    await write(
      stamp,
      disputes.save(storedDispute, newRow),
      ...settlement.writes,
      // Conflicts with another dispute, or a refund that fails, at the same time: then all of it is read again.
      ...(isDecided ? [decisionWrite(payment, settlement, [newRow, ...otherDisputes].some(isLostDispute))] : []),
      ...(storedDispute ? [] : await stopCardWrites(payment)),
      ...(postings.some(({ cents }) => cents !== 0)
        ? [
            ledger.book({
              organizationId: organizationOf(paymentId),
              effect: `dispute:${newRow.disputeId}:${step}`,
              bookedAt: stamp.at,
              about: paymentId,
              postings,
            }),
          ]
        : []),
    )
  })

/**
 * A dispute at its provider, or a function that reads it there. That is called after our own rows are read: anything that is booked from
 * then on is a conflict, so that an older state never replaces a newer one.
 */
type DisputeReport = ReportedDispute | (() => Promise<ReportedDispute | undefined>)

const rowOf = (paymentId: string, now: ReportedDispute, openedAt: string): Dispute => ({
  paymentId,
  disputeId: now.disputeId,
  cents: now.cents,
  status: now.status,
  reason: now.reason,
  ...(now.dueBy !== undefined && { dueBy: now.dueBy }),
  withdrawn: now.withdrawnCents,
  fee: now.feeCents,
  openedAt,
})

const isLostDispute = ({ status }: Dispute) => status === 'lost'
/** The amount of a dispute that is lost; 0 otherwise. */
const lostCentsOf = (dispute: Dispute | undefined): number =>
  dispute && isLostDispute(dispute) ? dispute.withdrawn : 0

type Settlement = { writes: Write[]; postings: Posting[]; remainingCents: number; returned?: number }
function decisionWrite(
  payment: Stored<Payment>,
  { remainingCents, returned = 0 }: Settlement,
  hasLost: boolean,
): Write {
  const { paymentId, version, backByBank: before = 0 } = payment
  return payments.change(
    { paymentId },
    {
      set: { isLost: hasLost ? true : undefined, backByBank: Math.max(0, before + remainingCents) },
      ...(returned > 0 && { add: { returned } }),
      when: ifUnchanged({ version }),
    },
  )
}

type DisputeContext = { before: Dispute | undefined; disputes: readonly Dispute[]; refunds: readonly Refund[] }
/** The state of a dispute with the amounts that count. Only Stripe may change the amount of a lost one later. */
function adjustReported(
  { provider, amount }: Payment,
  context: DisputeContext,
  reported: ReportedDispute,
): ReportedDispute {
  const { before, refunds: back } = context
  if (provider === 'STRIPE') return reported
  if (reported.status === 'lost' && before?.status === 'lost') return { ...reported, withdrawnCents: before.withdrawn }
  return provider === 'PAYPAL'
    ? dropDoubleLoss(context, reported)
    : capAmount(reported, amount - bookedRefundCents(back))
}

/** PayPal reports a lost dispute twice, as a dispute and as a reversal, and may list it as a refund too: the money is taken once. */
function dropDoubleLoss(context: DisputeContext, reported: ReportedDispute): ReportedDispute {
  const { disputeId, cents, status } = reported
  const isBookedElsewhere = context.disputes.some((other) => other.disputeId !== disputeId && other.withdrawn === cents)
  // One refund at PayPal may be several rows here, one for each fee.
  const refundsById = Map.groupBy(
    context.refunds.filter((refund) => refund.state !== 'refused'),
    ({ providerRefundId, refundId }) => providerRefundId ?? refundId,
  )
  const isListedAsRefund = [...refundsById.values()].some(
    (rows) => rows.reduce((sum, refund) => sum + refund.cents, 0) === cents,
  )
  return status === 'lost' && (isBookedElsewhere || isListedAsRefund) ? { ...reported, withdrawnCents: 0 } : reported
}

/** A bank does not charge back what was refunded. */
const capAmount = (reported: ReportedDispute, max: number): ReportedDispute => ({
  ...reported,
  cents: Math.min(reported.cents, max),
  withdrawnCents: Math.min(reported.withdrawnCents, max),
})

/** Stops the saved card of a disputed payment, until its owner saves one again. */
async function stopCardWrites({ paymentId, payerId, card: charged, saves, label }: Payment): Promise<Write[]> {
  if (payerId === undefined || !(charged || saves)) return []
  const card = await savedCards.get(
    { organizationId: organizationOf(paymentId), userId: payerId },
    { consistent: true },
  )
  const isDisputedCard = charged ? card?.method === charged.method : card?.label === label
  if (!card || card.state !== 'on' || !isDisputedCard) return []
  // The next runs still look at it while a charge is under way, or earlier cards are to be deleted.
  const isIdle = card.charging === undefined && card.forgetting === undefined
  const set = { state: 'stopped' as const, ...(isIdle && { lookAt: undefined }) }
  return [savedCards.change(card, { set, when: ifUnchanged(card) })]
}

/** The postings of what the provider has withdrawn for a dispute, and of its fee, since they were booked last. */
function withdrawalPostings(payment: Payment, row: Dispute, before: Dispute | undefined): Posting[] {
  const withdrawnCents = row.withdrawn - (before?.withdrawn ?? 0)
  const feeCents = row.fee - (before?.fee ?? 0)
  return [
    { account: 'assets:disputed', cents: withdrawnCents },
    { account: 'expenses:disputes', cents: feeCents },
    { account: clearingOf(payment), cents: -withdrawnCents - feeCents },
  ]
}

/** The postings that close a dispute: the rest that is neither owed again nor was a credit is an expense. */
function closingPostings(withdrawn: number, settled: readonly Posting[]): Posting[] {
  const settledCents = settled.reduce((sum, { cents }) => sum + cents, 0)
  return [
    { account: 'assets:disputed', cents: -withdrawn },
    { account: 'expenses:disputes', cents: withdrawn - settledCents },
  ]
}

/** `takenCents`: what the bank takes; `refundedTwiceCents`: the part of it that was refunded or to be refunded already. */
function lossAmounts({ amount, returned }: Payment, before: readonly Dispute[], takenCents: number) {
  const lostBefore = before.reduce((sum, each) => sum + lostCentsOf(each), 0)
  return { takenCents, refundedTwiceCents: Math.max(0, takenCents - Math.max(0, amount - returned - lostBefore)) }
}

/**
 * The writes and postings of a lost dispute. What this payment has paid on open fees is owed again; what it has paid on cancelled fees, and
 * refused refunds, was the family's credit and is not any more. Together at most what the bank has taken (`maxCents`), and of refused refunds
 * at most `refundedTwiceCents`; the `remainingCents` of that counts for refunds that are on their way.
 */
async function lossWrites(
  payment: Stored<Payment>,
  { takenCents: maxCents, refundedTwiceCents }: { takenCents: number; refundedTwiceCents: number },
  refundRows: readonly Stored<Refund>[],
) {
  const paidParts = await readPaidParts(payment)
  let remaining = maxCents
  const takeUpTo = (cents: number) => {
    const takenCents = Math.min(cents, remaining)
    remaining -= takenCents
    return takenCents
  }
  const losses = paidParts.flatMap(({ fee, part }) => {
    if (fee.state === 'cancelled' && fee.cancelledAs !== 'credit') return []
    const takenCents = takeUpTo(Math.min(part.cents - part.givenBack, fee.paid))
    return takenCents > 0 ? [{ fee, part, takenCents, isOpen: fee.state === 'open' }] : []
  })
  const refusedAllocation = allocateChargeback(
    refundRows.filter(({ state }) => state === 'refused'),
    refundedTwiceCents,
  )
  return {
    remainingCents: refusedAllocation.remaining,
    writes: [
      ...losses.map(({ fee, takenCents, isOpen }) =>
        fees.change(fee, {
          set: { paid: fee.paid - takenCents, ...(isOpen && { byHand: true as const }) },
          when: ifUnchanged(fee),
        }),
      ),
      ...losses.map(({ part, takenCents }) =>
        feePayments.change(part, {
          set: { givenBack: part.givenBack + takenCents, byBank: (part.byBank ?? 0) + takenCents },
          when: [['givenBack', '=', part.givenBack]],
        }),
      ),
      ...refusedAllocation.allocations
        .filter(({ chargedBack }) => chargedBack > 0)
        .map(({ refund, set }) => refunds.change(refund, { set, when: ifUnchanged(refund) })),
      ...daySumWrites(
        losses.map(({ fee, takenCents }) => ({
          playerFeeId: fee.playerFeeId,
          before: fee,
          after: { ...fee, paid: fee.paid - takenCents },
        })),
      ),
    ],
    postings: [
      ...losses.map(({ takenCents, isOpen }) => ({
        account: isOpen ? ('assets:receivable' as const) : ('liabilities:credit' as const),
        cents: takenCents,
      })),
      { account: 'liabilities:credit' as const, cents: refusedAllocation.chargedBack },
    ],
  }
}
