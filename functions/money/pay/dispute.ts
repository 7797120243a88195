import { organizationOf } from '#shared/ids.ts'
import type { Dispute as AtProvider } from '../../providers/stripeObjects.ts'
import { sumsMoved } from '../../table/feeBooks.ts'
import { feePayments, fees } from '../../table/fees.ts'
import { ledger, type Posting } from '../../table/ledger.ts'
import { type Dispute, disputes, type Payment, payments, type Refund, refunds } from '../../table/payments.ts'
import { savedCards } from '../../table/savedCards.ts'
import { untilSettled, write } from '../../table/table.ts'
import type { Kept, Stamp, Write } from '../../table/writes.ts'
import { backByBank } from './backByBank.ts'
import { bookedOf } from './inTurn.ts'
import { clearingOf } from './taken.ts'

/**
 * A payer's bank takes a payment back: what it took is in dispute until the bank has decided. Won, it is the club's again;
 * lost, the fees are owed again, and what lay in the family's credit does so no more: their bank has given it back. However often and in whichever order it is told, each step is booked once.
 */
export const settleDispute = (stamp: Stamp, paymentId: string, told: AtProvider): Promise<void> =>
  untilSettled(async () => {
    const [payment, all, back] = await Promise.all([
      payments.get({ paymentId }, { consistent: true }),
      disputes.of({ paymentId }),
      refunds.of({ paymentId }),
    ])
    if (payment?.state !== 'paid') return
    const before = all.find(({ disputeId }) => disputeId === told.disputeId)
    // FluidPay shows what a bank has returned, and a club puts down what it hears: of one payment it is the same.
    if (payment.provider === 'FLUIDPAY' && !before && all.some(({ status }) => status === 'lost')) return
    const now =
      payment.provider === 'PAYPAL'
        ? onceLost({ before, disputes: all, refunds: back }, told)
        : payment.provider === 'FLUIDPAY'
          ? atMost(told, payment.amount - bookedOf(back))
          : told
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
    const isLost = row.status === 'lost' && before?.status !== 'lost'
    const lost = isLost
      ? await takenBack(payment, { taken: row.withdrawn, twice: twiceBack(payment, all, row.withdrawn) }, back)
      : { writes: [], postings: [], backByBank: 0 }
    const [taken, cost] = [row.withdrawn - (before?.withdrawn ?? 0), row.fee - (before?.fee ?? 0)]
    const postings: Posting[] = [
      { account: 'assets:disputed', cents: taken },
      { account: 'expenses:disputes', cents: cost },
      { account: clearingOf(payment), cents: -taken - cost },
      ...lost.postings,
      ...(isLost ? closing(row.withdrawn, lost.postings) : []),
    ]
    await write(
      stamp,
      before ? disputes.change(before, { set: row, when: [['version', '=', before.version]] }) : disputes.create(row),
      ...lost.writes,
      // Of two that are lost at once, and of what does not arrive at that moment, one is looked at after the other.
      ...(isLost
        ? [
            payments.change(
              { paymentId },
              {
                set: { isLost: true, backByBank: (payment.backByBank ?? 0) + lost.backByBank },
                when: [['version', '=', payment.version]],
              },
            ),
          ]
        : []),
      ...(before ? [] : await cardStopped(payment)),
      ...(postings.some(({ cents }) => cents !== 0)
        ? [
            ledger.book({
              organizationId: organizationOf(paymentId),
              effect: `dispute:${row.disputeId}:${before?.version ?? 0}`,
              bookedAt: stamp.at,
              about: paymentId,
              postings,
            }),
          ]
        : []),
    )
  })

type Known = { before: Dispute | undefined; disputes: readonly Dispute[]; refunds: readonly Refund[] }
/**
 * PayPal tells of a dispute that is lost twice, as what was decided and as what was reversed, and may show it among what was given
 * back before either: it takes the money once.
 */
function onceLost({ before, ...known }: Known, told: AtProvider): AtProvider {
  const { disputeId, cents, status } = told
  if (before?.status === 'lost') return { ...told, withdrawnCents: before.withdrawn }
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
  return [savedCards.change(card, { set, when: [['version', '=', card.version]] })]
}

/** What is in dispute no more: it is owed again as far as families owe it, no credit of theirs any more, and lost otherwise. */
function closing(withdrawn: number, settled: readonly Posting[]): Posting[] {
  const again = settled.reduce((sum, { cents }) => sum + cents, 0)
  return [
    { account: 'assets:disputed', cents: -withdrawn },
    { account: 'expenses:disputes', cents: withdrawn - again },
  ]
}

/** What of a payment the bank takes that was to be given back already: what is more than the club still had of it. */
function twiceBack({ amount, returned }: Payment, before: readonly Dispute[], taken: number): number {
  const lost = before.filter(({ status }) => status === 'lost').reduce((sum, { withdrawn }) => sum + withdrawn, 0)
  return Math.max(0, taken - Math.max(0, amount - returned - lost))
}

/**
 * What was paid on open fees by this payment, and was not given back, is owed again. What was paid on cancelled ones, or would not
 * go back, was the family's credit until now. All of it is no more than the bank has taken, and of what would not go back no more
 * than it has taken of that (`twice`); what is left of this counts for what is on its way back (`backByBank`).
 */
async function takenBack(
  payment: Kept<Payment>,
  { taken: most, twice }: { taken: number; twice: number },
  back: readonly Kept<Refund>[],
) {
  const { parts, paymentId } = payment
  const [found, paid] = await Promise.all([
    fees.getMany(parts, { consistent: true }),
    feePayments.getMany(
      parts.map(({ playerFeeId }) => ({ playerFeeId, paymentId })),
      { consistent: true },
    ),
  ])
  let rest = most
  const take = (cents: number) => {
    const taken = Math.min(cents, rest)
    rest -= taken
    return taken
  }
  const gone = found.flatMap((fee, i) => {
    const part = paid[i]
    if (!fee || !part || (fee.state === 'cancelled' && fee.cancelledAs !== 'credit')) return []
    const taken = take(Math.min(part.cents - part.givenBack, fee.paid))
    return taken > 0 ? [{ fee, part, taken, isOpen: fee.state === 'open' }] : []
  })
  const refused = backByBank(
    back.filter(({ state }) => state === 'refused'),
    twice,
  )
  return {
    backByBank: refused.left,
    writes: [
      ...gone.map(({ fee, taken, isOpen }) =>
        fees.change(fee, {
          set: { paid: fee.paid - taken, ...(isOpen && { byHand: true as const }) },
          when: [['version', '=', fee.version]],
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
        .map(({ refund, set }) => refunds.change(refund, { set, when: [['version', '=', refund.version]] })),
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
