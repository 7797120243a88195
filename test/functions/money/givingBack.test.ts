import { describe, expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { refunds } from '#functions/table/payments.ts'
import { families } from '#functions/table/players.ts'
import { update } from '#functions/table/table.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { balancesOf, charge, feeDetails } from './charging.ts'
import { deliverRefunds, returnFromPage } from './online.ts'
import { payOnline, readyToPay } from './readyToPay.ts'

describe('a refund', () => {
  type Wanted = { amount: number; as?: 'owed' | 'waived'; refundId?: string; withFee?: boolean }
  const refund = (
    club: Club,
    feePlayerId: string,
    paymentId: string,
    { amount, as = 'owed', refundId = 'refund-1', withFee = false }: Wanted,
  ) =>
    call('POST /rest-api/fee/refund/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId,
      body: { refundId, paymentId, amountInCents: amount, as, withFee },
    })

  it('in parts never exceeds what was paid, even with concurrent requests', async () => {
    const { club, payId, feePlayerId, wanted } = await readyToPay()
    const paymentId = await payOnline(wanted)
    await returnFromPage(payId, paymentId)
    expect((await refund(club, feePlayerId, paymentId, { amount: 2000 })).status).toBe(200)
    expect((await refund(club, feePlayerId, paymentId, { amount: 2000 })).status).toBe(200)
    const both = await Promise.all(
      ['refund-2', 'refund-3'].map((refundId) =>
        refund(club, feePlayerId, paymentId, { amount: 3000, refundId, as: 'waived' }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    await deliverRefunds(paymentId)
    await deliverRefunds(paymentId)
    expect(await balancesOf(club)).toMatchObject({
      'assets:receivable': 2000,
      'income:reductions': 3000,
    })
    const { status, outstandingInCents } = await feeDetails(club, feePlayerId)
    expect([status, outstandingInCents]).toEqual(['UNPAID', 2000])
  })

  it('repeated with the same id but other values is rejected', async () => {
    const { club, payId, feePlayerId, wanted } = await readyToPay()
    const paymentId = await payOnline(wanted)
    await returnFromPage(payId, paymentId)
    expect((await refund(club, feePlayerId, paymentId, { amount: 2000 })).status).toBe(200)
    for (const other of [{ amount: 2500 }, { amount: 2000, as: 'waived' }, { amount: 2000, withFee: true }] as const)
      expect((await refund(club, feePlayerId, paymentId, other)).refusal.code).toBe('saved_before')
    expect((await refund(club, feePlayerId, paymentId, { amount: 2000 })).status).toBe(200)
    expect((await refunds.of({ paymentId })).map(({ cents }) => cents)).toEqual([2000])
    const { outstandingInCents, waivedInCents } = await feeDetails(club, feePlayerId)
    expect([outstandingInCents, waivedInCents]).toEqual([2000, 0])
  })

  it('of a cancelled fee is made through the provider', async () => {
    const { club, payId, feePlayerId, wanted } = await readyToPay()
    const paymentId = await payOnline(wanted)
    await returnFromPage(payId, paymentId)
    const cancel = { as: club.user('admin'), feePlayerId, body: { paid: 'refund' } } as const
    await call('POST /rest-api/fee/cancel/{feePlayerId}', cancel)
    expect((await balancesOf(club))['liabilities:credit']).toBe(-5000)
    await deliverRefunds(paymentId)
    const balances = await balancesOf(club)
    expect(balances['liabilities:credit']).toBeUndefined()
    expect(balances['income:fees']).toBeUndefined()
    expect((await feeDetails(club, feePlayerId)).status).toBe('CANCELLED')
  })

  it('is made even if the platform takes no fee from the club', async () => {
    const { club, payId, feePlayerId, wanted } = await readyToPay()
    await update(stamp, organizations.change(club.organization, { set: { processingFeePerMil: 0 } }))
    // $50 plus the fees on $51.80: 2.9 % are $1.50, and 30 cents.
    const paymentId = await payOnline({ ...wanted, total: 5180 })
    await returnFromPage(payId, paymentId)
    await call('POST /rest-api/fee/refund/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId,
      body: { refundId: 'refund-1', paymentId, amountInCents: 5000, as: 'waived', withFee: true },
    })
    await deliverRefunds(paymentId)
    expect((await refunds.of({ paymentId })).map(({ state }) => state)).toEqual(['done'])
    expect((await balancesOf(club))['liabilities:credit']).toBeUndefined()
  })

  it('of two cancelled fees that were paid together is made for both', async () => {
    const { club, feeId, payId, feePlayerId, wanted } = await readyToPay()
    await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
    await charge(club, { feeId, players: [club.leo] })
    const both = [feePlayerId, playerFeeOf(feeId, club.leo.playerId)]
    // $100 plus the fees on $104.37: 3.9 % are $4.07, and 30 cents.
    const paymentId = await payOnline({ ...wanted, feePlayerIds: both, total: 10_437 })
    await returnFromPage(payId, paymentId)
    for (const playerFeeId of both) {
      const cancel = { as: club.user('admin'), feePlayerId: playerFeeId, body: { paid: 'refund' } } as const
      expect((await call('POST /rest-api/fee/cancel/{feePlayerId}', cancel)).status).toBe(200)
    }
    await deliverRefunds(paymentId)
    expect((await refunds.of({ paymentId })).map(({ cents, state }) => [cents, state])).toEqual([
      [5000, 'done'],
      [5000, 'done'],
    ])
  })
})
