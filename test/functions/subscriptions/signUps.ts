import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { stripeKeys } from '#scripts/local/services/external.ts'
import { type StripeStandIn, stripeStandIn } from '#scripts/local/services/stripe/standIn.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { contractChecker } from '../contractChecker.ts'
import * as stripeContract from '../stripeContract.ts'

/** Start time of these tests. */
export const start = '2026-11-22T12:00:00.000Z'

/**
 * The Stripe stand-in with a settable clock. `fails`: it closes connections without a response; `refuses`: it rejects changes.
 */
export function aStripe() {
  const state = { now: Date.parse(start), fails: false, refuses: false, calls: 0 }
  let standIn: StripeStandIn | undefined
  const contractWatch = contractChecker(stripeContract)
  const previousAddress = process.env.STRIPE_ADDRESS
  const server = createServer((request, response) => {
    state.calls++
    if (state.fails) return void response.destroy()
    if (state.refuses && request.method === 'POST')
      return void response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'It has ended.' } }))
    standIn
      ?.handle(request, response, new URL(request.url ?? '/', 'http://127.0.0.1').pathname)
      .catch(() => response.destroy())
  })
  beforeAll(async () => {
    standIn = stripeStandIn({ key: stripeKeys.key, now: () => state.now, endpoints: () => [], watch: contractWatch })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    process.env.STRIPE_ADDRESS = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    if (previousAddress) process.env.STRIPE_ADDRESS = previousAddress
    server.close()
    server.closeAllConnections()
    expect([...contractWatch.faults]).toEqual([])
  })
  return {
    state,
    at: (instant: string) => {
      state.now = Date.parse(instant)
    },
    books: () => {
      if (!standIn) throw new Error('The stand-in for Stripe is not running.')
      return standIn.books
    },
  }
}

export async function aPerson(): Promise<string> {
  const userId = newPart('person-')
  const email = `${userId}@club.example`
  const profile = { userId, email, firstName: 'Olga', lastName: 'Owner' }
  await write(stamp, profiles.create(profile), emailUsers.create({ userId, email }))
  return userId
}

type SignUpOptions = {
  teams?: number
  plan?: 'annual' | 'monthly'
  couponCode?: string
  orgId?: string
  now?: string
  paymentMethodId?: string
}

export async function signUp(
  as: string,
  { plan = 'monthly', orgId = newPart('o'), now = start, ...form }: SignUpOptions = {},
) {
  const answer = await call('POST /rest-api/payments/create/org/subscription', {
    as,
    now,
    body: { orgId, orgName: 'Riverside FC', sport: 'Soccer', priceId: `price_${plan}`, ...form },
  })
  return { orgId, organizationId: orgId, ...answer }
}

/** Enters a card on the provider’s page and makes it the one in use. */
export const typeCard = async (as: string, orgId: string, now: string, card?: string) =>
  useCard(as, orgId, now, await typeCardOnPage(as, orgId, now, card))

export const useCard = (
  as: string,
  orgId: string,
  now: string,
  sessionId: string,
  options: { forOrder?: boolean } = {},
) => call('POST /rest-api/organization/billing/{orgId}/card/use', { as, now, orgId, body: { sessionId, ...options } })

/** The session of the page on which a card was entered. */
export async function typeCardOnPage(as: string, orgId: string, now: string, card = '4242424242424242') {
  const { body } = await call('POST /rest-api/organization/billing/{orgId}/card', {
    as,
    now,
    orgId,
    body: { returnPath: `/${orgId}/billing` },
  })
  const page = await fetch(body.url, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' })
  const returnUrl = new URL(page.headers.get('location') ?? '', 'http://touchline.test')
  return returnUrl.searchParams.get('card') ?? ''
}
