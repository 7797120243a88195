import { expect, it } from 'vitest'
import { createSubscription } from '#functions/subscriptions/signup.ts'
import { meOf } from '#functions/table/me.ts'
import { runMetered } from '#functions/table/meter.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { aPerson, aStripe, start } from './signUps.ts'

const stripe = aStripe()

it('prices are requested from the provider once and cached for the next minutes', async () => {
  stripe.at(start)
  const as = await aPerson()
  const asked = { as, now: start }
  const { body } = await call('GET /rest-api/payments/products/prices/object', asked)
  const before = stripe.state.calls
  const { priceId, productId } = body.monthly
  const again = await Promise.all([
    call('GET /rest-api/payments/products/prices/object', { ...asked, now: '2026-11-22T12:09:00.000Z' }),
    call('GET /rest-api/payments/connect/storage/prices', asked),
    call('GET /rest-api/payments/price/{priceId}', { ...asked, priceId }),
    call('GET /rest-api/payments/product/{productId}', { ...asked, productId }),
  ])
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(again[0].body).toEqual(body)
  expect(stripe.state.calls).toBe(before)
})

it('a signup takes three round trips, and its customer at the provider has the club’s name and address', async () => {
  stripe.at(start)
  const userId = await aPerson()
  const orgId = newPart('o')
  const body = { orgId, orgName: 'Riverside FC', sport: 'Soccer', priceId: 'price_monthly', teams: 2 }
  const me = meOf({ userId })
  await me
  const signup = { userId, me, now: start, stamp: { ...stamp, actor: userId }, permitted: undefined, params: {}, body }
  const trips = await runMetered(async (meter) => {
    await createSubscription(signup as never)
    return meter.trips
  })
  expect(trips).toBe(3)
  const row = await subscriptions.get({ organizationId: orgId }, { consistent: true })
  expect(row).toMatchObject({ status: 'trialing', teams: 2 })
  const customer = stripe.books().get<{ name: string; email: string }>('platform', row?.customerId ?? '', 'customer')
  expect(customer).toMatchObject({ name: 'Riverside FC', email: `${userId}@club.example` })
})
