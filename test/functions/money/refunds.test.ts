import { describe, expect, it } from 'vitest'
import { settleOutsideRefund } from '#functions/money/pay/outsideRefund.ts'
import { handler as sweep } from '#functions/money/sweepHandler.ts'
import { families } from '#functions/table/players.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { aClubWithFee, balancesOf, charge, feeDetails } from './charging.ts'
import {
  acceptCards,
  cards,
  deliverRefunds,
  familyLink,
  paymentAt,
  payOnPage,
  returnFromPage,
  start,
  stripeApi,
} from './online.ts'
import {
  repeatRefund,
  requestRefund,
  atStripe,
  deliverAllRefundEvents,
  endRefund,
  paidSlowly,
  shownPayment,
  statesOf,
} from './slowRefunds.ts'
import { aRefund } from './stripeEvents.ts'

describe('a slow refund', () => {
  it('is shown as in progress until it has reached the payer', async () => {
    const paid = await paidSlowly()
    await requestRefund(paid)
    await deliverRefunds(paid.paymentId)
    expect(await statesOf(paid)).toEqual(['processing'])
    expect(await shownPayment(paid.club, paid.feePlayerId)).toEqual([5000, 0, 5000])
    const [refund] = await atStripe(paid)
    await endRefund(paid, refund?.id ?? '', true)
    await deliverAllRefundEvents(paid)
    expect(await statesOf(paid)).toEqual(['done'])
    expect(await shownPayment(paid.club, paid.feePlayerId)).toEqual([0, 0, 5000])
    const balances = await balancesOf(paid.club)
    expect([balances['assets:clearing:stripe'], balances['liabilities:credit']]).toEqual([undefined, undefined])
  })

  it('is requested and completed by the sweeper when no event comes', async () => {
    const paid = await paidSlowly()
    await requestRefund(paid)
    // The worker never got to it.
    await sweep({ time: '2026-11-21T18:20:00Z' }).catch(() => undefined)
    expect(await statesOf(paid)).toEqual(['processing'])
    const [refund] = await atStripe(paid)
    await endRefund(paid, refund?.id ?? '', true)
    await sweep({ time: '2026-11-22T12:00:00Z' }).catch(() => undefined)
    expect(await statesOf(paid)).toEqual(['processing'])
    await sweep({ time: '2026-11-22T18:21:00Z' }).catch(() => undefined)
    expect(await statesOf(paid)).toEqual(['done'])
    expect((await atStripe(paid)).length).toBe(1)
  })

  it('becomes family credit when the bank returns it, and a retry refunds it once', async () => {
    const paid = await paidSlowly()
    await requestRefund(paid)
    await deliverRefunds(paid.paymentId)
    const [refund] = await atStripe(paid)
    await endRefund(paid, refund?.id ?? '', false)
    await deliverAllRefundEvents(paid)
    expect(await shownPayment(paid.club, paid.feePlayerId)).toEqual([0, 5000, 5000])
    // Repeated with the same id, it is not reported as being refunded.
    expect((await requestRefund(paid)).refusal.code).toBe('saved_before')
    expect(await balancesOf(paid.club)).toMatchObject({ 'liabilities:credit': -5000, 'assets:clearing:stripe': 5000 })
    expect((await repeatRefund(paid, 'AGAIN')).status).toBe(200)
    await deliverRefunds(paid.paymentId)
    expect((await repeatRefund(paid, 'AGAIN')).status).toBe(200)
    const [second] = await atStripe(paid)
    await endRefund(paid, second?.id ?? '', true)
    await deliverAllRefundEvents(paid)
    expect(await statesOf(paid)).toEqual(['done'])
    expect((await atStripe(paid)).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect((await balancesOf(paid.club))['liabilities:credit']).toBeUndefined()
  })

  it('can be given by hand, once, when the bank returns it', async () => {
    const paid = await paidSlowly()
    await requestRefund(paid)
    await deliverRefunds(paid.paymentId)
    const [refund] = await atStripe(paid)
    await endRefund(paid, refund?.id ?? '', false)
    await deliverAllRefundEvents(paid)
    for (let times = 0; times < 2; times++) expect((await repeatRefund(paid, 'CASH')).status).toBe(200)
    await deliverAllRefundEvents(paid)
    expect(await statesOf(paid)).toEqual(['done'])
    expect(await balancesOf(paid.club)).toMatchObject({ 'assets:cash': -5000, 'assets:clearing:stripe': 5000 })
  })

  it('whose response was lost is looked up at the provider before it is requested again', async () => {
    const paid = await paidSlowly()
    await requestRefund(paid)
    const intents = await stripeApi<{ data: { latest_charge: string }[] }>(
      'GET',
      'payment_intents',
      {},
      paid.stripeAccount,
    )
    const form = { charge: intents.data[0]?.latest_charge ?? '', amount: '5000' }
    const ours = { 'metadata[refund]': `${paid.paymentId}:refund-1` }
    await stripeApi('POST', 'refunds', { ...form, ...ours }, paid.stripeAccount)
    await sweep({ time: '2026-11-23T18:20:00Z' }).catch(() => undefined)
    expect((await atStripe(paid)).length).toBe(1)
    expect(await statesOf(paid)).toEqual(['processing'])
  })
})

describe('a refund the club makes at its provider', () => {
  it('waives that part of the fee, and is booked once', async () => {
    const paid = await paidSlowly()
    const intents = await stripeApi<{ data: { latest_charge: string }[] }>(
      'GET',
      'payment_intents',
      {},
      paid.stripeAccount,
    )
    await stripeApi('POST', 'refunds', { charge: intents.data[0]?.latest_charge ?? '' }, paid.stripeAccount)
    await deliverAllRefundEvents(paid)
    const [refund] = await atStripe(paid)
    await endRefund(paid, refund?.id ?? '', true)
    await deliverAllRefundEvents(paid)
    const fee = await feeDetails(paid.club, paid.feePlayerId)
    expect([fee.paidInCents, fee.waivedInCents, fee.outstandingInCents]).toEqual([0, 5000, 0])
    expect(await statesOf(paid)).toEqual(['done'])
    // $52.34 were refunded, of which $2.34 are processing fees.
    expect(await balancesOf(paid.club)).toEqual({
      'assets:clearing:stripe': -234,
      'expenses:processor': 182,
      'expenses:platform': 52,
      'income:fees': -5000,
      'income:reductions': 5000,
    })
  })

  it('beyond what was paid on the fee does not count as refunded on it, whether pending or failed', async () => {
    const paid = await aRefund()
    const goneBack = async () =>
      (await feeDetails(paid.club, paid.feePlayerId)).payments.map(({ goneBackInCents }) => goneBackInCents)
    expect(await goneBack()).toEqual([5000])
    const told = { providerRefundId: 're_at_stripe', cents: 234 }
    for (const as of ['processing', 'refused'] as const) {
      await settleOutsideRefund(stamp, paid.paymentId, { ...told, as })
      expect(await goneBack()).toEqual([5000])
    }
  })
})

it('a failed refund the club made at its provider for two fees becomes credit of each fee', async () => {
  const { club, feeId, feePlayerId } = await aClubWithFee()
  await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
  await charge(club, { feeId, players: [club.leo] })
  const leos = playerFeeOf(feeId, club.leo.playerId)
  const { paymentAccountId, stripeAccount } = await acceptCards(club)
  const payId = await familyLink(club)
  const { body } = await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId, leos], total: 10_437 })
  const paymentId = paymentAt(await payOnPage(body.url, cards.slowRefund))
  await returnFromPage(payId, paymentId)
  const paid = { club, feePlayerId, paymentId, stripeAccount }
  const intents = await stripeApi<{ data: { latest_charge: string }[] }>('GET', 'payment_intents', {}, stripeAccount)
  await stripeApi('POST', 'refunds', { charge: intents.data[0]?.latest_charge ?? '' }, stripeAccount)
  await deliverAllRefundEvents(paid)
  const [refund] = await atStripe(paid)
  await endRefund(paid, refund?.id ?? '', false)
  await deliverAllRefundEvents(paid)
  await deliverAllRefundEvents(paid)
  const shown = async () => {
    const both = [await feeDetails(club, feePlayerId), await feeDetails(club, leos)]
    return [
      both.map(({ payments }) => payments[0]?.refusedInCents),
      both.map(({ credits }) => credits[0]?.creditInCents),
      (await balancesOf(club))['liabilities:credit'],
    ]
  }
  // The processing fees were to be refunded, too.
  expect(await shown()).toEqual([[5437, 5000], [5437, 5000], -10_437])
  for (let times = 0; times < 2; times++) expect((await repeatRefund(paid, 'CASH')).status).toBe(200)
  expect(await shown()).toEqual([[0, 5000], [undefined, 5000], -5000])
  for (let times = 0; times < 2; times++) await repeatRefund({ ...paid, feePlayerId: leos }, 'CASH')
  expect(await shown()).toEqual([[0, 0], [undefined, undefined], undefined])
})

it('a payment for a fee cancelled meanwhile is shown with the fee, and a failed refund can be given by hand', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  const { paymentAccountId, stripeAccount } = await acceptCards(club)
  const payId = await familyLink(club)
  const { body } = await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId], total: 5234 })
  const as = club.user('admin')
  const taken = call('DELETE /rest-api/fee/delete/{feePlayerId}', { as, feePlayerId })
  expect((await taken).refusal.code).toBe('being_paid')
  await call('POST /rest-api/fee/cancel/{feePlayerId}', { as, feePlayerId, body: { paid: 'credit' } })
  const paymentId = paymentAt(await payOnPage(body.url, cards.slowRefund))
  await returnFromPage(payId, paymentId)
  const paid = { club, feePlayerId, paymentId, stripeAccount }
  const shown = async () => {
    const [payment] = (await feeDetails(club, feePlayerId)).payments
    return [payment?.amountInCents, payment?.givenBackInCents, payment?.onItsWayInCents, payment?.refusedInCents]
  }
  expect(await shown()).toEqual([5234, 5234, 5234, 0])
  await deliverRefunds(paymentId)
  const [refund] = await atStripe(paid)
  await endRefund(paid, refund?.id ?? '', false)
  await deliverAllRefundEvents(paid)
  expect(await shown()).toEqual([5234, 5234, 0, 5234])
  await repeatRefund(paid, 'CASH')
  expect([await shown(), (await balancesOf(club))['liabilities:credit'] ?? 0]).toEqual([[5234, 5234, 0, 0], 0])
})
