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
import { saveCardWrites, savedCardIdOf } from './saveCard.ts'
import { endedFields, feesOf, referenceOf, clearedPaying } from './payingFees.ts'
import { receiptMails } from './receiptFor.ts'
import { clearingOf, providerFeeEntry } from './providerFees.ts'

/**
 * Books a payment in one transaction with its fees and the ledger. Each fee gets what it still owes; the rest, if a fee was
 * cancelled or paid by hand meanwhile, becomes the family's credit and is refunded. `feesRead`: its fees, if they were just read.
 */
export async function bookPaid(
  stamp: Stamp,
  payment: Stored<Payment>,
  paidStatus: PaidStatus,
  feesRead?: ReturnType<typeof feesOf>,
): Promise<void> {
  const keeper = paidStatus.saved && savedCardIdOf(payment)
  const [feeRows, storedCard] = await Promise.all([
    feesRead ?? feesOf(payment),
    keeper && savedCards.get(keeper, { consistent: true }),
  ])
  const split = splitOf(payment, paidStatus, feeRows)
  await write(
    stamp,
    paymentWrite(stamp, payment, paidStatus, split),
    ...feeWrites(stamp, payment, paidStatus, split),
    ledgerWrite(stamp, payment, paidStatus, split),
    ...overpaymentRefund(stamp, payment, split),
    ...providerFeeEntry(stamp, payment, paidStatus),
    ...(paidStatus.saved
      ? saveCardWrites(stamp, payment, { label: paidStatus.label, saved: paidStatus.saved, storedCard })
      : []),
    ...receiptMails(stamp, payment),
  )
}

/** How a payment is divided among its fees. */
type Split = {
  parts: { fee: Stored<Fee>; applied: number }[]
  applied: number
  surcharge: number
  /** The amount to refund. */
  overCents: number
  /** The fee with which the refund is shown. */
  shownFee: Stored<Fee> | undefined
}

function splitOf(payment: Payment, { cents }: PaidStatus, feeRows: readonly (Stored<Fee> | undefined)[]): Split {
  const parts = payment.parts.flatMap(({ cents: wantedCents }, i) => {
    const fee = feeRows[i]
    return fee ? [{ fee, applied: Math.max(0, Math.min(wantedCents, outstandingOf(fee))) }] : []
  })
  const applied = parts.reduce((sum, part) => sum + part.applied, 0)
  // If nothing was owed any more, the surcharge is refunded too.
  const surcharge = applied > 0 ? payment.surcharge : 0
  // Even if nothing was owed any more, the refund is shown with one of the fees: it may fail.
  const shownPart = parts.find((part) => part.applied > 0) ?? parts[0]
  return { parts, applied, surcharge, overCents: cents - applied - surcharge, shownFee: shownPart?.fee }
}

const methodOf = ({ provider }: Payment) => (provider === 'PAYPAL' ? ('PAYPAL' as const) : ('CARD' as const))

function paymentWrite(
  stamp: Stamp,
  payment: Stored<Payment>,
  paidStatus: PaidStatus,
  { surcharge, overCents }: Split,
): Write {
  const { paymentId, version } = payment
  const { chargeId, label, feeCents } = paidStatus
  return payments.change(
    { paymentId },
    {
      set: {
        state: 'paid',
        chargeId,
        paidAt: stamp.at,
        how: methodOf(payment),
        label,
        surcharge,
        ...referenceOf(payment),
        ...endedFields,
        // The provider's fee may be known later; until then the payment stays on the list of those waiting.
        ...(feeCents === undefined ? { waitsSince: payment.waitsSince ?? stamp.at } : { taken: feeCents }),
      },
      ...(overCents > 0 && { add: { returned: overCents } }),
      when: ifUnchanged({ version }),
    },
  )
}

/** The fees, their payments, and the daily sums of the club's fees. */
function feeWrites(stamp: Stamp, payment: Payment, { label }: PaidStatus, split: Split): Write[] {
  const { paymentId } = payment
  const { parts, surcharge, overCents, shownFee } = split
  const surcharges = surchargesOf(
    surcharge,
    parts.map(({ fee, applied: cents }) => ({ cents, absorbFees: fee.absorbs ?? false })),
  )
  const paidFields = (fee: Fee, applied: number) => ({
    paid: fee.paid + applied,
    ...(fee.paying === paymentId && clearedPaying),
  })
  return [
    ...parts.map(({ fee, applied }) =>
      fees.change({ playerFeeId: fee.playerFeeId }, { set: paidFields(fee, applied), when: ifUnchanged(fee) }),
    ),
    ...parts.flatMap(({ fee: { playerFeeId }, applied }, i) => {
      const isOver = playerFeeId === shownFee?.playerFeeId && overCents > 0
      const paymentFields = {
        how: methodOf(payment),
        note: label,
        paidAt: stamp.at,
        ...(isOver && { over: true as const }),
      }
      const id = { playerFeeId, paymentId, ...paymentFields }
      if (applied > 0)
        return [feePayments.create({ ...id, cents: applied, surcharge: surcharges[i] ?? 0, givenBack: 0 })]
      return isOver ? [feePayments.create({ ...id, cents: overCents, givenBack: overCents })] : []
    }),
    ...daySumWrites(
      parts.map(({ fee, applied }) => ({
        playerFeeId: fee.playerFeeId,
        before: fee,
        after: { ...fee, ...paidFields(fee, applied) },
      })),
    ),
  ]
}

function ledgerWrite(stamp: Stamp, payment: Payment, { chargeId, cents }: PaidStatus, split: Split): Write {
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
      { account: 'liabilities:credit', cents: -split.overCents },
    ],
  })
}

function overpaymentRefund(stamp: Stamp, { paymentId, parts }: Payment, { overCents, shownFee }: Split): Write[] {
  if (overCents <= 0) return []
  const about = (shownFee ?? parts[0])?.playerFeeId
  return [refunds.request({ paymentId, refundId: 'over', cents: overCents, withFee: true, about, askedAt: stamp.at })]
}

/** Books the provider's fee for a payment that is booked already, once it is known. */
export async function bookProviderFee(stamp: Stamp, payment: Stored<Payment>, paidStatus: PaidStatus): Promise<void> {
  const { paymentId, version } = payment
  if (paidStatus.feeCents === undefined || payment.taken !== undefined) return
  await write(
    stamp,
    payments.change(
      { paymentId },
      { set: { taken: paidStatus.feeCents, ...endedFields }, when: ifUnchanged({ version }) },
    ),
    ...providerFeeEntry(stamp, payment, paidStatus),
  )
}
