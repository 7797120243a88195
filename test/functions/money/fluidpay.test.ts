import { describe, expect, it } from 'vitest'
import { matchesFilter } from '#functions/dispatch/change.ts'
import { money } from '#functions/money/functions.ts'
import { handler as refundsHandler } from '#functions/money/refundsHandler.ts'
import { handler as sweep } from '#functions/money/sweepHandler.ts'
import type { Clear, Sealed } from '#functions/secrets/sealed.ts'
import { fees } from '#functions/table/fees.ts'
import { paymentKeys } from '#functions/table/paymentAccounts.ts'
import { refunds } from '#functions/table/payments.ts'
import { platformShares } from '#functions/table/platformShares.ts'
import { update } from '#functions/table/table.ts'
import { lastPart } from '#shared/ids.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aClubWithFee, balancesOf, feeDetails } from './charging.ts'
import { againstContract, contractViolations } from './fluidpayContract.ts'
import { acceptCards, deliverRefunds, familyLink, paymentNow, returnFromPage, start } from './online.ts'
import {
  atFluidPay,
  bookedAmounts,
  controlFluidPay,
  goodToken,
  refusedToken,
  sealedKey,
  startPayment,
  takesFluidPay,
  total,
  submitCard,
  loseAnswers,
} from './payingByFluidPay.ts'

const use = (paymentAccountId: string, privateKey?: Sealed | Clear) =>
  update(stamp, paymentKeys.change({ paymentAccountId }, { set: { privateKey } }))

contractViolations([
  'get /transaction/{id}',
  'post /transaction',
  'post /transaction/search',
  'post /transaction/{id}/refund',
  'post /transaction/{id}/void',
])

it('requests and responses that violate FluidPay’s contract are reported', () => {
  const sale = { type: 'sale', amount: 100.5, payment_method: { token: 'tok-1' }, order: 'y1' }
  const path = '/transaction'
  expect(
    againstContract({ method: 'POST', path, body: sale, status: 200, answer: { status: 'success' } }).faults,
  ).toEqual(
    expect.arrayContaining([
      'asked: / unrecognized_keys',
      'asked: /amount invalid_type',
      'answered: /msg invalid_type',
    ]),
  )
  expect(againstContract({ method: 'POST', path: '/refund', body: {}, status: 200, answer: {} }).faults).toEqual([
    'no such call',
  ])
})

describe('a payment by FluidPay', () => {
  it('shows card fields on our page, is charged once despite repeated requests, and is booked to the cent', async () => {
    const { club, payId, paymentId } = await startPayment()
    const open = (await returnFromPage(payId, paymentId)).body
    expect(open).toMatchObject({ state: 'open', amountInCents: total })
    expect(open.card).toEqual({
      publicKey: `pub_${'k'.repeat(27)}`,
      script: `${process.env.FLUIDPAY_ADDRESS}/tokenizer/tokenizer.js`,
    })
    const token = goodToken()
    const answers = await Promise.all([submitCard(payId, paymentId, token), submitCard(payId, paymentId, goodToken())])
    await submitCard(payId, paymentId, token)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await returnFromPage(payId, paymentId)).body).toEqual({
      state: 'paid',
      amountInCents: total,
      label: 'visa •••• 4242',
      isRefused: false,
      card: null,
    })
    expect(await atFluidPay(paymentId)).toHaveLength(1)
    expect(await balancesOf(club)).toEqual(bookedAmounts)
    expect((await platformShares.get(club, { consistent: true }))?.cents).toBe(52)
  })

  it('is closed when the card is declined, and the fee can be paid with another card', async () => {
    const { club, payId, paymentId, wanted } = await startPayment()
    expect((await submitCard(payId, paymentId, refusedToken())).body).toMatchObject({
      state: 'closed',
      isRefused: true,
    })
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 5000, 'income:fees': -5000 })
    expect((await submitCard(payId, paymentId, goodToken())).body.state).toBe('closed')
    expect((await start({ ...wanted, attempt: 'attempt-2' })).status).toBe(200)
  })

  it('is pending when the response is lost, is not charged again, and is found by the sweep', async () => {
    const { club, payId, paymentId } = await startPayment()
    const answer = await loseAnswers(() => submitCard(payId, paymentId, goodToken()))
    expect(answer.body.state).toBe('processing')
    await sweep({ time: '2026-11-21T18:15:00Z' }).catch(() => undefined)
    expect((await paymentNow(paymentId))?.state).toBe('paid')
    expect(await atFluidPay(paymentId)).toHaveLength(1)
    expect(await balancesOf(club)).toEqual(bookedAmounts)
  })

  it('that never reached FluidPay is not charged later: it closes once that is certain', async () => {
    const { club, payId, paymentId, wanted } = await startPayment()
    const address = process.env.FLUIDPAY_ADDRESS
    process.env.FLUIDPAY_ADDRESS = 'http://127.0.0.1:9'
    await submitCard(payId, paymentId, goodToken()).finally(() => {
      process.env.FLUIDPAY_ADDRESS = address
    })
    expect((await returnFromPage(payId, paymentId, '2026-11-21T18:04:00Z')).body.state).toBe('processing')
    expect((await start({ ...wanted, attempt: 'attempt-2', instead: true, now: '2026-11-21T18:04:00Z' })).status).toBe(
      412,
    )
    expect((await returnFromPage(payId, paymentId, '2026-11-21T18:07:00Z')).body.state).toBe('closed')
    expect(await atFluidPay(paymentId)).toEqual([])
    expect((await balancesOf(club))['assets:clearing:fluidpay']).toBeUndefined()
  })

  it('can be replaced by another payment until its card is charged, and accepts a card only from its own link', async () => {
    const { club, feePlayerId, payId, paymentId, wanted } = await startPayment()
    const cards = await acceptCards(club)
    const instead = { ...wanted, paymentAccountId: cards.paymentAccountId, attempt: 'attempt-2', instead: true }
    const other = await familyLink(club, 'parent2')
    expect((await submitCard(other, paymentId, goodToken())).status).toBe(404)
    expect((await start(instead)).status).toBe(200)
    expect((await submitCard(payId, paymentId, goodToken())).refusal.code).toBe('payment_over')
    expect(await atFluidPay(paymentId)).toEqual([])
    expect((await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.paying).not.toBe(paymentId)
  })

  it('is closed at once when FluidPay rejects the account’s key, and another account can be used', async () => {
    const { club, payId, paymentId, wanted } = await startPayment()
    const { paymentAccountId } = wanted
    await use(paymentAccountId, await sealedKey(paymentAccountId, 'mistyped'))
    expect((await submitCard(payId, paymentId, goodToken())).refusal.code).toBe('payments_off')
    expect((await paymentNow(paymentId))?.state).toBe('closed')
    const cards = await acceptCards(club)
    const otherwise = { ...wanted, paymentAccountId: cards.paymentAccountId, attempt: 'attempt-2' }
    expect((await start(otherwise)).status).toBe(200)
  })

  it('stays pending when the key is changed at FluidPay, until a valid key is stored', async () => {
    const { payId, paymentId, wanted } = await startPayment()
    const { paymentAccountId } = wanted
    const key = await paymentKeys.get({ paymentAccountId }, { consistent: true })
    await loseAnswers(() => submitCard(payId, paymentId, goodToken()))
    await use(paymentAccountId, await sealedKey(paymentAccountId, 'mistyped'))
    expect((await returnFromPage(payId, paymentId, '2026-11-21T18:10:00Z')).body.state).toBe('processing')
    await use(paymentAccountId, key?.privateKey)
    expect((await returnFromPage(payId, paymentId, '2026-11-21T18:20:00Z')).body.state).toBe('paid')
  })

  it('expires after half an hour without a card', async () => {
    const { payId, paymentId } = await startPayment()
    expect((await submitCard(payId, paymentId, goodToken(), '2026-11-21T18:40:00Z')).refusal.code).toBe('payment_over')
    expect((await returnFromPage(payId, paymentId, '2026-11-21T18:40:00Z')).body.state).toBe('closed')
  })
})

describe('a refund by FluidPay', () => {
  async function paid() {
    const at = await startPayment()
    await submitCard(at.payId, at.paymentId, goodToken())
    return at
  }
  const giving = (
    club: Club,
    feePlayerId: string,
    paymentId: string,
    amountInCents: number,
    refundId: string,
    withFee = false,
  ) =>
    call('POST /rest-api/fee/refund/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId,
      body: { refundId, paymentId, amountInCents, as: 'waived', withFee },
    })
  const states = async (paymentId: string) => (await refunds.of({ paymentId })).map(({ state }) => state)

  it('of a part waits until the payment is settled, and each part is refunded once despite a lost response', async () => {
    const { club, feePlayerId, paymentId } = await paid()
    await giving(club, feePlayerId, paymentId, 2000, 'refund-1')
    await deliverRefunds(paymentId)
    expect(await states(paymentId)).toEqual(['wanted'])
    await controlFluidPay('settle', { order: lastPart(paymentId) })
    await expect(loseAnswers(() => deliverRefunds(paymentId))).rejects.toThrow('left in the queue')
    await deliverRefunds(paymentId, '2026-11-21T18:11:00Z')
    await giving(club, feePlayerId, paymentId, 2000, 'refund-2')
    await deliverRefunds(paymentId, '2026-11-21T18:12:00Z')
    await deliverRefunds(paymentId, '2026-11-21T18:12:00Z')
    expect(await states(paymentId)).toEqual(['done', 'done'])
    expect((await atFluidPay(paymentId)).map((each) => each.amount_refunded)).toEqual([4000])
    expect(await balancesOf(club)).toMatchObject({
      'assets:clearing:fluidpay': total - 4000,
      'income:reductions': 4000,
    })
    expect((await feeDetails(club, feePlayerId)).outstandingInCents).toBe(0)
  })

  it('in two parts is made one after the other: an unconfirmed part is not mistaken for the other', async () => {
    const { club, feePlayerId, paymentId } = await paid()
    await controlFluidPay('settle', { order: lastPart(paymentId) })
    for (const refundId of ['refund-1', 'refund-2']) await giving(club, feePlayerId, paymentId, 2000, refundId)
    const handing = (refundId: string, now: string) =>
      deliverTo(refundsHandler, refunds.key({ paymentId, refundId }), now)
    await expect(loseAnswers(() => handing('refund-1', '2026-11-21T18:00:00Z'))).rejects.toThrow('left in the queue')
    await handing('refund-1', '2026-11-21T18:09:00Z')
    await handing('refund-2', '2026-11-21T18:01:00Z')
    expect(await states(paymentId)).toEqual(['wanted', 'wanted'])
    await Promise.all([handing('refund-1', '2026-11-21T18:15:00Z'), handing('refund-1', '2026-11-21T18:15:00Z')])
    // If both checked at the same moment, the next one waits once more.
    for (const now of ['2026-11-21T18:15:01Z', '2026-11-21T19:15:00Z']) await handing('refund-2', now)
    expect(await states(paymentId)).toEqual(['done', 'done'])
    expect((await atFluidPay(paymentId)).map((each) => each.amount_refunded)).toEqual([4000])
  })

  it('that waits is not processed again at once: only a newly requested one triggers the worker', () => {
    const [watched] = money['money-refunds'].on.stream
    const image = (state: string, lookAt: string) => ({
      kind: { S: 'Refund' },
      state: { S: state },
      lookAt: { S: lookAt },
    })
    const heard = (before: string, after: string) =>
      matchesFilter(
        { eventName: 'MODIFY', dynamodb: { OldImage: image(before, '1'), NewImage: image(after, '2') } },
        watched,
      )
    expect([heard('wanted', 'wanted'), heard('refused', 'wanted')]).toEqual([false, true])
  })

  it('is not confused with one the club made at FluidPay itself: both are booked', async () => {
    const { club, feePlayerId, paymentId } = await paid()
    await controlFluidPay('settle', { order: lastPart(paymentId) })
    await controlFluidPay('refund', { order: lastPart(paymentId), cents: 2000 })
    await giving(club, feePlayerId, paymentId, 2000, 'refund-1')
    await deliverRefunds(paymentId)
    expect((await atFluidPay(paymentId)).map((each) => each.amount_refunded)).toEqual([4000])
    const found = await refunds.of({ paymentId })
    expect(
      found.map(({ cents, state, refundId }) => `${cents} ${state} ${refundId.startsWith('at-')}`).toSorted(),
    ).toEqual(['2000 done false', '2000 done true'])
    expect((await balancesOf(club))['assets:clearing:fluidpay']).toBe(total - 4000)
    expect((await feeDetails(club, feePlayerId)).payments[0]?.givenBackInCents).toBe(4000)
  })

  it('including the platform’s share reduces what is owed to the platform', async () => {
    const { club, feePlayerId, paymentId } = await paid()
    await controlFluidPay('settle', { order: lastPart(paymentId) })
    await giving(club, feePlayerId, paymentId, 2617, 'refund-1', true)
    await deliverRefunds(paymentId)
    expect(await balancesOf(club)).toMatchObject({
      'assets:clearing:fluidpay': total - 2617,
      'expenses:platform': 26,
      'liabilities:platform': -26,
    })
    expect((await platformShares.get(club, { consistent: true }))?.cents).toBe(26)
  })

  it('waits while FluidPay rejects the club’s key', async () => {
    const { club, feePlayerId, paymentId, wanted } = await paid()
    const { paymentAccountId } = wanted
    await controlFluidPay('settle', { order: lastPart(paymentId) })
    const key = await paymentKeys.get({ paymentAccountId }, { consistent: true })
    await use(paymentAccountId, await sealedKey(paymentAccountId, 'mistyped'))
    await giving(club, feePlayerId, paymentId, 2000, 'refund-1')
    await deliverRefunds(paymentId)
    expect(await states(paymentId)).toEqual(['wanted'])
    await use(paymentAccountId, key?.privateKey)
    await deliverRefunds(paymentId, '2026-11-21T18:15:00Z')
    expect(await states(paymentId)).toEqual(['done'])
    expect((await atFluidPay(paymentId)).map((each) => each.amount_refunded)).toEqual([2000])
  })

  it('of a part is refused, and stops waiting, once the payer’s bank has returned the payment', async () => {
    const { club, feePlayerId, paymentId } = await paid()
    const order = lastPart(paymentId)
    await giving(club, feePlayerId, paymentId, 2000, 'refund-1')
    await controlFluidPay('settle', { order })
    await controlFluidPay('return', { order })
    await deliverRefunds(paymentId)
    expect(await states(paymentId)).toEqual(['refused'])
    expect((await paymentNow(paymentId))?.givingBack).toBeUndefined()
  })

  it('that the club already made in full at FluidPay is done', async () => {
    const { club, feePlayerId, paymentId } = await paid()
    await controlFluidPay('settle', { order: lastPart(paymentId) })
    await controlFluidPay('refund', { order: lastPart(paymentId), cents: total })
    await giving(club, feePlayerId, paymentId, 5000, 'refund-1')
    await deliverRefunds(paymentId)
    expect(await states(paymentId)).toEqual(['done'])
    expect((await balancesOf(club))['liabilities:credit']).toBeUndefined()
  })

  it('of the whole payment before settlement voids it', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    // The club absorbs the fees: the family pays the fee and nothing more.
    await update(stamp, fees.change({ playerFeeId: feePlayerId }, { set: { absorbs: true } }))
    const paymentAccountId = await takesFluidPay(club)
    const payId = await familyLink(club)
    const { body } = await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId], total: 5000 })
    const paymentId = new URL(body.url, 'http://touchline.test').searchParams.get('card') ?? ''
    await submitCard(payId, paymentId, goodToken())
    await giving(club, feePlayerId, paymentId, 5000, 'refund-1')
    await deliverRefunds(paymentId)
    expect(await states(paymentId)).toEqual(['done'])
    expect((await atFluidPay(paymentId)).map(({ status }) => status)).toEqual(['voided'])
    expect((await balancesOf(club))['assets:clearing:fluidpay']).toBeUndefined()
  })
})
