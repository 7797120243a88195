import { daySumWrites } from '../../table/feeBooks.ts'
import { type Fee, feePayments, fees } from '../../table/fees.ts'
import type { Payment } from '../../table/payments.ts'
import type { Write } from '../../table/writes.ts'

/** The fees of a payment, each with the row of what this payment has paid on it; consistent, in the order of its parts. */
export async function readPaidParts({ parts, paymentId }: Pick<Payment, 'parts' | 'paymentId'>) {
  const [feeRows, paymentRows] = await Promise.all([
    fees.getMany(parts, { consistent: true }),
    feePayments.getMany(
      parts.map(({ playerFeeId }) => ({ playerFeeId, paymentId })),
      { consistent: true },
    ),
  ])
  return feeRows.flatMap((fee, i) => {
    const part = paymentRows[i]
    return fee && part ? [{ fee, part }] : []
  })
}

/** The writes of the sums of days for fees on which `cents` more are paid, or less. */
export const paidSumWrites = (changes: readonly { fee: Fee; cents: number }[]): Write[] =>
  daySumWrites(
    changes.map(({ fee, cents }) => ({
      playerFeeId: fee.playerFeeId,
      before: fee,
      after: { ...fee, paid: fee.paid + cents },
    })),
  )
