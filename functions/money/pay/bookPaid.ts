import { organizationOf } from '#shared/ids.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { surchargesOf } from '#shared/rules/paying.ts'
import type { PaidStatus } from '../../providers/provider.ts'
import { daySumWrites } from '../../table/feeBooks.ts'
import { type Fee, feePayments, fees } from '../../table/fees.ts'
import { ledger } from '../../table/ledger.ts'
import { type Payment, payments, refunds } from '../../table/payments.ts'
import { savedCards } from '../../table/savedCards.ts'
import { write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { keepCard, keeperOf } from './keepCard.ts'
import { ended, feesOf, referenceOf, unpaying } from './payingFees.ts'
import { receiptFor } from './receiptFor.ts'
import { clearingOf, takenEntry } from './taken.ts'

/**
 * Books a payment in one transaction with its fees and the ledger. Each fee gets what it still owes; the rest, if a fee was
 * cancelled or paid by hand meanwhile, becomes the family's credit and is refunded. `known`: its fees, if they were just read.
 */
export async function bookPaid(
  stamp: Stamp,
  payment: Stored<Payment>,
  paid: PaidStatus,
  known?: ReturnType<typeof feesOf>,
): Promise<void> {
  const keeper = paid.saved && keeperOf(payment)
  const [found, before] = await Promise.all([
    known ?? feesOf(payment),
    keeper && savedCards.get(keeper, { consistent: true }),
  ])
  const split = splitOf(payment, paid, found)
  await write(
    stamp,
    paymentPaid(stamp, payment, paid, split),
    ...feesPaid(stamp, payment, paid, split),
    bookedEntry(stamp, payment, paid, split),
    ...refundOver(stamp, payment, split),
    ...takenEntry(stamp, payment, paid),
    ...(paid.saved ? keepCard(stamp, payment, { label: paid.label, saved: paid.saved, before }) : []),
    ...receiptFor(stamp, payment),
  )
}

/** How a payment is divided among its fees. */
type Split = {
  there: { fee: Stored<Fee>; applied: number }[]
  applied: number
  surcharge: number
  /** The amount to refund. */
  over: number
  /** The fee with which the refund is shown. */
  shown: Stored<Fee> | undefined
}

function splitOf(payment: Payment, { cents }: PaidStatus, found: readonly (Stored<Fee> | undefined)[]): Split {
  const there = payment.parts.flatMap(({ cents: wanted }, i) => {
    const fee = found[i]
    return fee ? [{ fee, applied: Math.max(0, Math.min(wanted, outstandingOf(fee))) }] : []
  })
  const applied = there.reduce((sum, part) => sum + part.applied, 0)
  // If nothing was owed any more, the surcharge is refunded too.
  const surcharge = applied > 0 ? payment.surcharge : 0
  // Even if nothing was owed any more, the refund is shown with one of the fees: it may fail.
  const shown = there.find((part) => part.applied > 0) ?? there[0]
  return { there, applied, surcharge, over: cents - applied - surcharge, shown: shown?.fee }
}

const howOf = ({ provider }: Payment) => (provider === 'PAYPAL' ? ('PAYPAL' as const) : ('CARD' as const))

function paymentPaid(stamp: Stamp, payment: Stored<Payment>, paid: PaidStatus, { surcharge, over }: Split): Write {
  const { paymentId, version } = payment
  const { chargeId, label, feeCents } = paid
  return payments.change(
    { paymentId },
    {
      set: {
        state: 'paid',
        chargeId,
        paidAt: stamp.at,
        how: howOf(payment),
        label,
        surcharge,
        ...referenceOf(payment),
        ...ended,
        // The provider's fee may be known later; until then the payment stays on the list of those waiting.
        ...(feeCents === undefined ? { waitsSince: payment.waitsSince ?? stamp.at } : { taken: feeCents }),
      },
      ...(over > 0 && { add: { returned: over } }),
      when: ifUnchanged({ version }),
    },
  )
}

/** The fees, their payments, and the daily sums of the club's fees. */
function feesPaid(stamp: Stamp, payment: Payment, { label }: PaidStatus, split: Split): Write[] {
  const { paymentId } = payment
  const { there, surcharge, over, shown } = split
  const surcharges = surchargesOf(
    surcharge,
    there.map(({ fee, applied: cents }) => ({ cents, absorbFees: fee.absorbs ?? false })),
  )
  const paid = (fee: Fee, applied: number) => ({
    paid: fee.paid + applied,
    ...(fee.paying === paymentId && unpaying),
  })
  return [
    ...there.map(({ fee, applied }) =>
      fees.change({ playerFeeId: fee.playerFeeId }, { set: paid(fee, applied), when: ifUnchanged(fee) }),
    ),
    ...there.flatMap(({ fee: { playerFeeId }, applied }, i) => {
      const isOver = playerFeeId === shown?.playerFeeId && over > 0
      const more = { how: howOf(payment), note: label, paidAt: stamp.at, ...(isOver && { over: true as const }) }
      const id = { playerFeeId, paymentId, ...more }
      if (applied > 0)
        return [feePayments.create({ ...id, cents: applied, surcharge: surcharges[i] ?? 0, givenBack: 0 })]
      return isOver ? [feePayments.create({ ...id, cents: over, givenBack: over })] : []
    }),
    ...daySumWrites(
      there.map(({ fee, applied }) => ({
        playerFeeId: fee.playerFeeId,
        before: fee,
        after: { ...fee, ...paid(fee, applied) },
      })),
    ),
  ]
}

function bookedEntry(stamp: Stamp, payment: Payment, { chargeId, cents }: PaidStatus, split: Split): Write {
  const { paymentId } = payment
  return ledger.book({
    organizationId: organizationOf(paymentId),
    effect: `charge:${chargeId}`,
    bookedAt: stamp.at,
    about: paymentId,
    postings: [
      { account: clearingOf(payment), cents },
      { account: 'assets:receivable', cents: -split.applied },
      { account: 'income:surcharge', cents: -split.surcharge },
      { account: 'liabilities:credit', cents: -split.over },
    ],
  })
}

function refundOver(stamp: Stamp, { paymentId, parts }: Payment, { over, shown }: Split): Write[] {
  if (over <= 0) return []
  const about = (shown ?? parts[0])?.playerFeeId
  return [refunds.request({ paymentId, refundId: 'over', cents: over, withFee: true, about, askedAt: stamp.at })]
}

/** Books the provider's fee for a payment that is booked already, once it is known. */
export async function bookTaken(stamp: Stamp, payment: Stored<Payment>, paid: PaidStatus): Promise<void> {
  const { paymentId, version } = payment
  if (paid.feeCents === undefined || payment.taken !== undefined) return
  await write(
    stamp,
    payments.change({ paymentId }, { set: { taken: paid.feeCents, ...ended }, when: ifUnchanged({ version }) }),
    ...takenEntry(stamp, payment, paid),
  )
}
