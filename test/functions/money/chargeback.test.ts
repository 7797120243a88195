import { expect, it } from 'vitest'
import { payments } from '#functions/table/payments.ts'
import { settleDispute } from '#functions/money/pay/dispute.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { balancesOf, details } from './charging.ts'
import { good, started, total, typed } from './payingByFluidPay.ts'

it('a chargeback that is put down by hand makes the fee owed again and costs what it costs, once', async () => {
  const { club, feePlayerId, payId, paymentId } = await started()
  const putDown = (as: string, feeInCents = 1500) =>
    call('POST /rest-api/fee/chargeback/{feePlayerId}', {
      as: club.user(as),
      feePlayerId,
      body: { paymentId, feeInCents },
    })
  expect((await putDown('admin')).refusal.code).toBe('conflict')
  await typed(payId, paymentId, good())
  expect((await details(club, feePlayerId)).payments[0]?.chargebackByHand).toBe(true)
  expect((await putDown('parent')).status).toBe(403)
  const answers = await Promise.all([putDown('treasurer'), putDown('treasurer')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await putDown('admin', 0)).status).toBe(200)
  const after = await details(club, feePlayerId)
  expect([after.outstandingInCents, after.status, after.payments[0]?.chargebackByHand]).toEqual([5000, 'UNPAID', false])
  expect(after.payments[0]?.dispute?.status).toBe('lost')
  const balances = await balancesOf(club)
  expect(balances).toMatchObject({
    'assets:clearing:fluidpay': -1500,
    'assets:receivable': 5000,
    // What the family had paid for the processing is lost, beside what the bank asks.
    'expenses:disputes': 1500 + total - 5000,
  })
  expect(balances['assets:disputed']).toBeUndefined()
  // FluidPay tells later of the same that it was returned: it is booked no second time.
  const { chargeId = '' } = (await payments.get({ paymentId })) ?? {}
  const told = { status: 'lost', reason: 'returned', dueBy: undefined, feeCents: 0 } as const
  const again = { disputeId: `returned-${chargeId}`, chargeId, cents: total, withdrawnCents: total, ...told }
  await settleDispute(stamp, paymentId, again)
  expect(await balancesOf(club)).toEqual(balances)
})
