import type { Fee } from '../table/fees.ts'
import { payments } from '../table/payments.ts'

/** The fees with a pending bank payment, which takes some days: its cents by fee id. */
export async function pendingCentsByFee(fees: readonly Fee[]): Promise<ReadonlyMap<string, number>> {
  const paying = fees.flatMap(({ playerFeeId, paying }) => (paying === undefined ? [] : [{ playerFeeId, paying }]))
  if (paying.length === 0) return new Map()
  const found = await payments.getMany(
    [...new Set(paying.map(({ paying }) => paying))].map((paymentId) => ({ paymentId })),
    { consistent: true },
  )
  const partsByPaymentId = new Map(
    found.flatMap((each) => (each?.state === 'processing' ? [[each.paymentId, each.parts]] : [])),
  )
  return new Map(
    paying.flatMap(({ playerFeeId, paying }) => {
      const part = partsByPaymentId.get(paying)?.find((each) => each.playerFeeId === playerFeeId)
      return part ? [[playerFeeId, part.cents]] : []
    }),
  )
}
