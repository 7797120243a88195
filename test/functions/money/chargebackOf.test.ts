import { expect, it } from 'vitest'
import { disputes, type Payment, payments } from '#functions/table/payments.ts'
import { update } from '#functions/table/table.ts'
import { lastPart, playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { charge } from './charging.ts'
import { deliverRefunds, returnFromPage } from './online.ts'
import { controlFluidPay, goodToken, startPayment, total, submitCard } from './payingByFluidPay.ts'

it('a chargeback by hand applies only to a FluidPay payment of that fee, and takes what was not refunded yet', async () => {
  const { club, feePlayerId, payId, paymentId } = await startPayment()
  await submitCard(payId, paymentId, goodToken())
  await returnFromPage(payId, paymentId)
  await controlFluidPay('settle', { order: lastPart(paymentId) })
  const putDown = async (of: { as?: string; feePlayerId?: string; paymentId?: string } = {}) => {
    const { status, refusal } = await call('POST /rest-api/fee/chargeback/{feePlayerId}', {
      as: club.user(of.as ?? 'admin'),
      feePlayerId: of.feePlayerId ?? feePlayerId,
      body: { paymentId: of.paymentId ?? paymentId, feeInCents: 0 },
    })
    return status === 200 ? status : refusal.code
  }
  const paid = await payments.get({ paymentId })
  if (!paid) throw new Error('There is no payment.')
  const { amount, provider, parts } = paid
  /** Returns the response with the payment changed like this. */
  const having = async (set: Partial<Payment>, as?: string) => {
    await update(stamp, payments.change({ paymentId }, { set }))
    const said = await putDown({ ...(as && { as }) })
    await update(stamp, payments.change({ paymentId }, { set: { amount, provider, parts } }))
    return said
  }
  const feeId = `${club.organizationId}.${newPart('d')}`
  await charge(club, { feeId, orgUnitId: club.organizationId })
  const other = playerFeeOf(feeId, club.mia.playerId)
  expect(await putDown({ feePlayerId: other })).toBe('not_found')
  expect(await putDown({ paymentId: paymentId.replace(/.$/, (last) => (last === '0' ? '1' : '0')) })).toBe('not_found')
  expect(await having({ provider: 'STRIPE' })).toBe('conflict')
  // A treasurer of the Falcons cannot record a chargeback of a payment that also covers a fee of the club.
  const both = [...parts, { playerFeeId: other, name: 'Season', cents: 5000 }]
  expect(await having({ parts: both }, 'treasurer')).toBe('not_allowed')
  const body = { refundId: 'refund-1', paymentId, amountInCents: 2000, as: 'waived', withFee: false } as const
  await call('POST /rest-api/fee/refund/{feePlayerId}', { as: club.user('admin'), feePlayerId, body })
  await deliverRefunds(paymentId)
  expect(await having({ amount: 2000 })).toBe('conflict')
  expect(await putDown()).toBe(200)
  expect((await disputes.of({ paymentId })).map(({ withdrawn }) => withdrawn)).toEqual([total - 2000])
})
