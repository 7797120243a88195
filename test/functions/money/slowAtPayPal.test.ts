// own: the sweeper, in tests beside it, would settle refunds that have just begun
import { expect, it } from 'vitest'
import { handler as sweep } from '#functions/money/sweepHandler.ts'
import { payments, refunds } from '#functions/table/payments.ts'
import { update } from '#functions/table/table.ts'
import { stamp } from '../club.ts'
import { runScheduled } from '../workers.ts'
import { balancesOf } from './charging.ts'
import { returnFromPage } from './online.ts'
import {
  agree,
  bookedAmounts,
  controlPayPal,
  deliverPayPalEvents,
  eventsAbout,
  postPayPalWebhook,
  startPayment,
  total,
} from './payingByPayPal.ts'

/** Refunds that a club makes in its own PayPal account and that take days: PayPal only lists them with their order. */

async function givenSlowly() {
  const { club, payId, paymentId, url, order } = await startPayment()
  await agree(url)
  await returnFromPage(payId, paymentId)
  await controlPayPal('refund', { order, cents: total, slow: true })
  const events = await eventsAbout(paymentId)
  for (const event of events) await postPayPalWebhook(event)
  await deliverPayPalEvents(events)
  const stands = async () => (await refunds.of({ paymentId })).map(({ state, lookAt }) => [state, lookAt])
  expect(await stands()).toEqual([['processing', '2026-11-22T18:00:00.000Z']])
  return { club, paymentId, order, stands, balances: () => balancesOf(club) }
}
const clearing = 'assets:clearing:paypal'
const next = '2026-11-22T18:15:00.000Z'

it.each([
  ['is done once it has arrived', true, [['done', undefined]], bookedAmounts[clearing] - total],
  ['becomes family credit once it has failed', false, [['refused', undefined]], bookedAmounts[clearing]],
])('a slow PayPal refund %s, and is checked once a day until then', async (_, came, outcome, left) => {
  const { order, stands, balances } = await givenSlowly()
  await runScheduled(sweep, next)
  expect(await stands()).toEqual([['processing', '2026-11-23T18:15:00.000Z']])
  await controlPayPal('end-refund', { order, came })
  for (const time of ['2026-11-23T18:30:00.000Z', '2026-11-24T18:45:00.000Z']) await runScheduled(sweep, time)
  expect(await stands()).toEqual(outcome)
  expect((await balances())[clearing]).toBe(left)
})

it('a slow PayPal refund stays in progress, and blocks no others, when PayPal no longer shows its order', async () => {
  const { paymentId, stands } = await givenSlowly()
  await update(stamp, payments.change({ paymentId }, { set: { reference: 'ORDER-OF-NOBODY' } }))
  await runScheduled(sweep, next)
  expect(await stands()).toEqual([['processing', '2026-11-23T18:15:00.000Z']])
})
