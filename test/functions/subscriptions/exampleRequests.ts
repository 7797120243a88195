import { subscriptions } from '#functions/table/subscriptions.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of subscriptions, for the tests that go through all routes. */

const params = {
  priceId: 'price_monthly',
  productId: 'prod_monthly',
  code: 'KICKOFF20',
  paymentMethodId: 'pm_123456789',
}

const aSubscription = (_as: string, { organizationId, user }: Club) => {
  const subscriptionFields = {
    plan: 'monthly',
    priceId: 'price_monthly',
    teams: 1000,
    status: 'active',
    attempt: 1,
  } as const
  const set = { organizationId, ...subscriptionFields, startedBy: user('admin') }
  return update(stamp, subscriptions.upsert({ organizationId }, { set }))
}

/** A card that the club's administrator has entered on the provider's page; a dummy if they may not at this point. */
async function aTypedCard({ organizationId: orgId, user }: Club) {
  const body = { returnPath: `/${orgId}/billing` }
  const page = await call('POST /rest-api/organization/billing/{orgId}/card', { as: user('admin'), orgId, body })
  if (page.status !== 200) return { sessionId: 'cs_none' }
  const cardResponse = await fetch(page.body.url, {
    method: 'POST',
    body: new URLSearchParams({ card: '4242424242424242' }),
    redirect: 'manual',
  })
  const returnUrl = new URL(cardResponse.headers.get('location') ?? '', 'http://touchline.test')
  return { sessionId: returnUrl.searchParams.get('card') ?? '' }
}

const reason = 'They have asked for it by telephone.'
/** A new code each time. */
const aPromotion = () => {
  const code = newPart('c').toUpperCase()
  return { code, percentOff: 10, duration: 'once' as const, reason }
}

const bodies: Record<string, object | ((club: Club) => Promise<object>)> = {
  'POST /rest-api/payments/create/org/subscription': async () => ({
    orgId: newPart('o'),
    orgName: 'Riverside FC',
    sport: 'Soccer',
    priceId: 'price_monthly',
  }),
  'POST /rest-api/organization/add/team': async ({ organizationId }) => ({
    organizationId,
    teamId: `${organizationId}.${newPart('t')}`,
    name: 'Herons',
  }),
  'POST /rest-api/payments/teams/{orgId}': { teams: 500 },
  'POST /rest-api/organization/billing/{orgId}/card': async ({ organizationId }) => ({
    returnPath: `/${organizationId}/billing`,
  }),
  'POST /rest-api/organization/billing/{orgId}/card/use': aTypedCard,
  'POST /rest-api/organization/billing/{orgId}/end': { ends: true },
  'PUT /rest-api/staff/subscription/{orgId}/trial': { trialEnd: '2027-01-01', reason },
  'POST /rest-api/staff/promotions': async () => aPromotion(),
  'POST /rest-api/staff/promotions/end': async () => {
    const request = { as: 'stella', groups: ['ROLE_ADMIN'], body: aPromotion() }
    const { body } = await call('POST /rest-api/staff/promotions', request)
    return { promotionId: body.id, reason }
  },
}
const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'POST /rest-api/organization/billing/{orgId}/end': aSubscription,
  'POST /rest-api/payments/teams/{orgId}': aSubscription,
  'PUT /rest-api/staff/subscription/{orgId}/trial': async (as, club) => {
    await aSubscription(as, club)
    const set = { organizationId: club.organizationId, status: 'trialing', trialEnd: '2026-12-15' } as const
    await update(stamp, subscriptions.change(club, { set }))
  },
}
const queries: Record<string, Record<string, string>> = {
  'GET /rest-api/payments/purchase/team/license/{teamId}': {},
  'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}': {},
}

export const exampleRequests: Requests = { params: () => params, queries, bodies, prepared }
