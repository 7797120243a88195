import { organizationOf } from '#shared/ids.ts'
import type { Dispute as AtProvider } from '../../providers/stripeObjects.ts'
import { sumsMoved } from '../../table/feeBooks.ts'
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
 * A payer's bank takes a payment back: what it took is in dispute until the bank has decided. Won, it is the club's again;
 * lost, the fees are owed again, and what lay in the family's credit does so no more: their bank has given it back. Won after that,
 * when the club has appealed, they are paid again. However often and in whichever order it is told, each step is booked once: it is
 * closed against what was closed before.
 */
export const settleDispute = (stamp: Stamp, paymentId: string, tells: Told): Promise<void> =>
  retryOnConflict(async () => {
    // Before the others: what is booked between them is met as a conflict on the payment.
    const payment = await payments.get({ paymentId }, { consistent: true })
    if (payment?.state !== 'paid') return
    const [all, back] = await Promise.all([disputes.of({ paymentId }), refunds.of({ paymentId })])
    const told = typeof tells === 'function' ? await tells() : tells
    if (!told) return
    const before = all.find(({ disputeId }) => disputeId === told.disputeId)
    const others = all.filter((each) => each !== before)
    // FluidPay shows what a bank has returned, and a club puts down what it hears: of one payment it is the same.
    if (payment.provider === 'FLUIDPAY' && !before && all.some(({ status }) => status === 'lost')) return
    // What is decided stays so until it is decided otherwise.
    if (before?.status === 'lost' && (told.status === 'open' || told.status === 'inquiry')) return
    const now = atProvider(payment, { before, disputes: all, refunds: back }, told)
    const row: Dispute = {
      paymentId,
      disputeId: now.disputeId,
      cents: now.cents,
      status: now.status,
      reason: now.reason,
      ...(now.dueBy !== undefined && { dueBy: now.dueBy }),
      withdrawn: now.withdrawnCents,
      fee: now.feeCents,
      openedAt: before?.openedAt ?? stamp.at,
    }
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
    const [taken, cost] = [row.withdrawn - (before?.withdrawn ?? 0), row.fee - (before?.fee ?? 0)]
    const postings: Posting[] = [
      { account: 'assets:disputed', cents: taken },
      { account: 'expenses:disputes', cents: cost },
      { account: clearingOf(payment), cents: -taken - cost },
      ...settled.postings,
      ...closing(closed - closedBefore, settled.postings),
    ]
    await write(
      stamp,
      disputes.keep(before, row),
      ...settled.writes,
      // Of two that are decided at once, and of what does not arrive at that moment, one is looked at after the other.
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
 * A dispute as it stands at its provider. As a call, it is read there after all is read here: whatever somebody else books from then on
 * is met as a conflict, and it is read anew; so what is booked is never older than what was booked before.
 */
type Told = AtProvider | (() => Promise<AtProvider | undefined>)

const isLost = ({ status }: Dispute) => status === 'lost'
/** What of a dispute is written off: all that was taken, once it is lost. */
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
/** A dispute as far as it moves money. Of what is lost Stripe alone says later that it is more or less. */
function atProvider({ provider, amount }: Payment, known: Known, told: AtProvider): AtProvider {
  const { before, refunds: back } = known
  if (provider === 'STRIPE') return told
  if (told.status === 'lost' && before?.status === 'lost') return { ...told, withdrawnCents: before.withdrawn }
  return provider === 'PAYPAL' ? onceLost(known, told) : atMost(told, amount - bookedOf(back))
}

/**
 * PayPal tells of a dispute that is lost twice, as what was decided and as what was reversed, and may show it among what was given
 * back before either: it takes the money once.
 */
function onceLost(known: Known, told: AtProvider): AtProvider {
  const { disputeId, cents, status } = told
  const isTaken = known.disputes.some((other) => other.disputeId !== disputeId && other.withdrawn === cents)
  // One at PayPal may be of several fees here.
  const back = Map.groupBy(
    known.refunds.filter((refund) => refund.state !== 'refused'),
    ({ providerRefundId, refundId }) => providerRefundId ?? refundId,
  )
  const isBack = [...back.values()].some((some) => some.reduce((sum, refund) => sum + refund.cents, 0) === cents)
  return status === 'lost' && (isTaken || isBack) ? { ...told, withdrawnCents: 0 } : told
}

/** What has gone back of a charge no bank takes of it again. */
const atMost = (told: AtProvider, most: number): AtProvider => ({
  ...told,
  cents: Math.min(told.cents, most),
  withdrawnCents: Math.min(told.withdrawnCents, most),
})

/** A card whose holder wants back what was taken from it is charged no more, until they save one anew. */
async function cardStopped({ paymentId, payerId, card: charged, saves, label }: Payment): Promise<Write[]> {
  if (payerId === undefined || !(charged || saves)) return []
  const card = await savedCards.get(
    { organizationId: organizationOf(paymentId), userId: payerId },
    { consistent: true },
  )
  const isIt = charged ? card?.method === charged.method : card?.label === label
  if (!card || card.state !== 'on' || !isIt) return []
  // It is looked at until what is being charged this moment has ended, and the provider has forgotten the cards before it.
  const isDone = card.charging === undefined && card.forgetting === undefined
  const set = { state: 'stopped' as const, ...(isDone && { lookAt: undefined }) }
  return [savedCards.change(card, { set, when: ifUnchanged(card) })]
}

/** What is in dispute no more: it is owed again as far as families owe it, no credit of theirs any more, and lost otherwise. */
function closing(withdrawn: number, settled: readonly Posting[]): Posting[] {
  const again = settled.reduce((sum, { cents }) => sum + cents, 0)
  return [
    { account: 'assets:disputed', cents: -withdrawn },
    { account: 'expenses:disputes', cents: withdrawn - again },
  ]
}

/** `twice`: what of a payment the bank takes that was to be given back already: what is more than the club still had of it. */
function lostNow({ amount, returned }: Payment, before: readonly Dispute[], taken: number) {
  const lost = before.reduce((sum, each) => sum + closedOf(each), 0)
  return { taken, twice: Math.max(0, taken - Math.max(0, amount - returned - lost)) }
}

/**
 * What was paid on open fees by this payment, and was not given back, is owed again. What was paid on cancelled ones, or would not
 * go back, was the family's credit until now. All of it is no more than the bank has taken, and of what would not go back no more
 * than it has taken of that (`twice`); what is `left` of this counts for what is on its way back.
 */
async function takenBack(
  payment: Stored<Payment>,
  { taken: most, twice }: { taken: number; twice: number },
  back: readonly Stored<Refund>[],
) {
  const paid = await paidOn(payment)
  let rest = most
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
      ...sumsMoved(
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
