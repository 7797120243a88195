import { organizationOf } from '#shared/ids.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { daySumWrites } from '../../table/feeBooks.ts'
import { type Fee, type FeePayment, feePayments, fees } from '../../table/fees.ts'
import { ledger } from '../../table/ledger.ts'
import { type Payment, payments, type Refund, refundCheckSeconds, refunds } from '../../table/payments.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { allowance } from './allowance.ts'
import { applyRefundStatus } from './applyRefundStatus.ts'
import { bookedRefundCents } from './bookedRefunds.ts'
import { readPaidParts } from './paidParts.ts'
import { refundMails } from './receiptFor.ts'
import { clearingOf, shareOwedBack, returnShare } from './providerFees.ts'

/**
 * A refund that we have not requested: the club has made it at its provider. `totalCents`: the total that was refunded there, if only
 * that is known; the refund is then the part that is not booked yet.
 */
export type OutsideRefund = {
  providerRefundId: string
  as: 'done' | 'processing' | 'refused'
} & ({ cents: number } | { totalCents: number })

/**
 * Books a refund that a club has made at its provider, once, however often it is reported. It first settles refunds that are
 * waiting in the family's credit because the provider refused ours; of these, a remainder keeps waiting. Beyond that, the club
 * has waived the amount: the fees are not owed again.
 */
export const settleOutsideRefund = (stamp: Stamp, paymentId: string, outside: OutsideRefund): Promise<void> =>
  retryOnConflict(async () => {
    const { providerRefundId, as } = outside
    // Read before its refunds: a concurrent booking changes the payment, which causes a conflict.
    const payment = await payments.get({ paymentId }, { consistent: true })
    if (payment?.state !== 'paid') return
    const allRefunds = await refunds.of({ paymentId })
    const outcome = as === 'refused' ? { as, why: as } : { as, providerRefundId }
    const [storedRefund, ...otherRows] = allRefunds.filter((refund) => refund.providerRefundId === providerRefundId)
    if (storedRefund?.state === 'refused' || storedRefund?.byBank) return
    if (storedRefund)
      return void (await applyRefundStatus(stamp, { refunds: [storedRefund, ...otherRows], payment, outcome }))
    const cents = 'cents' in outside ? outside.cents : outside.totalCents - bookedRefundCents(allRefunds)
    if (as === 'refused' || cents <= 0) return
    const reported = { providerRefundId, as, cents, lookAt: lookAtOf(stamp, as) }
    const split = await splitAmongRefunds(payment, allRefunds, cents)
    const { share, rest } = split
    await write(
      stamp,
      ...waitingRefundWrites(payment, reported, split),
      ...refundMails(stamp, payment, {
        refundId: split.shares.length > 0 ? `at-${providerRefundId}` : (split.waitingRefunds[0]?.refund.refundId ?? ''),
        is: 'gone',
        providerRefundId,
      }),
      ...newRefundWrites(stamp, paymentId, reported, split),
      // Of two refunds reported at once as a total, the second is computed again.
      payments.change({ paymentId }, { add: { returned: rest }, when: ifUnchanged(payment) }),
      ...feeWrites(split),
      refundEntry(stamp, payment, reported, split),
      ...share.writes,
    )
  })

type Reported = { providerRefundId: string; as: 'done' | 'processing'; cents: number; lookAt: string | undefined }

const lookAtOf = ({ at }: Stamp, as: OutsideRefund['as']) =>
  as === 'processing' ? addSeconds(at, refundCheckSeconds.processing) : undefined

/** Which waiting refunds the amount settles, and from which fees the rest is refunded. */
async function splitAmongRefunds(payment: Payment, allRefunds: readonly Stored<Refund>[], cents: number) {
  const waitingRefunds = settledBy(allRefunds, cents)
  const fromWaiting = waitingRefunds.reduce((sum, { taken }) => sum + taken, 0)
  const rest = cents - fromWaiting
  const parts = await refundableParts(payment, rest)
  // The platform's share of waiting refunds is returned here too, except with Stripe, which has collected it.
  const feeBack = waitingRefunds.reduce((sum, each) => sum + feeBackOf(each, payment), 0)
  const partlySettled = waitingRefunds.find(({ refund, taken }) => taken < refund.cents)
  const shares: Share[] = partlySettled
    ? [
        {
          about: partlySettled.refund.about,
          cents: partlySettled.taken,
          feeBack: feeBackOf(partlySettled, payment),
          withFee: withFeeOf(partlySettled.refund, payment),
        },
      ]
    : sharesOf(rest, parts, payment, waitingRefunds[0]?.refund.about)
  return { waitingRefunds, fromWaiting, rest, parts, shares, share: returnShare(payment, feeBack) }
}
type Split = Awaited<ReturnType<typeof splitAmongRefunds>>

const feeBackOf = ({ refund, taken }: SettledRefund, payment: Payment) => shareOwedBack(refund, taken, payment)
const withFeeOf = ({ withFee }: Refund, { provider }: Payment) => (provider === 'STRIPE' ? undefined : withFee)

/** The waiting refunds: done by this one, or waiting for the rest. */
const waitingRefundWrites = (
  payment: Payment,
  { providerRefundId, as, lookAt }: Reported,
  { waitingRefunds }: Split,
): Write[] =>
  waitingRefunds.map((each) => {
    const { refund, taken } = each
    const withFee = withFeeOf(refund, payment)
    const settledFields = {
      state: as,
      providerRefundId,
      feeBack: feeBackOf(each, payment),
      withFee,
      why: undefined,
      lookAt,
    }
    const set = taken < refund.cents ? { cents: refund.cents - taken } : settledFields
    return refunds.change(refund, { set, when: ifUnchanged(refund) })
  })

/** New refunds, for amounts that do not settle a whole waiting one. */
const newRefundWrites = (stamp: Stamp, paymentId: string, reported: Reported, { shares }: Split): Write[] =>
  shares.map((share, i) =>
    refunds.create({
      paymentId,
      refundId: i === 0 ? `at-${reported.providerRefundId}` : `at-${reported.providerRefundId}-${i}`,
      ...share,
      state: reported.as,
      askedAt: stamp.at,
      providerRefundId: reported.providerRefundId,
      ...(reported.lookAt !== undefined && { lookAt: reported.lookAt }),
    }),
  )

/** The refunded fees, their payments, and the daily sums of the club's fees. */
const feeWrites = ({ parts }: Split): Write[] => [
  ...parts.map(({ part, taken }) =>
    feePayments.change(part, {
      set: { givenBack: part.givenBack + taken },
      when: [['givenBack', '=', part.givenBack]],
    }),
  ),
  ...parts.map(({ fee, taken }) => fees.change(fee, { set: refundedFields(fee, taken), when: ifUnchanged(fee) })),
  ...daySumWrites(
    parts.map(({ fee, taken }) => ({
      playerFeeId: fee.playerFeeId,
      before: fee,
      after: { ...fee, ...refundedFields(fee, taken) },
    })),
  ),
]

function refundEntry(
  stamp: Stamp,
  payment: Payment,
  { providerRefundId, cents }: Reported,
  { parts, fromWaiting, share }: Split,
): Write {
  const sumOf = (state: Fee['state']) =>
    parts.filter(({ fee }) => fee.state === state).reduce((sum, { taken }) => sum + taken, 0)
  const [reduced, fromCredit] = [sumOf('open'), sumOf('cancelled') + fromWaiting]
  return ledger.book({
    organizationId: organizationOf(payment.paymentId),
    effect: `refund:${providerRefundId}`,
    bookedAt: stamp.at,
    about: payment.paymentId,
    postings: [
      { account: 'income:reductions', cents: reduced },
      { account: 'liabilities:credit', cents: fromCredit },
      // What exceeds the payments on the fees was the surcharge.
      { account: 'income:surcharge', cents: cents - reduced - fromCredit },
      { account: clearingOf(payment), cents: -cents },
      ...share.postings,
    ],
  })
}

type SettledRefund = { refund: Stored<Refund>; taken: number }

/**
 * The waiting refunds that an amount settles: one of exactly that amount, otherwise the oldest first, the last one perhaps in
 * part.
 */
function settledBy(allRefunds: readonly Stored<Refund>[], cents: number): SettledRefund[] {
  const waiting = allRefunds
    .filter(({ state }) => state === 'refused')
    .toSorted((one, other) => one.askedAt.localeCompare(other.askedAt))
  const exactMatch = waiting.find((refund) => refund.cents === cents)
  const refunded = allowance(cents)
  return (exactMatch ? [exactMatch] : waiting).flatMap((refund) => {
    const taken = refunded.take(refund.cents)
    return taken > 0 ? [{ refund, taken }] : []
  })
}

const refundedFields = (fee: Fee, taken: number) => ({
  paid: fee.paid - taken,
  ...(fee.state === 'open' && { waived: fee.waived + taken }),
})

/**
 * A part of the refund with the fee that it is shown with; if it fails, it is the family's credit there. What exceeds the
 * payments on the fees is shown with the first of them, or with `fallbackFeeId`.
 */
type Share = Pick<Refund, 'about' | 'cents' | 'surcharge' | 'feeBack' | 'withFee'>
function sharesOf(
  cents: number,
  parts: readonly Part[],
  { surcharge, parts: [firstPart] }: Payment,
  fallbackFeeId = firstPart?.playerFeeId,
): Share[] {
  if (cents === 0) return []
  const [first, ...otherParts] = parts
  const otherShares = otherParts.map(({ fee, taken }) => ({ about: fee.playerFeeId, cents: taken }))
  const firstShareCents = otherShares.reduce((left, share) => left - share.cents, cents)
  const surchargeCents = first ? firstShareCents - first.taken : Math.min(cents, surcharge)
  const firstShare = {
    about: first?.fee.playerFeeId ?? fallbackFeeId,
    cents: firstShareCents,
    ...(surchargeCents > 0 && { surcharge: surchargeCents }),
  }
  return [firstShare, ...otherShares]
}

type Part = { fee: Stored<Fee>; part: Stored<FeePayment>; taken: number }

/** The fees that an amount is refunded from: in order, and from each at most what was paid on it. */
async function refundableParts(payment: Payment, cents: number): Promise<Part[]> {
  const paidParts = await readPaidParts(payment)
  const refunded = allowance(cents)
  return paidParts.flatMap(({ fee, part }) => {
    const taken = refunded.take(Math.max(0, Math.min(part.cents - part.givenBack, fee.paid)))
    return taken > 0 ? [{ fee, part, taken }] : []
  })
}
