import { describe, expect, it } from 'vitest'
import { settleDispute } from '#functions/money/pay/dispute.ts'
import { disputes } from '#functions/table/payments.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { balancesOf, feeDetails, recordPayment } from './charging.ts'
import {
  cards,
  controlStripe,
  deliverRefunds,
  deliverStripeEvent,
  eventsOf,
  paymentNow,
  postWebhook,
  returnFromPage,
  stripeApi,
} from './online.ts'
import { payOnline, readyToPay } from './readyToPay.ts'
import { repeatRefund, requestRefund, atStripe, endRefund, paidSlowly, shownPayment } from './slowRefunds.ts'
import { paidState } from './stripeEvents.ts'

/** Mia's $50 plus $2.34 in fees, disputed by the payer's bank. */
async function disputed() {
  const { club, feePlayerId, payId, wanted, account } = await readyToPay()
  const paymentId = await payOnline(wanted, cards.disputed)
  await returnFromPage(payId, paymentId)
  const { stripeAccount } = account
  const [dispute] = (await stripeApi<{ data: { id: string }[] }>('GET', 'disputes', {}, stripeAccount)).data
  const at = { account: stripeAccount, dispute: dispute?.id }
  const known = new Set<string>()
  /** Processes all Stripe events, newest first: new ones twice, and earlier ones once more. */
  const all = async () => {
    const events = await eventsOf(stripeAccount)
    for (const event of [...events, ...events.filter(({ id }) => !known.has(id))]) {
      await postWebhook(event)
      await deliverStripeEvent(stripeAccount, event.id)
    }
    for (const { id } of events) known.add(id)
  }
  const become = async (status: string) => {
    await controlStripe('dispute-status', { ...at, status })
    await all()
  }
  const close = async (won: boolean) => {
    await controlStripe('close-dispute', { ...at, won })
    await all()
  }
  await all()
  return { club, feePlayerId, paymentId, become, close }
}
const shown = async ({ club, feePlayerId }: { club: Club; feePlayerId: string }) => {
  const { status, payments, credits } = await feeDetails(club, feePlayerId)
  return [status, payments[0]?.dispute?.status, credits.map(({ creditInCents }) => creditInCents)]
}

describe('a lost dispute that the club appeals', () => {
  it('stays lost while the appeal is open, and is booked as lost only once', async () => {
    const paid = await disputed()
    await paid.close(false)
    const lost = await balancesOf(paid.club)
    expect(lost).toMatchObject({ 'assets:receivable': 5000, 'expenses:disputes': 1500 + 234 })
    for (const status of ['appeal_needs_response', 'appeal_under_review', 'under_review', 'lost']) {
      await paid.become(status)
      expect([await shown(paid), await balancesOf(paid.club)]).toEqual([['UNPAID', 'lost', []], lost])
    }
  })

  it('marks the fee paid again and restores every account when the appeal is won', async () => {
    const paid = await disputed()
    await paid.close(false)
    await paid.become('appeal_under_review')
    await paid.close(true)
    expect([await shown(paid), await balancesOf(paid.club)]).toEqual([['PAID', 'won', []], paidState])
    const [payment] = (await feeDetails(paid.club, paid.feePlayerId)).payments
    expect([payment?.givenBackInCents, payment?.takenByBankInCents]).toEqual([0, 0])
    expect((await paymentNow(paid.paymentId))?.isLost).toBeUndefined()
  })

  it('becomes family credit when won after the family paid part of the fee another way', async () => {
    const paid = await disputed()
    await paid.close(false)
    await recordPayment(paid.club, paid.feePlayerId, 2000)
    await paid.close(true)
    expect(await shown(paid)).toEqual(['PAID', 'won', [2000]])
    const balances = await balancesOf(paid.club)
    expect(balances).toEqual({ ...paidState, 'assets:cash': 2000, 'liabilities:credit': -2000 })
    const [payment] = (await feeDetails(paid.club, paid.feePlayerId)).payments
    expect([payment?.givenBackInCents, payment?.refusedInCents]).toEqual([2000, 2000])
    // It is listed like a failed refund, and can be paid back by hand.
    const byHand = { paymentId: paid.paymentId, how: 'CASH' } as const
    const as = paid.club.user('admin')
    await call('POST /rest-api/fee/refund-again/{feePlayerId}', { as, feePlayerId: paid.feePlayerId, body: byHand })
    expect((await balancesOf(paid.club))['liabilities:credit']).toBeUndefined()
  })

  it('becomes family credit when won after the fee was cancelled', async () => {
    const paid = await disputed()
    await paid.close(false)
    const { club, feePlayerId } = paid
    await call('POST /rest-api/fee/cancel/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId,
      body: { paid: 'credit' },
    })
    await paid.close(true)
    expect(await shown(paid)).toEqual(['CANCELLED', 'won', [5000]])
    expect((await balancesOf(club))['liabilities:credit']).toBe(-5000)
  })

  it('is booked once when notifications arrive concurrently, and only for the amount withdrawn', async () => {
    const paid = await paidSlowly()
    const told = {
      disputeId: 'du_1',
      chargeId: 'ch_1',
      reason: 'fraudulent',
      dueBy: undefined,
      feeCents: 0,
      cents: 5234,
    }
    const tells = (status: 'lost' | 'won' | 'open', withdrawnCents: number) =>
      settleDispute(stamp, paid.paymentId, { ...told, status, withdrawnCents })
    const before = await balancesOf(paid.club)
    await tells('lost', 5234)
    // A part was returned before the bank's decision, then all of it.
    for (const cents of [3000, 5234, 1000]) {
      await Promise.all([tells('lost', cents), tells('lost', cents)])
      const balances = await balancesOf(paid.club)
      expect([balances['assets:disputed'], balances['assets:clearing:stripe']]).toEqual([
        undefined,
        5000 - cents === 0 ? undefined : 5000 - cents,
      ])
    }
    await Promise.all([tells('won', 0), tells('won', 0)])
    await tells('won', 0)
    expect(await balancesOf(paid.club)).toEqual(before)
    expect((await feeDetails(paid.club, paid.feePlayerId)).status).toBe('PAID')
    expect((await disputes.of(paid)).map(({ status, withdrawn }) => [status, withdrawn])).toEqual([['won', 0]])
  })

  it('restores a failed refund to the family’s credit when the dispute is won', async () => {
    const paid = await paidSlowly()
    await requestRefund(paid)
    await deliverRefunds(paid.paymentId)
    const [refund] = await atStripe(paid)
    await endRefund(paid, refund?.id ?? '', false)
    const told = {
      disputeId: 'du_1',
      chargeId: 'ch_1',
      reason: 'fraudulent',
      dueBy: undefined,
      feeCents: 0,
      cents: 5234,
    }
    await settleDispute(stamp, paid.paymentId, { ...told, status: 'lost', withdrawnCents: 5234 })
    await deliverRefunds(paid.paymentId)
    expect((await balancesOf(paid.club))['liabilities:credit']).toBeUndefined()
    await settleDispute(stamp, paid.paymentId, { ...told, status: 'won', withdrawnCents: 0 })
    const balances = await balancesOf(paid.club)
    expect([balances['liabilities:credit'], balances['expenses:disputes']]).toEqual([-5000, undefined])
    expect(await shownPayment(paid.club, paid.feePlayerId)).toEqual([0, 5000, 5000])
    expect((await repeatRefund(paid, 'CASH')).status).toBe(200)
    expect((await balancesOf(paid.club))['liabilities:credit']).toBeUndefined()
  })
})

it('closes a prevented dispute as lost if money was withdrawn for it, and as won otherwise', async () => {
  const taken = await disputed()
  await taken.become('prevented')
  expect(await shown(taken)).toEqual(['UNPAID', 'lost', []])
  expect((await balancesOf(taken.club))['assets:disputed']).toBeUndefined()
  const other = await disputed()
  await other.close(true)
  await other.become('prevented')
  expect([await shown(other), await balancesOf(other.club)]).toEqual([['PAID', 'won', []], paidState])
})
