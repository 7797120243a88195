import { worker } from '../worker.ts'
import { settleRefund } from './pay/settleRefund.ts'

/** Hears of what is to be given back, and has the provider do it. */
export const handler = worker(async ({ pk, sk }, { now, isFirst }) => {
  const id = { paymentId: pk.slice('PAYMENT#'.length), refundId: sk.slice('REFUND#'.length) }
  return (await settleRefund({ actor: 'money-refunds', at: now }, id, { isFirst })) ?? 'nothing to do'
})
