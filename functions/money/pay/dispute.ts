import { organizationOf } from '#shared/ids.ts'
import type { Dispute as ReportedDispute } from '../../providers/stripeObjects.ts'
import { ledger, type Posting } from '../../table/ledger.ts'
import { type Dispute, disputes, type Payment, payments, type Refund, refunds } from '../../table/payments.ts'
import { savedCards } from '../../table/savedCards.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { bookedRefundCents } from './bookedRefunds.ts'
import { bookLoss } from './disputeLost.ts'
import { reverseLoss } from './disputeWon.ts'
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
    const before = allDisputes.find(({ disputeId }) => disputeId === reported.disputeId)
    const context = { before, disputes: allDisputes, refunds: paymentRefunds }
    if (isSuperseded(payment, context, reported)) return
    const row = rowOf(paymentId, adjustReported(payment, context, reported), before?.openedAt ?? stamp.at)
    if (isSameState(row, before)) return
    await write(stamp, ...(await disputeWrites(stamp, payment, context, row)))
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

/** `before`: the dispute as it was booked; `disputes`: all of the payment. */
type DisputeContext = {
  before: Stored<Dispute> | undefined
  disputes: readonly Dispute[]
  refunds: readonly Stored<Refund>[]
}

/** Whether a report does not count, because of what is booked already. */
function isSuperseded(
  { provider }: Payment,
  { before, disputes }: DisputeContext,
  { status }: ReportedDispute,
): boolean {
  // At FluidPay a returned payment and a chargeback that a club has entered are the same dispute.
  if (provider === 'FLUIDPAY' && !before && disputes.some(isLost)) return true
  // A decision is only replaced by another decision.
  return isLost(before) && (status === 'open' || status === 'inquiry')
}

const isSameState = ({ status, withdrawn, fee }: Dispute, before: Dispute | undefined) =>
  before?.status === status && before.withdrawn === withdrawn && before.fee === fee

const isLost = (dispute: Dispute | undefined) => dispute?.status === 'lost'
/** The amount of a dispute that is lost; 0 otherwise. */
const lostCentsOf = (dispute: Dispute | undefined): number => (dispute && isLost(dispute) ? dispute.withdrawn : 0)

/** The writes that book a dispute's new state, `row`. */
async function disputeWrites(
  stamp: Stamp,
  payment: Stored<Payment>,
  context: DisputeContext,
  row: Dispute,
): Promise<Write[]> {
  const { before } = context
  const otherDisputes = context.disputes.filter((each) => each !== before)
  const newlyLostCents = lostCentsOf(row) - lostCentsOf(before)
  const isDecided = isLost(row) !== isLost(before) || newlyLostCents !== 0
  const step = before?.version ?? 0
  const settlement = await settlementOf(stamp, payment, context, {
    cents: newlyLostCents,
    disputeId: row.disputeId,
    step,
  })
  const postings = [
    ...withdrawalPostings(payment, row, before),
    ...settlement.postings,
    ...closingPostings(newlyLostCents, settlement.postings),
  ]
  return [
    disputes.save(before, row),
    ...settlement.writes,
    // Conflicts with another dispute, or a refund that fails, at the same time: then all of it is read again.
    ...(isDecided ? [decisionWrite(payment, settlement, [row, ...otherDisputes].some(isLost))] : []),
    ...(before ? [] : await stopCardWrites(payment)),
    ...(postings.some(({ cents }) => cents !== 0)
      ? [
          ledger.book({
            organizationId: organizationOf(payment.paymentId),
            effect: `dispute:${row.disputeId}:${step}`,
            bookedAt: stamp.at,
            about: payment.paymentId,
            postings,
          }),
        ]
      : []),
  ]
}

type Settlement = { writes: Write[]; postings: Posting[]; remainingCents: number; returned?: number }
/** What becomes of an amount that is newly lost; or, if it is negative, won after it was lost. */
async function settlementOf(
  stamp: Stamp,
  payment: Stored<Payment>,
  { disputes, refunds }: DisputeContext,
  { cents, ...change }: { cents: number; disputeId: string; step: number },
): Promise<Settlement> {
  if (cents > 0) {
    const lostBefore = disputes.reduce((sum, each) => sum + lostCentsOf(each), 0)
    return bookLoss(payment, { cents, lostBefore }, refunds)
  }
  if (cents < 0) return reverseLoss(stamp, payment, { cents: -cents, ...change }, refunds)
  return { writes: [], postings: [], remainingCents: 0 }
}

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
