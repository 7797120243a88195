import { describe, expect, it } from 'vitest'
import { chargeSavedCard } from '#functions/money/pay/autopay.ts'
import { handler as sweep } from '#functions/money/sweepHandler.ts'
import { refunds } from '#functions/table/payments.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { type Club, newPart } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { aClubWithFee, balancesOf, charge, feeNow, recordPayment } from './charging.ts'
import {
  acceptCards,
  deliverRefunds,
  familyLink,
  paymentAt,
  payOnPage,
  returnFromPage,
  start,
  stripeApi,
} from './online.ts'

const soon = '2026-11-21T18:20:00Z'
const total = 5234

async function aFee(club: Club) {
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  await charge(club, { feeId })
  return playerFeeOf(feeId, club.mia.playerId)
}
async function ready() {
  const { club } = await aClubWithFee({ amount: 1 })
  const { paymentAccountId, stripeAccount } = await acceptCards(club)
  return { club, stripeAccount, wanted: { payId: await familyLink(club), paymentAccountId, total } }
}
const chargesAt = async (stripeAccount: string) =>
  (
    await stripeApi<{ data: { status: string }[] }>('GET', 'payment_intents', { limit: '100' }, stripeAccount)
  ).data.filter(({ status }) => status === 'succeeded').length

describe('a process killed after any of its writes', () => {
  it('opens one payment page when the start is retried, and books its payment once', async () => {
    const { club, stripeAccount, wanted } = await ready()
    let payments = 0
    const steps = await killedAtEvery(async (dies) => {
      const feePlayerIds = [await aFee(club)]
      const attempt = newPart('attempt')
      await dies(() => start({ ...wanted, feePlayerIds, attempt }))
      const { body } = await start({ ...wanted, feePlayerIds, attempt })
      const paymentId = paymentAt(await payOnPage(body.url))
      await returnFromPage(wanted.payId, paymentId)
      payments += 1
      expect(await feeNow(feePlayerIds[0] ?? '')).toMatchObject({ paid: 5000 })
    })
    // The intent is recorded, a page is opened, and its address is recorded.
    expect(steps).toBeGreaterThanOrEqual(3)
    expect(await chargesAt(stripeAccount)).toBe(payments)
    expect(await balancesOf(club)).toMatchObject({ 'assets:clearing:stripe': 5000 * payments, 'assets:receivable': 1 })
  })

  it('leaves a returning payer’s payment to the sweeper, which books it once and leaves nothing open', async () => {
    const { club, stripeAccount, wanted } = await ready()
    let payments = 0
    const steps = await killedAtEvery(async (dies) => {
      const feePlayerIds = [await aFee(club)]
      const { body } = await start({ ...wanted, feePlayerIds })
      const paymentId = paymentAt(await payOnPage(body.url))
      await dies(() => returnFromPage(wanted.payId, paymentId))
      // Other tests have left payments that it cannot settle; it fails after settling the rest.
      for (let times = 0; times < 2; times++) await sweep({ time: soon }).catch(() => undefined)
      payments += 1
      const fee = await feeNow(feePlayerIds[0] ?? '')
      expect([fee?.paid, fee?.paying]).toEqual([5000, undefined])
    })
    expect(steps).toBeGreaterThanOrEqual(1)
    expect(await chargesAt(stripeAccount)).toBe(payments)
    expect(await balancesOf(club)).toMatchObject({ 'assets:clearing:stripe': 5000 * payments, 'assets:receivable': 1 })
  })

  it('makes a refund once, whether killed while requesting or making it', async () => {
    const { club, stripeAccount, wanted } = await ready()
    let given = 0
    const refunding = (kill: 'asking' | 'doing') =>
      killedAtEvery(async (dies) => {
        const feePlayerId = await aFee(club)
        const { body } = await start({ ...wanted, feePlayerIds: [feePlayerId] })
        const paymentId = paymentAt(await payOnPage(body.url))
        await returnFromPage(wanted.payId, paymentId)
        const refund = { refundId: 'refund-1', paymentId, amountInCents: 5000, as: 'waived', withFee: false } as const
        const ask = () =>
          call('POST /rest-api/fee/refund/{feePlayerId}', { as: club.user('admin'), feePlayerId, body: refund })
        if (kill === 'asking') await dies(ask)
        await ask()
        if (kill === 'doing') await dies(() => deliverRefunds(paymentId))
        await deliverRefunds(paymentId)
        given += 1
        expect((await refunds.of({ paymentId })).map(({ state }) => state)).toEqual(['done'])
      })
    expect(await refunding('asking')).toBeGreaterThanOrEqual(1)
    // It is refunded, and then recorded as such.
    expect(await refunding('doing')).toBeGreaterThanOrEqual(2)
    const back5000 = await stripeApi<{ data: unknown[] }>('GET', 'refunds', { limit: '100' }, stripeAccount)
    expect(back5000.data.length).toBe(given)
    const balances = await balancesOf(club)
    expect([balances['liabilities:credit'], balances['income:reductions']]).toEqual([undefined, 5000 * given])
  })

  it('cancels a fee and refunds payments online and by hand once', async () => {
    const { club, stripeAccount, wanted } = await ready()
    const card = 2000
    let given = 0
    const cancelling = (kill: 'asking' | 'doing') =>
      killedAtEvery(
        async (dies) => {
          const feePlayerId = await aFee(club)
          await recordPayment(club, feePlayerId, 5000 - card)
          // $20 plus the fees on $21.12: 3.9 % are $0.82, and 30 cents.
          const { body } = await start({ ...wanted, feePlayerIds: [feePlayerId], total: 2112 })
          const paymentId = paymentAt(await payOnPage(body.url))
          await returnFromPage(wanted.payId, paymentId)
          const ask = () =>
            call('POST /rest-api/fee/cancel/{feePlayerId}', {
              as: club.user('admin'),
              feePlayerId,
              body: { paid: 'refund' },
            })
          if (kill === 'asking') await dies(ask)
          expect((await ask()).status).toBe(200)
          if (kill === 'doing') await dies(() => deliverRefunds(paymentId))
          await deliverRefunds(paymentId)
          given += 1
          expect(await feeNow(feePlayerId)).toMatchObject({ state: 'cancelled', paid: 0 })
          expect((await refunds.of({ paymentId })).map(({ cents, state }) => [cents, state])).toEqual([[card, 'done']])
        },
        1,
        // Also at its reads in the long run.
        { everyCall: process.env['RUNS'] !== undefined },
      )
    expect(await cancelling('asking')).toBeGreaterThanOrEqual(1)
    expect(await cancelling('doing')).toBeGreaterThanOrEqual(2)
    const all = await stripeApi<{ data: unknown[] }>('GET', 'refunds', { limit: '100' }, stripeAccount)
    expect(all.data.length).toBe(given)
    const balances = await balancesOf(club)
    expect([balances['liabilities:credit'], balances['assets:cash'], balances['assets:receivable']]).toEqual([
      undefined,
      undefined,
      1,
    ])
    // Only the first fee of one cent and the processing fees of each payment are left.
    expect([balances['income:fees'], balances['income:surcharge']]).toEqual([-1, -112 * given])
  })

  it('charges a saved card once for what is due', async () => {
    const { club, stripeAccount, wanted } = await ready()
    const [first] = [await aFee(club)]
    const { body } = await start({ ...wanted, feePlayerIds: [first], save: true })
    await returnFromPage(wanted.payId, paymentAt(await payOnPage(body.url)))
    const id = { organizationId: club.organizationId, userId: club.user('parent') }
    let payments = 1
    const steps = await killedAtEvery(async (dies) => {
      const feePlayerId = await aFee(club)
      // All fees are due by then; each run is on another day.
      const at = `2026-12-${String(payments + 1).padStart(2, '0')}T14:00:00Z`
      await dies(() => chargeSavedCard({ actor: 'money-autopay', at }, id))
      await chargeSavedCard({ actor: 'money-autopay', at: at.replace('T14', 'T15') }, id)
      await chargeSavedCard({ actor: 'money-autopay', at: at.replace('T14', 'T16') }, id)
      payments += 1
      const fee = await feeNow(feePlayerId)
      expect([fee?.paid, fee?.paying]).toEqual([5000, undefined])
    })
    // The charge is recorded, made, and recorded as done.
    expect(steps).toBeGreaterThanOrEqual(3)
    expect(await chargesAt(stripeAccount)).toBe(payments)
    // The first charge includes the cent that the club had charged before.
    const balances = await balancesOf(club)
    expect([balances['assets:clearing:stripe'], balances['assets:receivable']]).toEqual([
      5000 * payments + 1,
      undefined,
    ])
  })
})
