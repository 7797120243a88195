import { organizationOf } from '#shared/ids.ts'
import type { Dispute as AtProvider } from '../../providers/stripeObjects.ts'
import { daySumWrites } from '../../table/feeBooks.ts'
import { feePayments, fees } from '../../table/fees.ts'
import { ledger, type Posting } from '../../table/ledger.ts'
import { type Dispute, disputes, type Payment, payments, type Refund, refunds } from '../../table/payments.ts'
import { savedCards } from '../../table/savedCards.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { backByBank } from './backByBank.ts'
import { wonBack } from './disputeWon.ts'
import { bookedOf } from './goneBack.ts'
import { paidOn } from './paidOn.ts'
import { clearingOf } from './taken.ts'

/**
 * Books a dispute (chargeback). While it is open, the amount is in dispute. Won, it is the club's again; lost, the fees are owed again, and
 * what was the family's credit is not any more, because their bank has given it back. Won after an appeal, the fees are paid again.
 * Idempotent, in any order of reports: each state is booked as the difference to what was booked before.
 */
export const settleDispute = (stamp: Stamp, paymentId: string, tells: Reported): Promise<void> =>
  retryOnConflict(async () => {
    // Read before the others: what is booked in between is a conflict on the payment.
    const payment = await payments.get({ paymentId }, { consistent: true })
    if (payment?.state !== 'paid') return
    const [all, back] = await Promise.all([disputes.of({ paymentId }), refunds.of({ paymentId })])
    const reported = typeof tells === 'function' ? await tells() : tells
    if (!reported) return
    const before = all.find(({ disputeId }) => disputeId === reported.disputeId)
    const others = all.filter((each) => each !== before)
    // At FluidPay a returned payment and a chargeback that a club has entered are the same dispute.
    if (payment.provider === 'FLUIDPAY' && !before && all.some(({ status }) => status === 'lost')) return
    // A decision is only replaced by another decision.
    if (before?.status === 'lost' && (reported.status === 'open' || reported.status === 'inquiry')) return
    const now = atProvider(payment, { before, disputes: all, refunds: back }, reported)
    const row = rowOf(paymentId, now, before?.openedAt ?? stamp.at)
    if (before?.status === row.status && before.withdrawn === row.withdrawn && before.fee === row.fee) return
    const [closed, closedBefore] = [closedOf(row), closedOf(before)]
    const isDecided = (row.status === 'lost') !== (before?.status === 'lost') || closed !== closedBefore
    const step = before?.version ?? 0
    const settled: Settled =
      closed > closedBefore
        ? await takenBack(payment, lostNow(payment, all, closed - closedBefore), back)
        : closed < closedBefore
          ? await wonBack(stamp, payment, { cents: closedBefore - closed, disputeId: row.disputeId, step }, back)
          : { writes: [], postings: [], left: 0 }
    const postings = [
      ...withdrawal(payment, row, before),
      ...settled.postings,
      ...closing(closed - closedBefore, settled.postings),
    ]
    await write(
      stamp,
      disputes.save(before, row),
      ...settled.writes,
      // Conflicts with another dispute, or a refund that fails, at the same time: then all of it is read again.
      ...(isDecided ? [decided(payment, settled, [row, ...others].some(isLost))] : []),
      ...(before ? [] : await cardStopped(payment)),
      ...(postings.some(({ cents }) => cents !== 0)
        ? [
            ledger.book({
              organizationId: organizationOf(paymentId),
              effect: `dispute:${row.disputeId}:${step}`,
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
type Reported = AtProvider | (() => Promise<AtProvider | undefined>)

const rowOf = (paymentId: string, now: AtProvider, openedAt: string): Dispute => ({
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

const isLost = ({ status }: Dispute) => status === 'lost'
/** The amount of a dispute that is lost; 0 otherwise. */
const closedOf = (dispute: Dispute | undefined): number => (dispute && isLost(dispute) ? dispute.withdrawn : 0)

type Settled = { writes: Write[]; postings: Posting[]; left: number; returned?: number }
function decided(payment: Stored<Payment>, { left, returned = 0 }: Settled, hasLost: boolean): Write {
  const { paymentId, version, backByBank: before = 0 } = payment
  return payments.change(
    { paymentId },
    {
      set: { isLost: hasLost ? true : undefined, backByBank: Math.max(0, before + left) },
      ...(returned > 0 && { add: { returned } }),
      when: ifUnchanged({ version }),
    },
  )
}

type Known = { before: Dispute | undefined; disputes: readonly Dispute[]; refunds: readonly Refund[] }
/** The state of a dispute with the amounts that count. Only Stripe may change the amount of a lost one later. */
function atProvider({ provider, amount }: Payment, known: Known, reported: AtProvider): AtProvider {
  const { before, refunds: back } = known
  if (provider === 'STRIPE') return reported
  if (reported.status === 'lost' && before?.status === 'lost') return { ...reported, withdrawnCents: before.withdrawn }
  return provider === 'PAYPAL' ? onceLost(known, reported) : atMost(reported, amount - bookedOf(back))
}

/** PayPal reports a lost dispute twice, as a dispute and as a reversal, and may list it as a refund too: the money is taken once. */
function onceLost(known: Known, reported: AtProvider): AtProvider {
  const { disputeId, cents, status } = reported
  const isTaken = known.disputes.some((other) => other.disputeId !== disputeId && other.withdrawn === cents)
  // One refund at PayPal may be several rows here, one for each fee.
  const back = Map.groupBy(
    known.refunds.filter((refund) => refund.state !== 'refused'),
    ({ providerRefundId, refundId }) => providerRefundId ?? refundId,
  )
  const isBack = [...back.values()].some((some) => some.reduce((sum, refund) => sum + refund.cents, 0) === cents)
  return status === 'lost' && (isTaken || isBack) ? { ...reported, withdrawnCents: 0 } : reported
}

/** A bank does not charge back what was refunded. */
const atMost = (reported: AtProvider, max: number): AtProvider => ({
  ...reported,
  cents: Math.min(reported.cents, max),
  withdrawnCents: Math.min(reported.withdrawnCents, max),
})

/** Stops the saved card of a disputed payment, until its owner saves one again. */
async function cardStopped({ paymentId, payerId, card: charged, saves, label }: Payment): Promise<Write[]> {
  if (payerId === undefined || !(charged || saves)) return []
  const card = await savedCards.get(
    { organizationId: organizationOf(paymentId), userId: payerId },
    { consistent: true },
  )
  const isIt = charged ? card?.method === charged.method : card?.label === label
  if (!card || card.state !== 'on' || !isIt) return []
  // The next runs still look at it while a charge is under way, or earlier cards are to be deleted.
  const isDone = card.charging === undefined && card.forgetting === undefined
  const set = { state: 'stopped' as const, ...(isDone && { lookAt: undefined }) }
  return [savedCards.change(card, { set, when: ifUnchanged(card) })]
}

/** The postings of what the provider has withdrawn for a dispute, and of its fee, since they were booked last. */
function withdrawal(payment: Payment, row: Dispute, before: Dispute | undefined): Posting[] {
  const taken = row.withdrawn - (before?.withdrawn ?? 0)
  const cost = row.fee - (before?.fee ?? 0)
  return [
    { account: 'assets:disputed', cents: taken },
    { account: 'expenses:disputes', cents: cost },
    { account: clearingOf(payment), cents: -taken - cost },
  ]
}

/** The postings that close a dispute: the rest that is neither owed again nor was a credit is an expense. */
function closing(withdrawn: number, settled: readonly Posting[]): Posting[] {
  const again = settled.reduce((sum, { cents }) => sum + cents, 0)
  return [
    { account: 'assets:disputed', cents: -withdrawn },
    { account: 'expenses:disputes', cents: withdrawn - again },
  ]
}

/** `taken`: what the bank takes; `twice`: the part of it that was refunded or to be refunded already. */
function lostNow({ amount, returned }: Payment, before: readonly Dispute[], taken: number) {
  const lost = before.reduce((sum, each) => sum + closedOf(each), 0)
  return { taken, twice: Math.max(0, taken - Math.max(0, amount - returned - lost)) }
}

/**
 * The writes and postings of a lost dispute. What this payment has paid on open fees is owed again; what it has paid on cancelled fees, and
 * refused refunds, was the family's credit and is not any more. Together at most what the bank has taken (`taken`), and of refused refunds
 * at most `twice`; what is `left` of that counts for refunds that are on their way.
 */
async function takenBack(
  payment: Stored<Payment>,
  { taken: max, twice }: { taken: number; twice: number },
  back: readonly Stored<Refund>[],
) {
  const paid = await paidOn(payment)
  let rest = max
  const take = (cents: number) => {
    const taken = Math.min(cents, rest)
    rest -= taken
    return taken
  }
  const gone = paid.flatMap(({ fee, part }) => {
    if (fee.state === 'cancelled' && fee.cancelledAs !== 'credit') return []
    const taken = take(Math.min(part.cents - part.givenBack, fee.paid))
    return taken > 0 ? [{ fee, part, taken, isOpen: fee.state === 'open' }] : []
  })
  const refused = backByBank(
    back.filter(({ state }) => state === 'refused'),
    twice,
  )
  return {
    left: refused.left,
    writes: [
      ...gone.map(({ fee, taken, isOpen }) =>
        fees.change(fee, {
          set: { paid: fee.paid - taken, ...(isOpen && { byHand: true as const }) },
          when: ifUnchanged(fee),
        }),
      ),
      ...gone.map(({ part, taken }) =>
        feePayments.change(part, {
          set: { givenBack: part.givenBack + taken, byBank: (part.byBank ?? 0) + taken },
          when: [['givenBack', '=', part.givenBack]],
        }),
      ),
      ...refused.found
        .filter(({ taken }) => taken > 0)
        .map(({ refund, set }) => refunds.change(refund, { set, when: ifUnchanged(refund) })),
      ...daySumWrites(
        gone.map(({ fee, taken }) => ({
          playerFeeId: fee.playerFeeId,
          before: fee,
          after: { ...fee, paid: fee.paid - taken },
        })),
      ),
    ],
    postings: [
      ...gone.map(({ taken, isOpen }) => ({
        account: isOpen ? ('assets:receivable' as const) : ('liabilities:credit' as const),
        cents: taken,
      })),
      { account: 'liabilities:credit' as const, cents: refused.taken },
    ],
  }
}
