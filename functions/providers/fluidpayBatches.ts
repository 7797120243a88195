import type { Transaction } from './fluidpay.ts'
import { fluidPay } from './fluidpayClient.ts'

/** A settlement batch, as FluidPay reports it. */
export type Batch = { id: string; batch_date: string; net_deposit: number }
type Line = Transaction & { referenced_transaction_id: string }
const pageSize = 100

/** The batches of a range of days. */
export async function batchesBetween(paymentAccountId: string, days: { from: string; to: string }): Promise<Batch[]> {
  const found: Batch[] = []
  const batch_date = { start_date: days.from, end_date: days.to }
  for (;;) {
    const wanted = { batch_date, limit: pageSize, offset: found.length }
    const path = '/settlement/batch/search'
    const { results } = await fluidPay<{ results: Batch[] | null }>(paymentAccountId, 'POST', path, wanted)
    found.push(...(results ?? []))
    if ((results?.length ?? 0) < pageSize) return found
  }
}

/** The lines of a batch: charges, and refunds with a negative amount. */
export async function linesOfBatch(paymentAccountId: string, batchId: string) {
  const found: Line[] = []
  for (;;) {
    const settlement_batch_id = { operator: '=', value: batchId }
    const wanted = { settlement_batch_id, limit: pageSize, offset: found.length }
    const page = await fluidPay<Line[] | null>(paymentAccountId, 'POST', '/transaction/search', wanted)
    found.push(...(page ?? []))
    if ((page?.length ?? 0) < pageSize) break
  }
  return found.map(({ id, type, amount, amount_settled: settled, order_id: order, referenced_transaction_id: of }) =>
    type === 'sale' ? { line: id, chargeId: id, order, net: settled } : { line: id, chargeId: of, order, net: -amount },
  )
}
