import { expect, it } from 'vitest'
import { call } from '../call.ts'
import { balancesOf, feeDetails, entriesOf } from './charging.ts'
import { controlStripe, deliverRefunds, stripeApi } from './online.ts'
import { aPayment, deliverStripeEvents, receiveStripeEvents } from './stripeEvents.ts'

/** The payer's bank inquires about a payment before it disputes it: nothing is withdrawn, and it can still be refunded. */
async function asked() {
  const world = await aPayment()
  await deliverStripeEvents(world)
  const account = world.stripeAccount
  const intents = await stripeApi<{ data: { latest_charge: string }[] }>('GET', 'payment_intents', {}, account)
  const charge = intents.data[0]?.latest_charge ?? ''
  await controlStripe('dispute', { account, charge, asks: true })
  await (await receiveStripeEvents(world, /dispute/))()
  const { club, feePlayerId, paymentId } = world
  const shown = async () => (await feeDetails(club, feePlayerId)).payments[0]?.dispute?.status
  const refund = () =>
    call('POST /rest-api/fee/refund/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId,
      body: { refundId: 'refund-1', paymentId, amountInCents: 5000, as: 'waived', withFee: false },
    })
  return { ...world, charge, shown, refund }
}

/** All of the $52.34 is refunded, but not the fees deducted from it. */
const goneBack = {
  'assets:clearing:stripe': -234,
  'income:fees': -5000,
  'income:reductions': 5000,
  'expenses:processor': 182,
  'expenses:platform': 52,
}

it('an inquiry is not a dispute: nothing is booked for it, and it closes once the payment is refunded', async () => {
  const { club, charge, stripeAccount, paymentId, shown, refund } = await asked()
  expect(await shown()).toBe('inquiry')
  expect((await balancesOf(club))['assets:disputed']).toBeUndefined()
  const before = (await entriesOf(club)).length
  expect((await refund()).status).toBe(200)
  await deliverRefunds(paymentId)
  expect((await balancesOf(club))['liabilities:credit']).toBeUndefined()
  expect((await entriesOf(club)).length).toBe(before + 2)
  // The club also refunds the processing fees paid by the family, at Stripe.
  await stripeApi('POST', 'refunds', { charge }, stripeAccount)
  await (await receiveStripeEvents({ stripeAccount }, /dispute|refund/))()
  expect([await shown(), await balancesOf(club)]).toEqual(['won', goneBack])
})

it('an inquiry that becomes a dispute blocks refunds, as any dispute does', async () => {
  const world = await asked()
  const { data } = await stripeApi<{ data: { id: string }[] }>('GET', 'disputes', {}, world.stripeAccount)
  const turned = { account: world.stripeAccount, dispute: data[0]?.id, status: 'needs_response' }
  await controlStripe('dispute-status', turned)
  await (await receiveStripeEvents(world, /dispute/))()
  expect([await world.shown(), (await world.refund()).refusal.code]).toEqual(['open', 'payment_disputed'])
})
