import { expect, it } from 'vitest'
import { settleRefund } from '#functions/money/pay/settleRefund.ts'
import { handler as refundsHandler } from '#functions/money/refundsHandler.ts'
import { refunds } from '#functions/table/payments.ts'
import { lastPart } from '#shared/ids.ts'
import { call } from '../call.ts'
import { deliverTo } from '../workers.ts'
import {
  atFluidPay,
  controlFluidPay,
  countRequests,
  goodToken,
  answerNotFound,
  startPayment,
  submitCard,
} from './payingByFluidPay.ts'

it('a FluidPay refund is requested once when queue retries and the sweeper ask concurrently', async () => {
  const { club, feePlayerId, payId, paymentId } = await startPayment()
  await submitCard(payId, paymentId, goodToken())
  await controlFluidPay('settle', { order: lastPart(paymentId) })
  const id = { paymentId, refundId: 'refund-1' }
  await call('POST /rest-api/fee/refund/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { ...id, amountInCents: 2000, as: 'waived', withFee: false },
  })
  const first = '2026-11-21T18:00:00Z'
  const again = (tries: number) => deliverTo(refundsHandler, refunds.key(id), first, { tries })
  await expect(answerNotFound(() => again(1))).rejects.toThrow('left in the queue')
  const asked = await countRequests(async () => {
    // FluidPay is slow: concurrent requests find no refund yet.
    await Promise.all([settleRefund({ actor: 'money-sweep', at: '2026-11-21T18:15:00Z' }, id), again(3), again(4)])
  })
  expect(asked).toBe(1)
  expect((await refunds.of(id)).map(({ state }) => state)).toEqual(['done'])
  expect((await atFluidPay(paymentId)).map((each) => each.amount_refunded)).toEqual([2000])
})
