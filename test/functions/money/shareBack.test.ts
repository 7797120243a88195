import { describe, expect, it } from 'vitest'
import { settleOutsideRefund } from '#functions/money/pay/outsideRefund.ts'
import { settleRefund } from '#functions/money/pay/settleRefund.ts'
import { cancelStep } from '#functions/table/cancelFees.ts'
import { changeFee } from '#functions/table/feeBooks.ts'
import { refunds } from '#functions/table/payments.ts'
import { platformShares } from '#functions/table/platformShares.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { balancesOf } from './charging.ts'
import { controlStripe, deliverRefunds, returnFromPage } from './online.ts'
import {
  agree,
  controlPayPal,
  deliverPayPalEvents,
  eventsAbout,
  postPayPalWebhook,
  startPayment,
  total,
} from './payingByPayPal.ts'
import { paidSlowly } from './slowRefunds.ts'

type Paid = { club: Club; feePlayerId: string; paymentId: string }

/** The payment is for a place that is gone: all of it is to be refunded, including the platform's fee. */
async function isVoid<P extends Paid>(paid: P): Promise<P> {
  await changeFee(stamp, paid.feePlayerId, (fee) => cancelStep(stamp, fee, 'refund', { isVoid: true }))
  await deliverRefunds(paid.paymentId)
  expect((await refunds.of(paid)).map(({ state }) => state)).toEqual(['refused'])
  return paid
}
async function voidAtPayPal() {
  const paid = await startPayment()
  await agree(paid.url)
  await returnFromPage(paid.payId, paid.paymentId)
  return isVoid(paid)
}
const byHand = ({ club, feePlayerId, paymentId }: Paid) =>
  call('POST /rest-api/fee/refund-again/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { paymentId, how: 'CASH' },
  })
/** The platform's fee in the books, and the amount for the club's bill. */
async function shareOf({ club }: Paid) {
  const { 'expenses:platform': taken, 'liabilities:platform': owed } = await balancesOf(club)
  const share = await platformShares.get({ organizationId: club.organizationId }, { consistent: true })
  return [taken, owed, share?.cents]
}
const asTaken = [52, -52, 52]
const asBack = [undefined, undefined, 0]

describe('the platform’s fee on a payment for a lost registration place', () => {
  it('is credited once when the club refunds the payment in PayPal, however often that is reported', async () => {
    const paid = await voidAtPayPal()
    expect(await shareOf(paid)).toEqual(asTaken)
    await controlPayPal('refund', { order: paid.order, cents: total })
    const events = await eventsAbout(paid.paymentId)
    for (const event of events) await postPayPalWebhook(event)
    await Promise.all([deliverPayPalEvents([...events, ...events]), deliverPayPalEvents(events)])
    expect(await shareOf(paid)).toEqual(asBack)
    expect((await balancesOf(paid.club))['liabilities:credit']).toBeUndefined()
  })

  it('is credited in full when the refund is made in parts', async () => {
    const paid = await voidAtPayPal()
    for (const cents of [1050, 1050, 1050, 1050, 1034]) {
      const told = { providerRefundId: newPart('refund'), cents }
      for (const as of ['processing', 'done', 'done'] as const)
        await settleOutsideRefund(stamp, paid.paymentId, { ...told, as })
    }
    expect(await shareOf(paid)).toEqual(asBack)
    expect((await refunds.of(paid)).reduce((sum, { feeBack = 0 }) => sum + feeBack, 0)).toBe(52)
  })

  it('is owed again when a partial refund fails, until that is refunded by hand', async () => {
    const paid = await voidAtPayPal()
    const told = { providerRefundId: newPart('refund'), cents: 2617 }
    await settleOutsideRefund(stamp, paid.paymentId, { ...told, as: 'processing' })
    expect(await shareOf(paid)).toEqual([26, -26, 26])
    for (let times = 0; times < 2; times++) await settleOutsideRefund(stamp, paid.paymentId, { ...told, as: 'refused' })
    expect(await shareOf(paid)).toEqual(asTaken)
    expect((await byHand(paid)).status).toBe(200)
    expect(await shareOf(paid)).toEqual(asBack)
  })

  it('is credited once when the refund is recorded by hand, even concurrently', async () => {
    const paid = await voidAtPayPal()
    await Promise.all([byHand(paid), byHand(paid)])
    expect((await byHand(paid)).status).toBe(200)
    expect(await shareOf(paid)).toEqual(asBack)
    expect((await balancesOf(paid.club))['assets:cash']).toBe(-total)
    await settleRefund(stamp, { paymentId: paid.paymentId, refundId: (await refunds.of(paid))[0]?.refundId ?? '' })
    expect(await shareOf(paid)).toEqual(asBack)
  })

  it('is not credited for a refund by hand after the club disconnected Stripe, which would have returned it', async () => {
    const world = await paidSlowly()
    await controlStripe('leave', { account: world.stripeAccount })
    await isVoid(world)
    await byHand(world)
    expect(await shareOf(world)).toEqual([52, undefined, undefined])
  })
})
