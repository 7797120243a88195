import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, vi } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/money/mailWriters.ts'
import { handler as run } from '#functions/money/autopayHandler.ts'
import { chargeSavedCard } from '#functions/money/pay/autopay.ts'
import { feePayments, fees } from '#functions/table/fees.ts'
import { runMetered } from '#functions/table/meter.ts'
import { profiles } from '#functions/table/profiles.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update, write } from '#functions/table/table.ts'
import { instalmentFeeOf, playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { aClubWithFee, balancesOf, charge, feeDetails, recordPayment } from './charging.ts'
import {
  acceptCards,
  cards,
  deliverStripeEvent,
  eventsOf,
  familyLink,
  paymentAt,
  paymentNow,
  payOnPage,
  postWebhook,
  returnFromPage,
  start,
  stripeApi,
} from './online.ts'

process.env.SITE_URL = 'https://app.club.example'

/** 8 am in Chicago. */
const at = (day: string, time = '14:00:00') => ({ actor: 'money-autopay', at: `${day}T${time}Z` })
const total = 5234

/** The parent has paid the first installment of a plan on the page and saved the card; the second is due on 1 December. */
async function withSavedCard(card: string = cards.good) {
  const { club } = await aClubWithFee({ amount: 100, dueOn: '2027-06-01' })
  const { paymentAccountId, stripeAccount } = await acceptCards(club)
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  const part = (dueOn: string) => ({ amountInCents: 5000, dueOn })
  await charge(club, { feeId, amount: 10_000, instalments: [part('2026-11-21'), part('2026-12-01')] })
  const [first = '', second = ''] = [0, 1].map((i) => playerFeeOf(instalmentFeeOf(feeId, i), club.mia.playerId))
  const id = { organizationId: club.organizationId, userId: club.user('parent') }
  const keep = async (feePlayerId: string, number: string) => {
    const payId = await familyLink(club)
    const { body } = await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId], total, save: true })
    const returned = await payOnPage(body.url, number)
    const done = number === cards.asks && returned ? await confirmed(returned) : returned
    await returnFromPage(payId, paymentAt(done))
  }
  await keep(first, card)
  return { club, stripeAccount, first, second, id, keep }
}

/** The bank asks the payer to confirm, and the payer does. */
async function confirmed(bank: URL): Promise<URL> {
  const yes = new URLSearchParams({ answer: 'yes' })
  const answered = await fetch(bank, { method: 'POST', body: yes, redirect: 'manual' })
  const on = await fetch(answered.headers.get('location') ?? '', { redirect: 'manual' })
  return new URL(on.headers.get('location') ?? '', 'http://touchline.test')
}

const paidOf = async (playerFeeId: string) => (await fees.get({ playerFeeId }, { consistent: true }))?.paid
const chargesAt = async (account: string) =>
  (await stripeApi<{ data: { status: string }[] }>('GET', 'payment_intents', { limit: '100' }, account)).data.map(
    ({ status }) => status,
  )
const mine = async (club: Club) =>
  (await call('GET /rest-api/fee/cards', { as: club.user('parent') })).body.cards.map(({ state, nextTryOn }) => [
    state,
    nextTryOn,
  ])

describe('a saved card', () => {
  it('is charged once for what is due, at 8 am of its day in the club’s time zone, even with concurrent runs', async () => {
    const { club, stripeAccount, first, second, id } = await withSavedCard()
    expect(await paidOf(first)).toBe(5000)
    expect(await chargeSavedCard(at('2026-11-30'), id)).toBe('nothing due')
    expect(await chargeSavedCard(at('2026-12-01', '13:59:59'), id)).toBe('nothing due')
    const outcomes = await Promise.all([1, 2, 3].map(() => chargeSavedCard(at('2026-12-01'), id)))
    expect(outcomes).toContain('paid')
    expect(await paidOf(second)).toBe(5000)
    expect(await chargesAt(stripeAccount)).toEqual(['succeeded', 'succeeded'])
    expect(await balancesOf(club)).toMatchObject({ 'assets:receivable': 100, 'assets:clearing:stripe': 10_000 })
    expect(await mine(club)).toEqual([['on', null]])
  })

  it('is charged by the hourly run with everything that is due', async () => {
    const { club, stripeAccount, id } = await withSavedCard()
    const feeId = `${club.falcons.teamId}.${newPart('d')}`
    await charge(club, { feeId, dueOn: '2026-11-20' })
    // Cards of other tests are due later.
    await update(stamp, savedCards.change(id, { set: { lookAt: '2026-11-01T00:00:00Z' } }))
    await run({ time: '2026-11-21T15:00:00Z' })
    expect(await paidOf(playerFeeOf(feeId, club.mia.playerId))).toBe(5000)
    expect(await chargesAt(stripeAccount)).toEqual(['succeeded', 'succeeded'])
  })

  it('is not charged in the night in which a fee falls due, even if the run looks at it then', async () => {
    const { second, id } = await withSavedCard()
    await update(stamp, savedCards.change(id, { set: { lookAt: '2026-12-01T07:00:00Z' } }))
    expect(await chargeSavedCard(at('2026-12-01', '07:30:00'), id)).toBe('nothing due')
    expect(await paidOf(second)).toBe(0)
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('paid')
  })

  it.each([
    ['2027-03-14', '13:00:00'],
    ['2027-11-07', '14:00:00'],
  ])('is charged at 8 am local time on a day when the clocks change, too: %s', async (day, time) => {
    const { id } = await withSavedCard()
    await update(stamp, savedCards.change(id, { set: { lookAt: `${day}T08:00:00Z` } }))
    expect(await chargeSavedCard(at(day, '12:30:00'), id)).toBe('nothing due')
    expect((await savedCards.get(id, { consistent: true }))?.lookAt).toBe(`${day}T${time}Z`)
    expect(await chargeSavedCard(at(day, time), id)).toBe('paid')
  })

  it('is no longer charged once its holder disputes a payment', async () => {
    const { club, stripeAccount, second, id } = await withSavedCard(cards.disputed)
    expect(await mine(club)).toEqual([['on', null]])
    for (const event of [...(await eventsOf(stripeAccount)), ...(await eventsOf(stripeAccount))]) {
      await postWebhook(event)
      await deliverStripeEvent(stripeAccount, event.id)
    }
    expect(await mine(club)).toEqual([['stopped', null]])
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('nothing due')
    expect(await paidOf(second)).toBe(0)
  })

  it('is not charged while staff have disabled the owner’s account, and is charged again once it is enabled', async () => {
    const { stripeAccount, second, id } = await withSavedCard()
    const profile = { userId: id.userId, email: 'p@example.org', firstName: 'Paula', lastName: 'Moreno' }
    await write(stamp, profiles.create(profile))
    const shutOut = (disabled: boolean) => write(stamp, sessions.upsert({ userId: id.userId }, { set: { disabled } }))
    await shutOut(true)
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('nothing due')
    expect([await paidOf(second), await chargesAt(stripeAccount)]).toEqual([0, ['succeeded']])
    await shutOut(false)
    expect(await chargeSavedCard(at('2026-12-02'), id)).toBe('paid')
    expect(await paidOf(second)).toBe(5000)
  })

  it('is not charged for a fee paid another way', async () => {
    const { club, stripeAccount, second, id } = await withSavedCard()
    await recordPayment(club, second, 5000)
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('nothing due')
    expect(await chargesAt(stripeAccount)).toEqual(['succeeded'])
  })

  it('is not charged for a fee the club refunded and left owed', async () => {
    const { club, stripeAccount, first, id } = await withSavedCard()
    const { paymentId = '' } = (await feeDetails(club, first)).payments[0] ?? {}
    const body = { refundId: 'refund-1', paymentId, amountInCents: 5000, as: 'owed', withFee: false } as const
    await call('POST /rest-api/fee/refund/{feePlayerId}', { as: club.user('admin'), feePlayerId: first, body })
    expect((await feeDetails(club, first)).outstandingInCents).toBe(5000)
    expect(await chargeSavedCard(at('2026-11-22'), id)).toBe('nothing due')
    expect(await chargesAt(stripeAccount)).toEqual(['succeeded'])
  })

  it('is retried after 3, 8 and 15 days when declined, then stopped until the family saves another card', async () => {
    const { club, stripeAccount, second, id, keep } = await withSavedCard('4000000000000341')
    for (const [day, nextTryOn] of [
      ['2026-12-01', '2026-12-04'],
      ['2026-12-04', '2026-12-09'],
      ['2026-12-09', '2026-12-16'],
    ] as const) {
      expect(await chargeSavedCard(at(day), id)).toBe('closed')
      expect(await chargeSavedCard(at(day, '20:00:00'), id)).toBe('nothing due')
      expect(await mine(club)).toEqual([['refused', nextTryOn]])
    }
    expect(await chargeSavedCard(at('2026-12-16'), id)).toBe('closed')
    expect(await mine(club)).toEqual([['stopped', null]])
    expect(await chargeSavedCard(at('2027-01-16'), id)).toBe('nothing due')
    expect((await chargesAt(stripeAccount)).length).toBe(5)
    await keep(second, cards.good)
    expect(await paidOf(second)).toBe(5000)
    expect(await mine(club)).toEqual([['on', null]])
  })

  it('is not charged when the bank asks for authentication; the family gets an email with a payment link', async () => {
    const { club, second, id } = await withSavedCard(cards.asks)
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('closed')
    expect(await paidOf(second)).toBe(0)
    expect(await mine(club)).toEqual([['refused', '2026-12-04']])
    const { organizationId, userId } = id
    const attempts = await stripeApi<{ data: { metadata: { payment: string } }[] }>(
      'GET',
      'payment_intents',
      {},
      (await cardAccount(club)) ?? '',
    )
    const about = { paymentId: attempts.data[0]?.metadata.payment ?? '', payId: 'p'.repeat(32) }
    const told = () =>
      writers.autopay(about, {
        to: { userId, email: 'p@example.org' },
        now: at('2026-12-01').at,
        say: sayIn('en'),
      })
    const message = await told()
    expect(about.paymentId.startsWith(organizationId)).toBe(true)
    expect(message?.subject).toBe('Your bank asks you to confirm $52.34 to Springfield FC')
    expect(message?.paragraphs.at(-1)).toBe('We will try again on December 4, 2026.')
    expect(message?.link?.address).toMatch(/\/pay\/p{32}$/)
    expect(JSON.stringify(message)).not.toContain('Mia')
    await update(stamp, savedCards.change(id, { set: { label: 'us_bank_account' } }))
    expect((await told())?.paragraphs[0]).toContain('could not be charged to your bank account: ')
  })

  it('is no longer charged once the parent removes it, and is detached at the provider', async () => {
    const { club, stripeAccount, second, id } = await withSavedCard()
    const { method } = (await savedCards.get(id)) ?? { method: '' }
    const off = { as: club.user('parent'), orgId: club.organizationId }
    for (let times = 0; times < 2; times++)
      expect((await call('DELETE /rest-api/fee/cards/{orgId}', off)).status).toBe(200)
    expect(await mine(club)).toEqual([])
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('nothing due')
    expect(await paidOf(second)).toBe(0)
    const kept = await stripeApi<{ customer: string | null }>('GET', `payment_methods/${method}`, {}, stripeAccount)
    expect(kept.customer).toBeNull()
    expect(await savedCards.get(id, { consistent: true })).toMatchObject({ customer: '', method: '', label: '' })
  })

  it('cannot be saved by someone who has only a fee’s payment link', async () => {
    const { club, second } = await withSavedCard()
    const asAdmin = { as: club.user('admin'), feePlayerId: second }
    const { payId } = (await call('POST /rest-api/fee/pay-link/{feePlayerId}', asAdmin)).body
    const view = await call('GET /rest-api/pay/{payId}', { as: undefined, payId })
    expect(view.body.canSave).toBe(false)
  })
})

const cardAccount = async (club: Club) =>
  (
    await call('GET /rest-api/fee/payment-accounts/{orgId}/all', { as: club.user('admin'), orgId: club.organizationId })
  ).body.paymentAccounts.find(({ stripeAccountId }) => stripeAccountId !== null)?.stripeAccountId

it('charging a saved card takes one write before the charge and two after it, in at most 14 round trips', async () => {
  const { id, second } = await withSavedCard()
  const done: string[] = []
  const { send } = DynamoDBDocumentClient.prototype
  const { fetch } = globalThis
  const sending = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function sent(
    this: never,
    ...args: never[]
  ) {
    const [{ constructor }] = args as unknown as [object]
    if (/Write|Update|Put/.test(constructor.name)) done.push('write')
    return Reflect.apply(send, this, args) as Promise<never>
  } as never)
  globalThis.fetch = (...args) => {
    done.push('asked')
    return fetch(...args)
  }
  const trips = await runMetered(async (meter) => {
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('paid')
    return meter.trips
  }).finally(() => {
    sending.mockRestore()
    globalThis.fetch = fetch
  })
  expect(done).toEqual(['write', 'asked', 'write', 'write'])
  expect(trips).toBeLessThanOrEqual(14)
  const fee = await fees.get({ playerFeeId: second }, { consistent: true })
  const [payment] = (await feePayments.of({ playerFeeId: second })).map(({ paymentId }) => paymentId)
  expect([fee?.paid, (await paymentNow(payment ?? ''))?.reference?.slice(0, 3)]).toEqual([5000, 'pi_'])
})
