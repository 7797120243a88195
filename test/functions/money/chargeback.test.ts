import { expect, it } from 'vitest'
import { payments, refunds } from '#functions/table/payments.ts'
import { settleDispute } from '#functions/money/pay/dispute.ts'
import { lastPart } from '#shared/ids.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { balancesOf, feeDetails } from './charging.ts'
import { deliverRefunds, returnFromPage } from './online.ts'
import {
  controlFluidPay,
  countRequests,
  goodToken,
  startPayment,
  total,
  submitCard,
  loseAnswers,
} from './payingByFluidPay.ts'

it('a chargeback recorded by hand makes the fee owed again and books its cost, once', async () => {
  const { club, feePlayerId, payId, paymentId } = await startPayment()
  const putDown = (as: string, feeInCents = 1500) =>
    call('POST /rest-api/fee/chargeback/{feePlayerId}', {
      as: club.user(as),
      feePlayerId,
      body: { paymentId, feeInCents },
    })
  expect((await putDown('admin')).refusal.code).toBe('conflict')
  await submitCard(payId, paymentId, goodToken())
  expect((await feeDetails(club, feePlayerId)).payments[0]?.chargebackByHand).toBe(true)
  expect((await putDown('parent')).status).toBe(403)
  const answers = await Promise.all([putDown('treasurer'), putDown('treasurer')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await putDown('admin', 0)).status).toBe(200)
  const after = await feeDetails(club, feePlayerId)
  expect([after.outstandingInCents, after.status, after.payments[0]?.chargebackByHand]).toEqual([5000, 'UNPAID', false])
  expect(after.payments[0]?.dispute?.status).toBe('lost')
  const balances = await balancesOf(club)
  expect(balances).toMatchObject({
    'assets:clearing:fluidpay': -1500,
    'assets:receivable': 5000,
    // The processing fees paid by the family are lost, in addition to the bank's dispute fee.
    'expenses:disputes': 1500 + total - 5000,
  })
  expect(balances['assets:disputed']).toBeUndefined()
  // FluidPay later reports the same payment as returned: it is not booked again.
  const { chargeId = '' } = (await payments.get({ paymentId })) ?? {}
  const told = { status: 'lost', reason: 'returned', dueBy: undefined, feeCents: 0 } as const
  const again = { disputeId: `returned-${chargeId}`, chargeId, cents: total, withdrawnCents: total, ...told }
  await settleDispute(stamp, paymentId, again)
  expect(await balancesOf(club)).toEqual(balances)
})

it('a waiting FluidPay refund is not requested after a chargeback of the payment, and leaves no credit', async () => {
  const { club, feePlayerId, payId, paymentId } = await startPayment()
  await submitCard(payId, paymentId, goodToken())
  await returnFromPage(payId, paymentId)
  const as = club.user('admin')
  const body = { refundId: 'refund-1', paymentId, amountInCents: 2000, as: 'waived', withFee: false } as const
  await call('POST /rest-api/fee/refund/{feePlayerId}', { as, feePlayerId, body })
  await deliverRefunds(paymentId)
  await call('POST /rest-api/fee/chargeback/{feePlayerId}', { as, feePlayerId, body: { paymentId, feeInCents: 0 } })
  await controlFluidPay('settle', { order: lastPart(paymentId) })
  expect(await countRequests(() => deliverRefunds(paymentId, '2026-11-22T18:00:00Z'))).toBe(0)
  expect((await refunds.of({ paymentId })).map(({ state, byBank }) => [state, byBank])).toEqual([['done', true]])
  const balances = await balancesOf(club)
  expect([balances['liabilities:credit'], balances['assets:clearing:fluidpay']]).toEqual([undefined, undefined])
  expect(balances).toMatchObject({ 'assets:receivable': 3000, 'income:reductions': 2000, 'expenses:disputes': 234 })
})

it('a refund FluidPay made before its response was lost is found after a chargeback, and not booked twice', async () => {
  const { club, feePlayerId, payId, paymentId } = await startPayment()
  await submitCard(payId, paymentId, goodToken())
  await controlFluidPay('settle', { order: lastPart(paymentId) })
  const as = club.user('admin')
  const body = { refundId: 'refund-1', paymentId, amountInCents: 2000, as: 'waived', withFee: false } as const
  await call('POST /rest-api/fee/refund/{feePlayerId}', { as, feePlayerId, body })
  await loseAnswers(() => deliverRefunds(paymentId)).catch(() => undefined)
  await call('POST /rest-api/fee/chargeback/{feePlayerId}', { as, feePlayerId, body: { paymentId, feeInCents: 0 } })
  expect(await countRequests(() => deliverRefunds(paymentId, '2026-11-22T18:00:00Z'))).toBe(0)
  expect((await refunds.of({ paymentId })).map(({ state, byBank }) => [state, byBank])).toEqual([['done', undefined]])
  expect((await balancesOf(club))['liabilities:credit']).toBeUndefined()
})
