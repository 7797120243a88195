import { createInterface } from 'node:readline'
import { chargeSavedCard } from '#functions/money/pay/autopay.ts'
import { settle } from '#functions/money/pay/settle.ts'
import { settleRefund } from '#functions/money/pay/settleRefund.ts'

/** One task per line of input, confirmed by a line of output. A separate process, so that it can be killed. */
export type Task =
  | { does: 'settle'; paymentId: string }
  | { does: 'refund'; paymentId: string; refundId: string }
  | { does: 'collect'; organizationId: string; userId: string; at: string }

const at = '2026-11-21T18:05:00Z'
const run = (task: Task): Promise<unknown> => {
  if (task.does === 'settle') return settle({ actor: 'money-pay', at }, task.paymentId)
  if (task.does === 'refund') return settleRefund({ actor: 'money-refunds', at }, task)
  return chargeSavedCard({ actor: 'money-autopay', at: task.at }, task)
}

console.log('ready')
for await (const line of createInterface({ input: process.stdin }))
  void run(JSON.parse(line) as Task).then(
    () => console.log('done'),
    () => console.log('failed'),
  )
