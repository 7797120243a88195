import { describe, expect, it } from 'vitest'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { aClubWithFee, balancesOf, feeDetails } from './charging.ts'
import {
  acceptCards,
  cards,
  controlStripe,
  deliverRefunds,
  deliverStripeEvent,
  eventsOf,
  familyLink,
  paymentAt,
  paymentNow,
  payOnPage,
  postWebhook,
  start,
  stripeApi,
} from './online.ts'

/** Mia's $50 are paid on the provider's page, and the payer has not returned from it. */
async function paidAway(card = cards.good) {
  const { club, feePlayerId } = await aClubWithFee()
  const { paymentAccountId, stripeAccount } = await acceptCards(club)
  const { body } = await start({
    payId: await familyLink(club),
    paymentAccountId,
    feePlayerIds: [feePlayerId],
    total: 5234,
  })
  const paymentId = paymentAt(await payOnPage(body.url, card))
  return { club, feePlayerId, paymentAccountId, stripeAccount, paymentId, events: await eventsOf(stripeAccount) }
}

describe('a Stripe event', () => {
  it('settles a payment once, even if repeated, out of order and a day late', async () => {
    const { club, events, stripeAccount, paymentId } = await paidAway()
    const told = Array.from({ length: 5 }, () => events).flat()
    for (const event of told) expect((await postWebhook(event)).status).toBe(200)
    for (const { id } of told.toReversed()) await deliverStripeEvent(stripeAccount, id, '2026-11-22T18:00:00Z')
    expect((await paymentNow(paymentId))?.state).toBe('paid')
    expect(await balancesOf(club)).toEqual({
      'assets:clearing:stripe': 5000,
      'income:fees': -5000,
      'income:surcharge': -234,
      'expenses:processor': 182,
      'expenses:platform': 52,
    })
  })

  it('is rejected when forged, signed for another endpoint, too old or from the future', async () => {
    const { events, stripeAccount } = await paidAway()
    const [event = {}] = events
    const answers = [
      await postWebhook(event, { secret: 'whsec_guessed' }),
      await postWebhook(event, { scope: 'platform' }),
      await postWebhook(event, { at: '2026-11-21T17:54:00Z' }),
      await postWebhook(event, { at: '2026-11-21T18:02:00Z' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    await deliverStripeEvent(stripeAccount, events[0]?.id ?? '')
    const { data } = await stripeApi<{ data: unknown[] }>('GET', 'events', {}, stripeAccount)
    expect(data.length).toBeGreaterThan(0)
  })

  it('of another club’s account changes nothing', async () => {
    const { club, events, paymentAccountId, stripeAccount, paymentId } = await paidAway()
    await update(
      stamp,
      paymentAccounts.change({ paymentAccountId }, { set: { providerAccountId: 'acct_ofsomebodyelse' } }),
    )
    for (const event of events) {
      await postWebhook(event)
      await deliverStripeEvent(stripeAccount, event.id)
    }
    expect((await paymentNow(paymentId))?.state).toBe('open')
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 5000, 'income:fees': -5000 })
  })

  it('about an account updates what it can do from Stripe', async () => {
    const { paymentAccountId, stripeAccount } = await paidAway()
    const account = { id: stripeAccount }
    await update(stamp, paymentAccounts.change({ paymentAccountId }, { set: { chargesEnabled: false } }))
    await postWebhook({ id: 'evt_account', type: 'account.updated', account: stripeAccount, data: { object: account } })
    await deliverStripeEvent(stripeAccount, 'evt_account')
    expect((await paymentAccounts.get({ paymentAccountId }, { consistent: true }))?.chargesEnabled).toBe(true)
  })
})

it('an event about a missing object or a disconnected account is processed without error', async () => {
  const { stripeAccount } = await paidAway()
  for (const [account, id] of [
    [stripeAccount, 'cs_test_gone'],
    ['acct_left', 'pi_1'],
  ] as const) {
    const event = { id: `evt_${id}`, type: 'payment_intent.canceled', account, data: { object: { id } } }
    expect((await postWebhook(event)).status).toBe(200)
    await deliverStripeEvent(account, event.id)
  }
})

it('an event without an object id is accepted, so that it is not resent, but not stored', async () => {
  const account = 'acct_1'
  const event = { id: 'evt_balance', type: 'balance.available', account, data: { object: { object: 'balance' } } }
  expect((await postWebhook(event)).status).toBe(200)
  const eventId = 'evt_balance'
  expect(await providerEvents.get({ provider: 'stripe', account, eventId }, { consistent: true })).toBeUndefined()
})

it('a bank payment that fails is closed, and the fee can be paid again', async () => {
  const { club, feePlayerId, paymentAccountId, stripeAccount, paymentId, events } = await paidAway()
  const event = events.find(({ type }) => type === 'payment_intent.succeeded')
  const intent = event?.data.object.id ?? ''
  const hears = async (status: string) => {
    await controlStripe('bank', { account: stripeAccount, intent, status })
    if (event) await postWebhook(event)
    await deliverStripeEvent(stripeAccount, event?.id ?? '')
    return (await paymentNow(paymentId))?.state
  }
  // Treasurers see it in the lists of the club and of the team; there is nothing to remind of.
  const seen = async () => {
    const as = club.user('admin')
    const lists = [club.organizationId, club.falcons.teamId].map((orgUnitId) =>
      call('GET /rest-api/fee/search/{orgUnitId}', { as, orgUnitId, query: {} }),
    )
    const { comingInCents } = await feeDetails(club, feePlayerId)
    return [...(await Promise.all(lists)).map(({ body }) => body.fees[0]?.onItsWay), comingInCents]
  }
  expect(await seen()).toEqual([false, false, 0])
  expect(await hears('processing')).toBe('processing')
  expect(await seen()).toEqual([true, true, 5000])
  expect(await hears('requires_payment_method')).toBe('closed')
  expect(await seen()).toEqual([false, false, 0])
  const again = { payId: await familyLink(club), paymentAccountId, feePlayerIds: [feePlayerId], total: 5234 }
  expect((await start(again)).status).toBe(200)
})

describe('a disputed payment', () => {
  const all = async (stripeAccount: string) => {
    for (const event of (await eventsOf(stripeAccount)).toReversed()) {
      await postWebhook(event)
      await deliverStripeEvent(stripeAccount, event.id)
    }
  }
  const disputeOn = async (account: string) =>
    (await stripeApi<{ data: { id: string }[] }>('GET', 'disputes', {}, account)).data[0]?.id

  it('is booked as disputed, and the fee is owed again once the dispute is lost', async () => {
    const { club, feePlayerId, stripeAccount } = await paidAway(cards.disputed)
    await all(stripeAccount)
    expect(await balancesOf(club)).toMatchObject({ 'assets:disputed': 5234, 'expenses:disputes': 1500 })
    await controlStripe('close-dispute', {
      account: stripeAccount,
      dispute: await disputeOn(stripeAccount),
      won: false,
    })
    await all(stripeAccount)
    await all(stripeAccount)
    const balances = await balancesOf(club)
    expect(balances).toMatchObject({ 'assets:receivable': 5000, 'expenses:disputes': 1500 + 234 })
    expect(balances['assets:disputed']).toBeUndefined()
    const { status, payments } = await feeDetails(club, feePlayerId)
    expect([status, payments[0]?.givenBackInCents, payments[0]?.takenByBankInCents]).toEqual(['UNPAID', 5000, 5000])
  })

  it('is restored once the dispute is won', async () => {
    const { club, feePlayerId, stripeAccount } = await paidAway(cards.disputed)
    await all(stripeAccount)
    await controlStripe('close-dispute', { account: stripeAccount, dispute: await disputeOn(stripeAccount), won: true })
    await all(stripeAccount)
    const balances = await balancesOf(club)
    expect(balances['assets:clearing:stripe']).toBe(5000)
    expect([balances['assets:disputed'], balances['expenses:disputes']]).toEqual([undefined, undefined])
    expect((await feeDetails(club, feePlayerId)).status).toBe('PAID')
  })

  /** The bank disputes a payment of Mia's family with a good card, and has not decided yet. */
  async function disputed(before: (paid: Awaited<ReturnType<typeof paidAway>>) => Promise<unknown> = async () => {}) {
    const paid = await paidAway()
    const { stripeAccount, club, feePlayerId, paymentId } = paid
    await all(stripeAccount)
    await before(paid)
    const intents = await stripeApi<{ data: { latest_charge: string }[] }>('GET', 'payment_intents', {}, stripeAccount)
    await controlStripe('dispute', { account: stripeAccount, charge: intents.data[0]?.latest_charge })
    await all(stripeAccount)
    const as = club.user('admin')
    return {
      ...paid,
      lose: async () => {
        await controlStripe('close-dispute', {
          account: stripeAccount,
          dispute: await disputeOn(stripeAccount),
          won: false,
        })
        await all(stripeAccount)
        await all(stripeAccount)
      },
      again: async (how: 'AGAIN' | 'CASH') =>
        (await call('POST /rest-api/fee/refund-again/{feePlayerId}', { as, feePlayerId, body: { paymentId, how } }))
          .refusal.code,
    }
  }
  const refund = ({
    club,
    feePlayerId,
    paymentId,
  }: Pick<Awaited<ReturnType<typeof paidAway>>, 'club' | 'feePlayerId' | 'paymentId'>) =>
    call('POST /rest-api/fee/refund/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId,
      body: { refundId: 'refund-1', paymentId, amountInCents: 5000, as: 'waived', withFee: false },
    })
  const cancel = ({ club, feePlayerId }: { club: Club; feePlayerId: string }, paid: 'credit' | 'refund') =>
    call('POST /rest-api/fee/cancel/{feePlayerId}', { as: club.user('admin'), feePlayerId, body: { paid } })

  it('cannot be refunded while the dispute is open', async () => {
    const paid = await disputed()
    expect((await refund(paid)).refusal.code).toBe('payment_disputed')
    expect((await cancel(paid, 'refund')).refusal.code).toBe('payment_disputed')
    expect((await feeDetails(paid.club, paid.feePlayerId)).paidInCents).toBe(5000)
  })

  it('whose refund was pending leaves no credit once the dispute is lost, since the bank has returned it', async () => {
    const paid = await disputed(refund)
    await deliverRefunds(paid.paymentId)
    const shown = async () => (await feeDetails(paid.club, paid.feePlayerId)).payments[0]?.refusedInCents
    expect(await shown()).toBe(5000)
    expect([await paid.again('AGAIN'), await paid.again('CASH')]).toEqual(['payment_disputed', 'payment_disputed'])
    await paid.lose()
    expect(await shown()).toBe(0)
    const balances = await balancesOf(paid.club)
    expect([balances['liabilities:credit'], balances['assets:disputed']]).toEqual([undefined, undefined])
    expect(balances['expenses:disputes']).toBe(1500 + 234)
    // It is not requested again.
    await deliverRefunds(paid.paymentId)
    expect(await balancesOf(paid.club)).toEqual(balances)
  })

  it('of a cancelled fee is no longer family credit once the dispute is lost', async () => {
    const paid = await disputed((each) => cancel(each, 'credit'))
    const creditOf = async () =>
      (await feeDetails(paid.club, paid.feePlayerId)).credits.map((each) => each.creditInCents)
    expect(await creditOf()).toEqual([5000])
    await paid.lose()
    expect(await creditOf()).toEqual([])
    const balances = await balancesOf(paid.club)
    expect([balances['liabilities:credit'], balances['assets:receivable']]).toEqual([undefined, undefined])
  })
})
