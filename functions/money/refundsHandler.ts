import { worker } from '../worker.ts'
import { settleRefund } from './pay/settleRefund.ts'

/** Runs for each requested refund, and makes it at the provider. */
export const handler = worker(async ({ pk, sk }, { now, isFirst }) => {
  const id = { paymentId: pk.slice('PAYMENT#'.length), refundId: sk.slice('REFUND#'.length) }
  return (await settleRefund({ actor: 'money-refunds', at: now }, id, { isFirst })) ?? 'nothing to do'
})
