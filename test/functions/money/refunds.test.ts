import { describe, expect, it } from 'vitest'
import { settleDispute } from '#functions/money/pay/dispute.ts'
import { settleRefund } from '#functions/money/pay/settleRefund.ts'
import { handler as sweep } from '#functions/money/sweepHandler.ts'
import { refunds } from '#functions/table/payments.ts'
import { between } from '../between.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { aClubWithFee, balancesOf, details } from './charging.ts'
import {
  back,
  cards,
  drive,
  eventsOf,
  familyLink,
  giveBack,
  hear,
  paymentAt,
  payOnPage,
  start,
  stripeApi,
  takesCards,
  tell,
} from './online.ts'

type Refund = { id: string; charge: string; status: string }

/** Mia's $50, paid online with a card to which refunds are slow. */
async function paidSlowly() {
  const { club, feePlayerId } = await aClubWithFee()
  const { paymentAccountId, stripeAccount } = await takesCards(club)
  const payId = await familyLink(club)
  const { body } = await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId], total: 5234 })
  const paymentId = paymentAt(await payOnPage(body.url, cards.slowRefund))
  await back(payId, paymentId)
  return { club, feePlayerId, paymentId, stripeAccount }
}
type Paid = Awaited<ReturnType<typeof paidSlowly>>

const ask = ({ club, feePlayerId, paymentId }: Paid, amountInCents = 5000) =>
  call('POST /rest-api/fee/refund/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { refundId: 'refund-1', paymentId, amountInCents, as: 'waived', withFee: false },
  })
const again = ({ club, feePlayerId, paymentId }: Paid, how: 'AGAIN' | 'CASH') =>
  call('POST /rest-api/fee/refund-again/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { paymentId, how },
  })
const atStripe = async ({ stripeAccount }: Paid) =>
  (await stripeApi<{ data: Refund[] }>('GET', 'refunds', { limit: '100' }, stripeAccount)).data
const statesOf = async ({ paymentId }: Paid) => (await refunds.of({ paymentId })).map(({ state }) => state)
const end = async ({ stripeAccount }: Paid, refund: string, reached: boolean) =>
  drive('end-refund', { account: stripeAccount, refund, reached })
/** Everything that Stripe has told of refunds is heard, twice and the last first. */
async function hearAll({ stripeAccount }: Paid) {
  const told = (await eventsOf(stripeAccount)).filter(({ type }) => type.startsWith('refund.'))
  for (const event of told) await tell(event)
  for (const { id } of [...told, ...told]) await hear(stripeAccount, id)
}
const shownOf = async (club: Club, feePlayerId: string) => {
  const [payment] = (await details(club, feePlayerId)).payments
  return [payment?.onItsWayInCents, payment?.refusedInCents, payment?.givenBackInCents]
}

describe('a refund that its bank takes its time for', () => {
  it('is on its way until it has reached the payer', async () => {
    const paid = await paidSlowly()
    await ask(paid)
    await giveBack(paid.paymentId)
    expect(await statesOf(paid)).toEqual(['processing'])
    expect(await shownOf(paid.club, paid.feePlayerId)).toEqual([5000, 0, 5000])
    const [refund] = await atStripe(paid)
    await end(paid, refund?.id ?? '', true)
    await hearAll(paid)
    expect(await statesOf(paid)).toEqual(['done'])
    expect(await shownOf(paid.club, paid.feePlayerId)).toEqual([0, 0, 5000])
    const balances = await balancesOf(paid.club)
    expect([balances['assets:clearing:stripe'], balances['liabilities:credit']]).toEqual([undefined, undefined])
  })

  it('is found out by the sweeper when no notice comes', async () => {
    const paid = await paidSlowly()
    await ask(paid)
    // The worker never came to it.
    await sweep({ time: '2026-11-21T18:20:00Z' }).catch(() => undefined)
    expect(await statesOf(paid)).toEqual(['processing'])
    const [refund] = await atStripe(paid)
    await end(paid, refund?.id ?? '', true)
    await sweep({ time: '2026-11-22T12:00:00Z' }).catch(() => undefined)
    expect(await statesOf(paid)).toEqual(['processing'])
    await sweep({ time: '2026-11-22T18:21:00Z' }).catch(() => undefined)
    expect(await statesOf(paid)).toEqual(['done'])
    expect((await atStripe(paid)).length).toBe(1)
  })

  it('and that its bank sends back is the family’s credit, is tried anew, and is given once', async () => {
    const paid = await paidSlowly()
    await ask(paid)
    await giveBack(paid.paymentId)
    const [refund] = await atStripe(paid)
    await end(paid, refund?.id ?? '', false)
    await hearAll(paid)
    expect(await shownOf(paid.club, paid.feePlayerId)).toEqual([0, 5000, 5000])
    expect(await balancesOf(paid.club)).toMatchObject({ 'liabilities:credit': -5000, 'assets:clearing:stripe': 5000 })
    expect((await again(paid, 'AGAIN')).status).toBe(200)
    await giveBack(paid.paymentId)
    expect((await again(paid, 'AGAIN')).status).toBe(200)
    const [second] = await atStripe(paid)
    await end(paid, second?.id ?? '', true)
    await hearAll(paid)
    expect(await statesOf(paid)).toEqual(['done'])
    expect((await atStripe(paid)).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect((await balancesOf(paid.club))['liabilities:credit']).toBeUndefined()
  })

  it('and that its bank sends back can be given by hand, once', async () => {
    const paid = await paidSlowly()
    await ask(paid)
    await giveBack(paid.paymentId)
    const [refund] = await atStripe(paid)
    await end(paid, refund?.id ?? '', false)
    await hearAll(paid)
    for (let times = 0; times < 2; times++) expect((await again(paid, 'CASH')).status).toBe(200)
    await hearAll(paid)
    expect(await statesOf(paid)).toEqual(['done'])
    expect(await balancesOf(paid.club)).toMatchObject({ 'assets:cash': -5000, 'assets:clearing:stripe': 5000 })
  })

  it('asked again days after its answer was lost is looked for first', async () => {
    const paid = await paidSlowly()
    await ask(paid)
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

describe('a refund that does not arrive while its payer’s bank takes the payment back', () => {
  /** The refund is on its way, and at its provider it has failed; a dispute of so much is lost. */
  async function bothGo(refunded: number, taken: number) {
    const paid = await paidSlowly()
    await ask(paid, refunded)
    await giveBack(paid.paymentId)
    const [refund] = await atStripe(paid)
    await end(paid, refund?.id ?? '', false)
    const told = {
      disputeId: 'du_1',
      chargeId: 'ch_1',
      status: 'lost',
      reason: 'fraudulent',
      dueBy: undefined,
    } as const
    return {
      paid,
      fail: () => settleRefund(stamp, { paymentId: paid.paymentId, refundId: 'refund-1' }),
      lose: () => settleDispute(stamp, paid.paymentId, { ...told, cents: taken, withdrawnCents: taken, feeCents: 0 }),
      credit: async () => {
        const shown = await shownOf(paid.club, paid.feePlayerId)
        return [0 - ((await balancesOf(paid.club))['liabilities:credit'] ?? 0), shown[1]]
      },
    }
  }
  const transaction = 'TransactWriteCommand'

  it.each([
    ['before', async ({ fail, lose }) => [await fail(), await lose()]],
    ['after', async ({ fail, lose }) => [await lose(), await fail()]],
    ['within, first', ({ fail, lose }) => between(transaction, fail, lose)],
    ['within, last', ({ fail, lose }) => between(transaction, lose, fail)],
  ] satisfies [string, (both: Awaited<ReturnType<typeof bothGo>>) => Promise<unknown>][])(
    'is no credit: %s',
    async (_, inOrder) => {
      const both = await bothGo(5000, 5234)
      await inOrder(both)
      await Promise.all([both.fail(), both.lose()])
      expect(await both.credit()).toEqual([0, 0])
      const [payment] = (await details(both.paid.club, both.paid.feePlayerId)).payments
      expect([payment?.givenBackInCents, payment?.takenByBankInCents]).toEqual([5000, 5000])
      expect(await balancesOf(both.paid.club)).toMatchObject({ 'income:reductions': 5000, 'expenses:disputes': 234 })
      expect((await again(both.paid, 'CASH')).status).toBe(200)
      expect((await balancesOf(both.paid.club))['assets:cash']).toBeUndefined()
    },
  )

  it('is the family’s as far as their bank has not taken it', async () => {
    for (const isFirst of [true, false]) {
      const { fail, lose, credit, paid } = await bothGo(2000, 4234)
      for (const step of isFirst ? [fail, lose] : [lose, fail]) await step()
      // Of $52.34 their bank has taken $42.34: $32.34 that was kept, and $10 of what was to go back.
      expect(await credit()).toEqual([1000, 1000])
      expect((await balancesOf(paid.club))['assets:disputed']).toBeUndefined()
    }
  })
})

describe('what a club gives back at its provider', () => {
  it('is asked of nobody again, and booked once', async () => {
    const paid = await paidSlowly()
    const intents = await stripeApi<{ data: { latest_charge: string }[] }>(
      'GET',
      'payment_intents',
      {},
      paid.stripeAccount,
    )
    await stripeApi('POST', 'refunds', { charge: intents.data[0]?.latest_charge ?? '' }, paid.stripeAccount)
    await hearAll(paid)
    const [refund] = await atStripe(paid)
    await end(paid, refund?.id ?? '', true)
    await hearAll(paid)
    const fee = await details(paid.club, paid.feePlayerId)
    expect([fee.paidInCents, fee.waivedInCents, fee.outstandingInCents]).toEqual([0, 5000, 0])
    expect(await statesOf(paid)).toEqual(['done'])
    // $52.34 have gone back, of which $2.34 were paid for the processing.
    expect(await balancesOf(paid.club)).toEqual({
      'assets:clearing:stripe': -234,
      'expenses:processor': 182,
      'expenses:platform': 52,
      'income:fees': -5000,
      'income:reductions': 5000,
    })
  })
})

it('what came for a fee that was cancelled meanwhile is shown with it, and given by hand where the provider will not', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  const { paymentAccountId, stripeAccount } = await takesCards(club)
  const payId = await familyLink(club)
  const { body } = await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId], total: 5234 })
  const as = club.user('admin')
  const taken = call('DELETE /rest-api/fee/delete/{feePlayerId}', { as, feePlayerId })
  expect((await taken).refusal.code).toBe('being_paid')
  await call('POST /rest-api/fee/cancel/{feePlayerId}', { as, feePlayerId, body: { paid: 'credit' } })
  const paymentId = paymentAt(await payOnPage(body.url, cards.slowRefund))
  await back(payId, paymentId)
  const paid = { club, feePlayerId, paymentId, stripeAccount }
  const shown = async () => {
    const [payment] = (await details(club, feePlayerId)).payments
    return [payment?.amountInCents, payment?.givenBackInCents, payment?.onItsWayInCents, payment?.refusedInCents]
  }
  expect(await shown()).toEqual([5234, 5234, 5234, 0])
  await giveBack(paymentId)
  const [refund] = await atStripe(paid)
  await end(paid, refund?.id ?? '', false)
  await hearAll(paid)
  expect(await shown()).toEqual([5234, 5234, 0, 5234])
  await again(paid, 'CASH')
  expect([await shown(), (await balancesOf(club))['liabilities:credit'] ?? 0]).toEqual([[5234, 5234, 0, 0], 0])
})
