import { describe, expect, it } from 'vitest'
import { checkFluidPay } from '#functions/money/pay/checkFluidPay.ts'
import { paymentAccounts, paymentKeys } from '#functions/table/paymentAccounts.ts'
import { refunds } from '#functions/table/payments.ts'
import { update } from '#functions/table/table.ts'
import { lastPart } from '#shared/ids.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { balancesOf, feeDetails } from './charging.ts'
import { contractViolations } from './fluidpayContract.ts'
import { deliverRefunds, returnFromPage } from './online.ts'
import {
  atFluidPay,
  controlFluidPay,
  goodToken,
  readKey,
  sealedKey,
  startPayment,
  total,
  submitCard,
  loseAnswers,
} from './payingByFluidPay.ts'

contractViolations([
  'get /transaction/{id}',
  'get /user',
  'post /transaction',
  'post /transaction/search',
  'post /transaction/{id}/refund',
  'post /settlement/batch/search',
])

describe('the daily check of a club’s FluidPay account', () => {
  const paid = async (settles = true) => {
    const at = await startPayment()
    await submitCard(at.payId, at.paymentId, goodToken())
    if (settles) await controlFluidPay('settle', { order: lastPart(at.paymentId) })
    const order = lastPart(at.paymentId)
    const { paymentAccountId } = at.wanted
    const accountNow = () => paymentAccounts.get({ paymentAccountId }, { consistent: true })
    const look = async (stamped: string) => {
      const account = await accountNow()
      if (account) await checkFluidPay({ actor: 'money-sweep', at: stamped }, account)
    }
    return { ...at, order, look, accountNow }
  }

  it('books refunds the club made there once, and asks nobody to pay them again', async () => {
    const { club, feePlayerId, order, look, accountNow } = await paid()
    await controlFluidPay('refund', { order, cents: 1500 })
    await look('2026-11-22T00:00:00Z')
    await controlFluidPay('refund', { order, cents: 500 })
    await look('2026-11-23T00:00:00Z')
    await look('2026-11-24T00:00:00Z')
    const balances = await balancesOf(club)
    expect(balances).toMatchObject({
      'assets:bank': total,
      'assets:clearing:fluidpay': -2000,
      'income:reductions': 2000,
    })
    expect(await feeDetails(club, feePlayerId)).toMatchObject({ paidInCents: 3000, outstandingInCents: 0 })
    expect(await accountNow()).toMatchObject({ lookAt: '2026-11-25T00:00:00Z', missing: [] })
  })

  it('books a payment voided there as refunded in full', async () => {
    const { club, order, look } = await paid(false)
    await controlFluidPay('void', { order })
    await look('2026-11-22T00:00:00Z')
    await look('2026-11-23T00:00:00Z')
    expect((await balancesOf(club))['assets:clearing:fluidpay']).toBeUndefined()
  })

  it('marks the fee owed again when the payer’s bank returned the payment', async () => {
    const { club, feePlayerId, order, look } = await paid()
    await controlFluidPay('return', { order })
    await look('2026-11-22T00:00:00Z')
    await look('2026-11-23T00:00:00Z')
    expect((await feeDetails(club, feePlayerId)).outstandingInCents).toBe(5000)
    expect(await balancesOf(club)).toMatchObject({ 'assets:receivable': 5000, 'expenses:disputes': 234 })
    // It had already been paid out to the club's bank.
    expect((await balancesOf(club))['assets:clearing:fluidpay']).toBe(-total)
  })

  it('books each settlement to the bank once, with its charges and refunds', async () => {
    const { club, order, look } = await paid()
    await controlFluidPay('refund', { order, cents: 1500 })
    await controlFluidPay('settle', { order })
    const tomorrow = '2026-11-22T00:00:00Z'
    for (const _ of ['once', 'again']) await look(tomorrow)
    const balances = await balancesOf(club)
    expect([balances['assets:bank'], balances['assets:clearing:fluidpay']]).toEqual([total - 1500, undefined])
    const list = { as: club.user('admin'), orgId: club.organizationId }
    const { payouts } = (await call('GET /rest-api/fee/payouts/{orgId}', list)).body
    expect(payouts.map(({ amountInCents, lines, differences }) => [amountInCents, lines, differences.length])).toEqual(
      expect.arrayContaining([
        [total, 1, 0],
        [-1500, 1, 0],
      ]),
    )
  })

  it('still books a settlement after weeks without a check', async () => {
    const { club, wanted, order, look } = await paid()
    const { paymentAccountId } = wanted
    const set = { lookAt: '2026-11-22T00:00:00Z', lookedAt: '2026-11-21T00:00:00Z' }
    await update(stamp, paymentAccounts.change({ paymentAccountId }, { set }))
    await look('2027-01-22T00:00:00Z')
    expect(order).not.toBe('')
    expect((await balancesOf(club))['assets:bank']).toBe(total)
  })

  it('lists transactions unknown to the product as missing', async () => {
    const { club, order, look, wanted } = await paid()
    const { paymentAccountId } = wanted
    const key = await paymentKeys.get({ paymentAccountId }, { consistent: true })
    const past = { type: 'sale', amount: 700, order_id: 'past', payment_method: { token: goodToken() } }
    const authorization = (key && (await readKey(paymentAccountId, key.privateKey))) ?? ''
    const headers = { authorization, 'content-type': 'application/json' }
    const address = `${process.env.FLUIDPAY_ADDRESS}/api/transaction`
    await fetch(address, { method: 'POST', headers, body: JSON.stringify(past) })
    await controlFluidPay('settle', { order: 'past' })
    await look('2026-11-22T00:00:00Z')
    const list = { as: club.user('admin'), orgId: club.organizationId }
    const { payouts } = (await call('GET /rest-api/fee/payouts/{orgId}', list)).body
    expect(order).not.toBe('past')
    expect(
      payouts.flatMap(({ differences }) => differences.map(({ why, amountInCents }) => [why, amountInCents])),
    ).toEqual([['missing', 700]])
  })

  it('reports a key FluidPay rejects to the club', async () => {
    const { wanted, look, accountNow } = await paid()
    const { paymentAccountId } = wanted
    const privateKey = await sealedKey(paymentAccountId, `api_gone${'k'.repeat(20)}`)
    await update(stamp, paymentKeys.change({ paymentAccountId }, { set: { privateKey } }))
    await look('2026-11-22T00:00:00Z')
    expect((await accountNow())?.missing).toEqual(['fluidpay_key'])
  })
})

describe('changing an account’s FluidPay keys', () => {
  const changing = (club: Club, paymentAccountId: string, fluidpayPrivateKey: string) =>
    call('POST /rest-api/fee/payment-accounts/keys', {
      as: club.user('admin'),
      body: { paymentAccountId, fluidpayPublicKey: `pub_${'n'.repeat(27)}`, fluidpayPrivateKey },
    })

  it('rejects keys FluidPay does not accept, and changes nothing', async () => {
    const { club, wanted } = await startPayment()
    const { paymentAccountId } = wanted
    const before = await paymentKeys.get({ paymentAccountId }, { consistent: true })
    const { status, refusal } = await changing(club, paymentAccountId, `api_gone${'k'.repeat(20)}`)
    expect([status, refusal.faults?.map(({ at, code }) => [at, code])]).toEqual([
      400,
      [['fluidpayPrivateKey', 'invalid_key']],
    ])
    expect(await paymentKeys.get({ paymentAccountId }, { consistent: true })).toEqual(before)
  })

  it('keeps the old key for finding and refunding what was charged with it', async () => {
    const { club, feePlayerId, payId, paymentId, wanted } = await startPayment()
    await loseAnswers(() => submitCard(payId, paymentId, goodToken()))
    const privateKey = `api_${newPart('n').padEnd(27, 'n')}`
    expect((await changing(club, wanted.paymentAccountId, privateKey)).status).toBe(200)
    expect((await changing(club, wanted.paymentAccountId, privateKey)).status).toBe(200)
    expect((await returnFromPage(payId, paymentId, '2026-11-21T18:10:00Z')).body.state).toBe('paid')
    await controlFluidPay('settle', { order: lastPart(paymentId) })
    await call('POST /rest-api/fee/refund/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId,
      body: { refundId: 'refund-1', paymentId, amountInCents: 2000, as: 'waived', withFee: false },
    })
    await deliverRefunds(paymentId)
    expect((await atFluidPay(paymentId)).map((each) => each.amount_refunded)).toEqual([2000])
    expect((await refunds.of({ paymentId })).map(({ state }) => state)).toEqual(['done'])
  })
})
