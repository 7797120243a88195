import { describe, expect, it } from 'vitest'
import { addShare } from '#functions/providers/billingItems.ts'
import { settle } from '#functions/subscriptions/settle.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { call } from '../call.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { aPerson, aStripe, signUp, start, typeCard, typeCardOnPage, useCard } from './signUps.ts'

const stripe = aStripe()
type Club = { organizationId: string }
const rowOf = (club: Club) => subscriptions.get(club, { consistent: true })
const billing = async (as: string, orgId: string, now: string) =>
  (await call('GET /rest-api/organization/billing/{orgId}', { as, orgId, now })).body
const until = async (instant: string, club: Club) => {
  stripe.at(instant)
  await settle(club, instant)
}

describe('a club whose free period has ended without a card', () => {
  it('pays once for the current period, even after a declined card', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId } = await signUp(as)
    const after = '2026-12-22T12:10:00Z'
    await until(after, { organizationId: orgId })
    expect((await typeCard(as, orgId, after, '4000000000000341')).refusal.code).toBe('payment_failed')
    expect((await typeCard(as, orgId, after)).status).toBe(200)
    const { invoices, state } = await billing(as, orgId, after)
    expect([state, invoices.map(({ total, status }) => [total, status])]).toEqual([
      'ACTIVE',
      [
        [699, 'paid'],
        [0, 'paid'],
      ],
    ])
  })

  it('pays only for the new subscription with a card entered during renewal', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId } = await signUp(as)
    const club = { organizationId: orgId }
    const after = '2026-12-22T12:10:00Z'
    await until(after, club)
    const renew = (teams: number) =>
      call('POST /rest-api/payments/create/org/subscription', {
        as,
        now: after,
        body: { orgId, orgName: 'Riverside FC', sport: 'Soccer', teams, priceId: 'price_annual' },
      })
    const card = (number: string) =>
      typeCardOnPage(as, orgId, after, number).then((page) => useCard(as, orgId, after, page, { forOrder: true }))
    expect((await card('4000000000000341')).status).toBe(200)
    expect((await renew(2)).refusal.code).toBe('payment_failed')
    // The current subscription does not take over the plan that was not paid for.
    await settle(club, after)
    expect(await rowOf(club)).toMatchObject({ plan: 'monthly', priceId: 'price_monthly', status: 'paused' })
    expect((await card('4242424242424242')).status).toBe(200)
    expect((await billing(as, orgId, after)).state).toBe('EXPIRED')
    expect((await renew(2)).status).toBe(200)
    const { invoices, state } = await billing(as, orgId, after)
    expect([state, invoices.filter(({ total }) => total > 0).map(({ total, status }) => [total, status])]).toEqual([
      'ACTIVE',
      [[11_976, 'paid']],
    ])
    expect(await rowOf(club)).toMatchObject({ plan: 'annual', teams: 2 })
  })
})

it('renewal voids unpaid bills of the old subscription, but bills its share of families’ payments once', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId } = await signUp(as, { teams: 2 })
  const club = { organizationId: orgId }
  await typeCard(as, orgId, start, '4000000000000341')
  const { customerId = '' } = (await rowOf(club)) ?? {}
  await addShare({ customerId, key: `${orgId}:2026-11`, cents: 345, month: '2026-11', isOld: false })
  const after = '2027-02-01T12:00:00Z'
  await until(after, club)
  await useCard(as, orgId, after, await typeCardOnPage(as, orgId, after), { forOrder: true })
  // The prices are cached.
  await call('GET /rest-api/payments/products/prices/object', { as: undefined, now: after })
  // Cut short after each of its writes (the first of each call is the caller's budget), it is continued.
  while ((await rowOf(club))?.status !== 'active')
    await killedAfter(2, () => signUp(as, { orgId, teams: 2, now: after }))
  const { invoices } = await billing(as, orgId, after)
  expect(invoices.filter(({ status }) => status === 'open')).toEqual([])
  expect(
    invoices
      .filter(({ status }) => status === 'void')
      .flatMap(({ lines }) => lines)
      .map(({ amount }) => amount),
  ).toContain(345)
  // The immediate payment covers the period; the share of families' payments is on the next bill.
  expect(invoices.find(({ status, total }) => status === 'paid' && total > 0)?.total).toBe(1398)
  const next = await call('GET /rest-api/payments/upcoming/invoices/{orgId}', { as, orgId, now: after })
  expect(next.body.invoice?.total).toBe(1398 + 345)
})

it('billing lists the share of families’ payments that the first bill of a renewal will include', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId } = await signUp(as, { teams: 2 })
  const club = { organizationId: orgId }
  expect((await billing(as, orgId, start)).waiting).toEqual([])
  // The free period ends without a card, and its days are pending, too: they belong to the ended subscription.
  const { customerId = '' } = (await rowOf(club)) ?? {}
  const after = '2027-02-01T12:00:00Z'
  await until(after, club)
  await addShare({ customerId, key: `${orgId}:2027-01`, cents: 345, month: '2027-01', isOld: false })
  await useCard(as, orgId, after, await typeCardOnPage(as, orgId, after), { forOrder: true })
  const { waiting } = await billing(as, orgId, after)
  expect(waiting).toEqual([{ description: expect.stringMatching(/^Share of .*, 2027-01$/), amount: 345 }])
  expect((await signUp(as, { orgId, teams: 2, now: after })).status).toBe(200)
  const { invoices, waiting: left } = await billing(as, orgId, after)
  expect([invoices.find(({ status, total }) => status === 'paid' && total > 0)?.total, left]).toEqual([1398 + 345, []])
})

it('an unpaid bill is listed however many bills follow, and is paid by a new card', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId } = await signUp(as)
  await typeCard(as, orgId, start)
  const after = '2026-12-22T12:10:00Z'
  await until(after, { organizationId: orgId })
  const { invoices } = await billing(as, orgId, after)
  const { id, ...bill } = stripe.books().get<object>('platform', invoices[0]?.id ?? '', 'invoice')
  for (let i = 0; i < 30; i++) stripe.books().make('platform', 'invoice', 'in', bill)
  Object.assign(stripe.books().get('platform', id, 'invoice'), { status: 'open', amount_remaining: 699 })
  const open = async () =>
    (await billing(as, orgId, after)).invoices.filter(({ status }) => status === 'open').map((each) => each.id)
  expect(await open()).toEqual([id])
  expect((await typeCard(as, orgId, after)).status).toBe(200)
  expect(await open()).toEqual([])
})

it('overdue bills can be paid with another card of the club, which becomes the default, but not another club’s', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId } = await signUp(as)
  for (const card of ['4000000000000341', '4242424242424242', '4000000000000341'])
    await typeCard(as, orgId, start, card)
  const after = '2026-12-22T12:10:00Z'
  await until(after, { organizationId: orgId })
  const read = async () => {
    const { paymentMethods, invoices } = await billing(as, orgId, after)
    return {
      usual: paymentMethods.find(({ isDefault }) => isDefault)?.card.last4,
      unpaid: invoices.filter(({ status }) => status === 'open').map(({ total }) => total),
    }
  }
  // 10 of 31 days of 6.99.
  expect(await read()).toEqual({ usual: '0341', unpaid: [225] })
  const payWith = (paymentMethodId: string) =>
    call('POST /rest-api/organization/billing/{orgId}/card/use', { as, now: after, orgId, body: { paymentMethodId } })
  const stranger = await aPerson()
  const { orgId: other } = await signUp(stranger)
  await typeCard(stranger, other, start)
  const theirs = (await billing(stranger, other, after)).paymentMethods[0]?.id ?? ''
  expect((await payWith(theirs)).refusal.code).toBe('card_refused')
  expect((await payWith('pm_of_nobody')).refusal.code).toBe('card_refused')
  expect(await read()).toEqual({ usual: '0341', unpaid: [225] })
  // Another declined card changes nothing.
  const cards = (await billing(as, orgId, after)).paymentMethods
  const declined = cards.find(({ card, isDefault }) => card.last4 === '0341' && !isDefault)?.id ?? ''
  expect((await payWith(declined)).refusal.code).toBe('payment_failed')
  expect((await billing(as, orgId, after)).paymentMethods).toEqual(cards)
  expect(await read()).toEqual({ usual: '0341', unpaid: [225] })
  const own = (await billing(as, orgId, after)).paymentMethods.find(({ card }) => card.last4 === '4242')?.id ?? ''
  expect((await Promise.all([payWith(own), payWith(own)])).map(({ status }) => status)).toEqual([200, 200])
  expect(await read()).toEqual({ usual: '4242', unpaid: [] })
})
