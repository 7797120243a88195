import { expect, it } from 'vitest'
import { handler as pending } from '#functions/subscriptions/pendingHandler.ts'
import { licences } from '#functions/table/licences.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { call } from '../call.ts'
import { newPart } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aPerson, aStripe, signUp, start } from './signUps.ts'

/** Clubs with a price that was since replaced. */

const stripe = aStripe()
type Price = { id: string; lookup_key: string | null; unit_amount: number; unit_amount_decimal: string }
const rowOf = (organizationId: string) => subscriptions.get({ organizationId }, { consistent: true })

it('cancelling, resuming, buying licenses and starting use the price of the order', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId, body: opened } = await signUp(as, { teams: 1 })
  const next = async (now: string) =>
    (await call('GET /rest-api/payments/upcoming/invoices/{orgId}', { as, orgId, now })).body.invoice
  const before = await next(start)
  const [teamId, other] = [`${orgId}.${newPart('t')}`, `${orgId}.${newPart('t')}`]
  const opens = (id: string) =>
    call('POST /rest-api/organization/add/team', { as, body: { organizationId: orgId, teamId: id, name: 'U10' } })
  await opens(teamId)
  await call('POST /o/{orgUnitId}/archive', { as, orgUnitId: teamId })
  await opens(other)
  // Ordered, but not yet created at the provider.
  stripe.state.fails = true
  const { orgId: late, status: cutShort } = await signUp(as)
  stripe.state.fails = false
  expect(cutShort).toBe(503)

  const books = stripe.books()
  const old = books.get<Price>('platform', 'price_monthly', 'price')
  const dearer = { unit_amount: 799, unit_amount_decimal: '799' }
  books.make<Price>('platform', 'price', 'price', { ...old, id: 'price_dearer', ...dearer })
  old.lookup_key = null
  // Past the ten minutes for which prices are cached.
  const now = '2026-11-22T12:20:00.000Z'
  stripe.at(now)

  const ends = async (ends: boolean) =>
    (await call('POST /rest-api/organization/billing/{orgId}/end', { as, orgId, now, body: { ends } })).body
  const theirs = () =>
    books.get<{ cancel_at_period_end: boolean }>('platform', opened.subscriptionId ?? '', 'subscription')
  expect(await ends(true)).toEqual({ endsAt: '2026-12-22T12:00:00.000Z' })
  expect([theirs().cancel_at_period_end, (await rowOf(orgId))?.pending]).toEqual([true, undefined])
  expect(await ends(false)).toEqual({ endsAt: null })
  expect([theirs().cancel_at_period_end, await next(now)]).toEqual([false, before])

  const INFO = 'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}'
  const { body: info } = await call(INFO, { as, orgId, now, query: {} })
  expect([info.canBuy, info.monthlyInCents]).toEqual([true, 699])
  const PURCHASE = 'GET /rest-api/payments/purchase/team/license/{teamId}'
  expect((await call(PURCHASE, { as, teamId, now, query: {} })).status).toBe(200)
  expect(await licences.get({ organizationId: orgId }, { consistent: true })).toMatchObject({ given: 2 })

  await deliverTo(pending, subscriptions.key({ organizationId: late }), now)
  expect(await rowOf(late)).toMatchObject({ status: 'trialing', priceId: 'price_monthly' })
  // It is no longer for sale.
  expect((await signUp(as, { now })).refusal.faults?.[0]?.at).toBe('priceId')
})
