import { feePayments, fees } from '../../table/fees.ts'
import type { Payment } from '../../table/payments.ts'

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
