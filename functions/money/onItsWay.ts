import type { Fee } from '../table/fees.ts'
import { payments } from '../table/payments.ts'

/** Those of these fees whose payment is on its way from a bank: for some days nothing is to be done for them. By the fees' ids. */
export async function onItsWay(fees: readonly Fee[]): Promise<ReadonlySet<string>> {
  const paying = fees.flatMap(({ playerFeeId, paying }) => (paying === undefined ? [] : [{ playerFeeId, paying }]))
  if (paying.length === 0) return new Set()
  const found = await payments.getMany(
    [...new Set(paying.map(({ paying }) => paying))].map((paymentId) => ({ paymentId })),
    { consistent: true },
  )
  const under = new Set(found.flatMap((each) => (each?.state === 'processing' ? [each.paymentId] : [])))
  return new Set(paying.filter(({ paying }) => under.has(paying)).map(({ playerFeeId }) => playerFeeId))
}
