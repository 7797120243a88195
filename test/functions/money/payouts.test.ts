import { expect, it } from 'vitest'
import { call } from '../call.ts'
import { aClubWithFee, balancesOf } from './charging.ts'
import {
  acceptCards,
  controlStripe,
  deliverStripeEvent,
  eventsOf,
  familyLink,
  paymentAt,
  payOnPage,
  postWebhook,
  returnFromPage,
  start,
  stripeApi,
} from './online.ts'

/** A club whose Stripe account is connected to the platform's, with a payment of $52.34 of which $50 are left. */
async function paidClub() {
  const { club, feePlayerId } = await aClubWithFee()
  const { paymentAccountId, stripeAccount } = await acceptCards(club)
  const payId = await familyLink(club)
  const { body } = await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId], total: 5234 })
  const paymentId = paymentAt(await payOnPage(body.url))
  return { club, stripeAccount, settle: () => returnFromPage(payId, paymentId) }
}
async function paidOutAndTold(account: string, more: { byHand?: true } = {}) {
  const payout = await controlStripe<{ id: string }>('payout', { account, ...more })
  await hearOf(account, payout.id)
  return payout.id
}
async function hearOf(account: string, payoutId: string) {
  for (const event of await eventsOf(account))
    if (event.data.object.id === payoutId) {
      await postWebhook(event)
      await deliverStripeEvent(account, event.id)
    }
}
const listed = async (club: Awaited<ReturnType<typeof paidClub>>['club']) => {
  const orgId = club.organizationId
  return (await call('GET /rest-api/fee/payouts/{orgId}', { as: club.user('admin'), orgId })).body.payouts
}

it('a payout that agrees with the books is booked once, and empties the clearing account', async () => {
  const { club, stripeAccount, settle } = await paidClub()
  await settle()
  await paidOutAndTold(stripeAccount)
  const balances = await balancesOf(club)
  expect([balances['assets:bank'], balances['assets:clearing:stripe']]).toEqual([5000, undefined])
  expect(await listed(club)).toEqual([
    {
      payoutId: expect.stringMatching(/^po_/),
      amountInCents: 5000,
      arrivesOn: '2026-11-22',
      lines: 1,
      isByHand: false,
      hasFailed: false,
      differences: [],
    },
  ])
})

it.each(['pm_card_visa', 'pm_usBankAccount_success'])(
  'a payout lists a charge made at Stripe directly as a difference: %s',
  async (payment_method) => {
    const { club, stripeAccount, settle } = await paidClub()
    await settle()
    const form = {
      amount: '1000',
      currency: 'usd',
      payment_method,
      confirm: 'true',
      return_url: 'https://shop.example',
    }
    await stripeApi('POST', 'payment_intents', form, stripeAccount)
    await paidOutAndTold(stripeAccount)
    // $10 less 2.9 % and 30 cents.
    expect((await listed(club))[0]?.differences).toEqual([
      { line: expect.stringMatching(/^txn_/), why: 'missing', amountInCents: 941 },
    ])
  },
)

it('a payout returned by the bank is booked back once and shown as failed; the next payout carries it', async () => {
  const { club, stripeAccount, settle } = await paidClub()
  await settle()
  const first = await paidOutAndTold(stripeAccount)
  const banks = async () => {
    const balances = await balancesOf(club)
    return [balances['assets:bank'], balances['assets:clearing:stripe']]
  }
  expect(await banks()).toEqual([5000, undefined])
  await controlStripe('fail-payout', { account: stripeAccount, payout: first })
  // Delivered again, twice at once, with the earlier event last.
  await Promise.all([hearOf(stripeAccount, first), hearOf(stripeAccount, first)])
  await hearOf(stripeAccount, first)
  expect(await banks()).toEqual([undefined, 5000])
  expect((await listed(club)).map(({ hasFailed }) => hasFailed)).toEqual([true])
  await paidOutAndTold(stripeAccount)
  expect(await banks()).toEqual([5000, undefined])
  // What was returned is not listed as unknown to the books.
  const next = (await listed(club)).find(({ payoutId }) => payoutId !== first)
  expect(next).toMatchObject({ amountInCents: 5000, hasFailed: false, lines: 0, differences: [] })
})

it('a payout that failed before its event arrived is not booked', async () => {
  const { club, stripeAccount, settle } = await paidClub()
  await settle()
  const payout = await controlStripe<{ id: string }>('payout', { account: stripeAccount })
  await controlStripe('fail-payout', { account: stripeAccount, payout: payout.id })
  await hearOf(stripeAccount, payout.id)
  expect([await listed(club), (await balancesOf(club))['assets:clearing:stripe']]).toEqual([[], 5000])
})

it('a payout requested by the club itself is booked, but not reconciled', async () => {
  const { club, stripeAccount, settle } = await paidClub()
  await settle()
  const payoutId = await paidOutAndTold(stripeAccount, { byHand: true })
  await hearOf(stripeAccount, payoutId)
  const balances = await balancesOf(club)
  expect([balances['assets:bank'], balances['assets:clearing:stripe']]).toEqual([5000, undefined])
  expect(await listed(club)).toMatchObject([{ payoutId, amountInCents: 5000, isByHand: true, differences: [] }])
})
