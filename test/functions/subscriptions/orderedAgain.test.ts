import { expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { settle } from '#functions/subscriptions/settle.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { call } from '../call.ts'
import { newPart } from '../club.ts'
import { aPerson, aStripe, signUp, start, typeCard, typeCardOnPage, useCard } from './signUps.ts'

/** An order is repeated: unchanged, corrected, or after it was rejected. */

const stripe = aStripe()
const rowOf = (organizationId: string) => subscriptions.get({ organizationId }, { consistent: true })
const billing = async (as: string, orgId: string, now: string) =>
  (await call('GET /rest-api/organization/billing/{orgId}', { as, orgId, now })).body
const CREATE = 'POST /rest-api/payments/create/org/subscription'

it('an order repeated with another promo code, name or sport is rejected', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId } = await signUp(as)
  const orders = (more: object) =>
    call(CREATE, {
      as,
      now: start,
      body: { orgId, orgName: 'Riverside FC', sport: 'Soccer', priceId: 'price_monthly', ...more },
    })
  expect((await orders({})).status).toBe(200)
  expect((await orders({ couponCode: 'KICKOFF20' })).refusal.code).toBe('not_expired')
  expect((await orders({ orgName: 'Riverside United' })).refusal.code).toBe('saved_before')
  expect((await orders({ sport: 'Rugby' })).refusal.code).toBe('saved_before')
  const club = await organizations.get({ organizationId: orgId }, { consistent: true })
  expect([club?.name, (await rowOf(orgId))?.promotionId]).toEqual(['Riverside FC', undefined])
  // Sent concurrently with two names, only the one that was stored succeeds.
  const other = newPart('o')
  const both = await Promise.all(['Hawks', 'Herons'].map((orgName) => orders({ orgId: other, orgName })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
})

it('an order repeated after a lost response succeeds with its promo code, even if that is used up', async () => {
  stripe.at(start)
  const as = await aPerson()
  const code = newPart('c').toUpperCase()
  const made = { code, percentOff: 10, duration: 'once' as const, reason: 'They have asked for it by telephone.' }
  await call('POST /rest-api/staff/promotions', { as: 'stella', groups: ['ROLE_ADMIN'], now: start, body: made })
  const { orgId, status } = await signUp(as, { couponCode: code })
  expect(status).toBe(200)
  const theirs = stripe.books().all<{ code: string; active: boolean }>('platform', 'promotion_code')
  Object.assign(theirs.find((each) => each.code === code) ?? {}, { active: false })
  expect((await signUp(as, { orgId, couponCode: code })).status).toBe(200)
  expect((await signUp(as, { orgId })).refusal.code).toBe('not_expired')
  expect((await signUp(as, { couponCode: code })).refusal.code).toBe('promotion_over')
})

it('a rejected order leaves no promo code behind', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId, refusal } = await signUp(as, { couponCode: 'KICKOFF20', paymentMethodId: 'pm_of_nobody' })
  expect([refusal.code, (await rowOf(orgId))?.promotionId]).toEqual(['promotion_over', undefined])
  expect((await signUp(as, { orgId })).status).toBe(200)
  expect(await rowOf(orgId)).not.toHaveProperty('promotionId')
})

it('renewing with another card makes it the default, and it cannot be removed', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId, organizationId } = await signUp(as)
  await typeCard(as, orgId, start, '4000000000000341')
  const now = '2027-02-01T12:00:00Z'
  stripe.at(now)
  await settle({ organizationId }, now)
  const card = await fetch(`${process.env.STRIPE_ADDRESS}/v1/payment_methods/pm_card_visa/attach`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_local' },
    body: new URLSearchParams({ customer: (await rowOf(orgId))?.customerId ?? '' }),
  })
  const { id: paymentMethodId } = (await card.json()) as { id: string }
  expect((await signUp(as, { orgId, now, paymentMethodId })).status).toBe(200)
  const pays = (await billing(as, orgId, now)).paymentMethods.filter(({ isDefault }) => isDefault)
  expect(pays.map(({ id }) => id)).toEqual([paymentMethodId])
  const REMOVE = 'DELETE /rest-api/organization/billing/{orgId}/card/{paymentMethodId}'
  expect((await call(REMOVE, { as, orgId, now, paymentMethodId })).refusal.code).toBe('card_in_use')
})

it('after a rejected order, a card entered later pays the next one', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId, refusal } = await signUp(as, { paymentMethodId: 'pm_of_nobody' })
  expect([refusal.code, (await rowOf(orgId))?.customerId]).toEqual(['payment_failed', undefined])
  const later = '2026-12-24T12:00:00.000Z'
  stripe.at(later)
  const page = await typeCardOnPage(as, orgId, later)
  // The provider forgets its idempotency keys.
  for (const key of Object.keys(stripe.books().answered)) delete stripe.books().answered[key]
  expect((await useCard(as, orgId, later, page, { forOrder: true })).status).toBe(200)
  const [card] = (await billing(as, orgId, later)).paymentMethods
  expect(card?.isDefault).toBe(true)
  expect((await signUp(as, { orgId, now: later, paymentMethodId: card?.id ?? '' })).status).toBe(200)
  expect(await rowOf(orgId)).toMatchObject({ status: 'active' })
})
