import { expect, it } from 'vitest'
import { call } from '../call.ts'
import { aClubWithFee, balancesOf } from './charging.ts'
import {
  back,
  drive,
  eventsOf,
  familyLink,
  hear,
  paymentAt,
  payOnPage,
  start,
  stripeApi,
  takesCards,
  tell,
} from './online.ts'

/** A club whose account at Stripe knows our account, with a payment of $52.34 of which $50 are left. */
async function paidClub() {
  const { club, feePlayerId } = await aClubWithFee()
  const { paymentAccountId, stripeAccount } = await takesCards(club)
  const payId = await familyLink(club)
  const { body } = await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId], total: 5234 })
  const paymentId = paymentAt(await payOnPage(body.url))
  return { club, stripeAccount, settle: () => back(payId, paymentId) }
}
async function paidOutAndTold(account: string) {
  const payout = await drive<{ id: string }>('payout', { account })
  for (const event of await eventsOf(account))
    if (event.data.object.id === payout.id) {
      await tell(event)
      await hear(account, event.id)
    }
}
const listed = async (club: Awaited<ReturnType<typeof paidClub>>['club']) => {
  const orgId = club.organizationId
  return (await call('GET /rest-api/fee/payouts/{orgId}', { as: club.user('admin'), orgId })).body.payouts
}

it('a payout that agrees with the books is booked once, and the provider’s account is empty', async () => {
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
      differences: [],
    },
  ])
})

it.each(['pm_card_visa', 'pm_usBankAccount_success'])(
  'what does not agree is named: a charge that was made at Stripe, past us: %s',
  async (payment_method) => {
    const { club, stripeAccount, settle } = await paidClub()
    await settle()
    const form = { amount: '1000', currency: 'usd', payment_method, confirm: 'true' }
    await stripeApi('POST', 'payment_intents', form, stripeAccount)
    await paidOutAndTold(stripeAccount)
    // $10 less 2.9 % and 30 cents.
    expect((await listed(club))[0]?.differences).toEqual([
      { line: expect.stringMatching(/^txn_/), why: 'missing', amountInCents: 941 },
    ])
  },
)
