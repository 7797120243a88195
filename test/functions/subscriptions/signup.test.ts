import { describe, expect, it } from 'vitest'
import { handler as pending } from '#functions/subscriptions/pendingHandler.ts'
import { settle } from '#functions/subscriptions/settle.ts'
import { licences } from '#functions/table/licences.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { organizations } from '#functions/table/organizations.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aPerson, aStripe, signUp, start, typeCard, typeCardOnPage, useCard } from './signUps.ts'

const stripe = aStripe()
const consistent = { consistent: true }
type Club = { organizationId: string }
const rowOf = (club: Club) => subscriptions.get(club, consistent)
const providersOf = ({ organizationId }: Club) =>
  stripe
    .books()
    .all<{ metadata: Record<string, string>; status: string }>('platform', 'subscription')
    .filter(({ metadata }) => metadata['organization'] === organizationId)
const billing = async (as: string, orgId: string, now: string) =>
  (await call('GET /rest-api/organization/billing/{orgId}', { as, orgId, now })).body
const until = async (instant: string, club: Club) => {
  stripe.at(instant)
  await settle(club, instant)
}

describe('signing up', () => {
  it('opens a club with administrator, licenses and a free period of 30 days, without a card', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId, status, body } = await signUp(as, { teams: 3 })
    expect([status, body]).toEqual([
      200,
      { orgId, subscriptionId: expect.stringMatching(/^sub_/), trialEnd: '2026-12-22' },
    ])
    const mine = await call('GET /api/v1/playersAndTeams', { as })
    expect(mine.body.organizations).toMatchObject([{ id: orgId, name: 'Riverside FC', orgAdmin: true, teams: [] }])
    expect(await licences.get({ organizationId: orgId }, consistent)).toMatchObject({ given: 3, used: 0 })
    const shown = await billing(as, orgId, start)
    expect(shown).toMatchObject({
      state: 'ACTIVE',
      customer: { name: 'Riverside FC', email: `${as}@club.example` },
      organization: { limitedFunctionality: false, licenseSubscriptions: [body.subscriptionId] },
      subscriptions: [{ plan: 'monthly', items: [{ priceId: 'price_monthly', quantity: 3 }], trialEnd: '2026-12-22' }],
    })
  })

  it('creates event types in the founder’s language, which the club then owns', async () => {
    stripe.at(start)
    const [spaniard, american] = [await aPerson(), await aPerson()]
    await write(stamp, noticeChoices.create({ userId: spaniard, browser: 'es' }))
    const typesOf = async (as: string) => {
      const { orgId } = await signUp(as)
      return (await call('GET /rest-api/calendar/event-types/{orgId}', { as, orgId })).body
    }
    expect(await typesOf(spaniard)).toMatchObject({
      types: [
        { id: 'practice', name: 'Entrenamiento' },
        { id: 'game', name: 'Partido' },
        { id: 'tournament', name: 'Torneo' },
        { id: 'meeting', name: 'Reunión' },
        { id: 'other', name: 'Otro' },
      ],
      revision: 1,
    })
    expect((await typesOf(american)).types.map(({ name }) => name)).toEqual([
      'Practice',
      'Game',
      'Tournament',
      'Meeting',
      'Other',
    ])
  })

  it('allows only as many teams as licenses, and adding the same team again is idempotent', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId } = await signUp(as, { teams: 1 })
    const adds = (name: string, teamId = `${orgId}.${newPart('t')}`) =>
      call('POST /rest-api/organization/add/team', { as, body: { organizationId: orgId, teamId, name } })
    const teamId = `${orgId}.${newPart('t')}`
    expect((await adds('U10', teamId)).body).toEqual({ id: teamId, licensesRemaining: 0 })
    expect((await adds('U10', teamId)).status).toBe(200)
    // With another name, it differs from what is stored.
    expect((await adds('U11', teamId)).refusal.code).toBe('saved_before')
    expect((await adds('U12')).refusal.code).toBe('no_licence')
    const { body } = await call('GET /rest-api/organization/user/canAddTeam', { as })
    expect(body).toEqual({
      canAddTeam: false,
      organizations: [{ id: orgId, name: 'Riverside FC', licensesRemaining: 0 }],
    })
  })

  it('creates one club and one subscription, even by concurrent requests', async () => {
    stripe.at(start)
    const as = await aPerson()
    const orgId = newPart('o')
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(as, { orgId })))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(new Set(answers.map(({ body }) => body.subscriptionId)).size).toBe(1)
    expect(providersOf({ organizationId: orgId })).toHaveLength(1)
  })

  it('is rejected with 403 for a club opened by someone else', async () => {
    stripe.at(start)
    const { orgId } = await signUp(await aPerson())
    const { status } = await signUp(await aPerson(), { orgId })
    expect(status).toBe(403)
  })

  it('opens the club while the provider is down, and starts the subscription when it is back', async () => {
    stripe.at(start)
    const as = await aPerson()
    // The prices are cached.
    await call('GET /rest-api/payments/products/prices/object', { as: undefined, now: start })
    stripe.state.fails = true
    const { orgId, status } = await signUp(as)
    expect(status).toBe(503)
    const club = { organizationId: orgId }
    expect(await organizations.get(club, consistent)).toMatchObject({ name: 'Riverside FC' })
    expect(await rowOf(club)).toMatchObject({ status: 'starting', pending: 'start' })
    stripe.state.fails = false
    await deliverTo(pending, subscriptions.key(club), start)
    expect(await rowOf(club)).toMatchObject({ status: 'trialing', teams: 1 })
    expect((await rowOf(club))?.pending).toBeUndefined()
    expect((await signUp(as, { orgId })).status).toBe(200)
    expect(providersOf(club)).toHaveLength(1)
  }, 60_000)

  it('rejects an expired promo code and a price not for sale, naming the faulty field', async () => {
    stripe.at(start)
    const as = await aPerson()
    expect((await signUp(as, { couponCode: 'LASTYEAR' })).refusal.code).toBe('promotion_over')
    expect((await signUp(as, { couponCode: 'NONE' })).refusal.code).toBe('promotion_over')
    const { refusal } = await call('POST /rest-api/payments/create/org/subscription', {
      as,
      body: { orgId: newPart('o'), orgName: 'Riverside FC', sport: 'Soccer', priceId: 'price_connect' },
    })
    expect([refusal.code, refusal.faults?.[0]?.at]).toEqual(['bad_request', 'priceId'])
  })
})

it('a signup rejected by the provider leaves a limited club, which can sign up again', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId, refusal } = await signUp(as, { teams: 3, paymentMethodId: 'pm_of_nobody' })
  expect(refusal.code).toBe('payment_failed')
  const club = { organizationId: orgId }
  expect(await rowOf(club)).toMatchObject({ status: 'canceled' })
  expect((await rowOf(club))?.pending).toBeUndefined()
  expect((await organizations.get(club, consistent))?.limitedFunctionality).toBe(true)
  const again = await signUp(as, { orgId, teams: 3 })
  expect([again.status, again.body.trialEnd]).toEqual([200, '2026-12-22'])
  expect(await rowOf(club)).toMatchObject({ status: 'trialing', teams: 3 })
  expect((await organizations.get(club, consistent))?.limitedFunctionality).toBe(false)
})

it('an unknown card page is rejected as card_refused', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId } = await signUp(as)
  const { refusal } = await call('POST /rest-api/organization/billing/{orgId}/card/use', {
    as,
    orgId,
    now: start,
    body: { sessionId: 'cs_test_none' },
  })
  expect(refusal.message).toBe('Payment method could not be be processed. Please verify your card info.')
})

it('a card used concurrently pays overdue bills once, and every request succeeds', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId } = await signUp(as)
  const club = { organizationId: orgId }
  const after = '2026-12-25T00:00:00Z'
  stripe.at(after)
  await settle(club, after)
  expect(await rowOf(club)).toMatchObject({ status: 'paused' })
  const card = await typeCardOnPage(as, orgId, after)
  const used = await Promise.all([1, 2, 3].map(() => useCard(as, orgId, after, card)))
  expect(used.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await rowOf(club)).toMatchObject({ status: 'active' })
  const { body } = await call('GET /rest-api/organization/billing/{orgId}', { as, orgId, now: after })
  expect(body.invoices.filter(({ total }) => total > 0).map(({ paid }) => paid)).toEqual([true])
})

describe('the bills', () => {
  it('match the preview: the days until the first of the month, then whole months, less the discount', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId } = await signUp(as, { teams: 3, couponCode: 'KICKOFF20' })
    const club = { organizationId: orgId }
    const upcoming = await call('GET /rest-api/payments/upcoming/invoices/{orgId}', { as, orgId, now: start })
    // 10 of 31 days of 6.99 are 2.25 per team; 20 percent of 6.75 are 1.35.
    expect(upcoming.body.invoice).toEqual({
      on: '2026-12-22T12:00:00.000Z',
      lines: [{ description: 'Team licenses, 10 of 31 days', amount: 675 }],
      subtotal: 675,
      discount: 135,
      total: 540,
    })
    expect((await typeCard(as, orgId, start)).status).toBe(200)
    await until('2026-12-22T12:00:01Z', club)
    await until('2027-01-01T12:00:01Z', club)
    const { invoices, state } = await billing(as, orgId, '2027-01-02T00:00:00Z')
    expect(state).toBe('ACTIVE')
    expect(invoices.map(({ total, status, created }) => [created.slice(0, 10), total, status])).toEqual([
      ['2027-01-01', 1678, 'paid'],
      ['2026-12-22', 540, 'paid'],
      ['2026-11-22', 0, 'paid'],
    ])
    expect(await rowOf(club)).toMatchObject({ status: 'active', periodEnd: '2027-02-01T12:00:00.000Z' })
  })

  it('of an annual plan come once a year', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId } = await signUp(as, { teams: 2, plan: 'annual', couponCode: 'FIRST5' })
    const club = { organizationId: orgId }
    await typeCard(as, orgId, start)
    await until('2027-12-31T00:00:00Z', club)
    const { invoices } = await billing(as, orgId, '2027-12-31T00:00:00Z')
    // 1.61 each; the discount of five dollars covers the whole first bill.
    expect(invoices.map(({ total }) => total)).toEqual([11_976, 0, 0])
  })
})

describe('a club that does not pay', () => {
  it('is limited when its free period ends without a card, until a card is added', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId } = await signUp(as)
    const club = { organizationId: orgId }
    const after = '2026-12-22T12:10:00Z'
    await until(after, club)
    expect((await organizations.get(club, consistent))?.limitedFunctionality).toBe(true)
    const access = await call('GET /rest-api/organization/billing-access/{orgId}', { as, orgId, now: after })
    expect(access.body).toEqual({
      allowed: true,
      canRenew: true,
      state: 'EXPIRED',
      graceUntil: null,
      limitedFunctionality: true,
    })
    const adding = { organizationId: orgId, teamId: `${orgId}.${newPart('t')}`, name: 'U10' }
    expect((await call('POST /rest-api/organization/add/team', { as, now: after, body: adding })).refusal.code).toBe(
      'limited_functionality',
    )
    expect((await typeCard(as, orgId, after)).status).toBe(200)
    expect((await organizations.get(club, consistent))?.limitedFunctionality).toBe(false)
    expect((await call('POST /rest-api/organization/add/team', { as, now: after, body: adding })).status).toBe(200)
    const { invoices } = await billing(as, orgId, after)
    expect(invoices.map(({ total, status }) => [total, status])).toEqual([
      [699, 'paid'],
      [0, 'paid'],
    ])
  })

  it('has two weeks of grace after a failed charge, and another card pays the open bill', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId } = await signUp(as)
    const club = { organizationId: orgId }
    await typeCard(as, orgId, start, '4000000000000341')
    await until('2026-12-22T12:00:01Z', club)
    const shown = await billing(as, orgId, '2026-12-22T12:00:01Z')
    expect([shown.state, shown.graceUntil]).toEqual(['GRACE_PERIOD', '2027-01-05T12:00:01.000Z'])
    expect(shown.invoices[0]).toMatchObject({ status: 'open', total: 225 })
    expect((await organizations.get(club, consistent))?.limitedFunctionality).toBeUndefined()

    const declined = await typeCard(as, orgId, '2026-12-23T00:00:00Z', '4000000000000341')
    expect([declined.refusal.code, declined.refusal.message]).toEqual([
      'payment_failed',
      'There was an error processing your card, please provide a new payment method.',
    ])
    expect((await typeCard(as, orgId, '2026-12-23T00:00:00Z')).status).toBe(200)
    const paid = await billing(as, orgId, '2026-12-23T00:00:00Z')
    expect([paid.state, paid.graceUntil, paid.invoices[0]?.status]).toEqual(['ACTIVE', null, 'paid'])
  })

  it('is limited after the grace period, and restored by a new subscription that is paid at once', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId } = await signUp(as, { teams: 2 })
    const club = { organizationId: orgId }
    await typeCard(as, orgId, start, '4000000000000341')
    await until('2027-02-01T12:00:00Z', club)
    const now = '2027-02-01T12:00:00Z'
    expect(await rowOf(club)).toMatchObject({ status: 'unpaid' })
    expect((await organizations.get(club, consistent))?.limitedFunctionality).toBe(true)

    const declined = await signUp(as, { orgId, teams: 4, plan: 'annual', now })
    expect(declined.refusal.code).toBe('payment_failed')
    expect(await rowOf(club)).toMatchObject({ status: 'unpaid', teams: 2 })

    const { books } = stripe
    const customer = (await rowOf(club))?.customerId ?? ''
    const card = await fetch(`${process.env.STRIPE_ADDRESS}/v1/payment_methods/pm_card_visa/attach`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_local' },
      body: new URLSearchParams({ customer }),
    })
    const { id: paymentMethodId } = (await card.json()) as { id: string }
    const back = await signUp(as, { orgId, teams: 4, plan: 'annual', now, paymentMethodId })
    expect([back.status, back.body.trialEnd]).toEqual([200, null])
    expect(await rowOf(club)).toMatchObject({ status: 'active', teams: 4, plan: 'annual' })
    expect(await licences.get(club, consistent)).toMatchObject({ given: 4 })
    expect((await organizations.get(club, consistent))?.limitedFunctionality).toBe(false)
    const stand = providersOf(club).map(({ status }) => status)
    expect(stand.toSorted()).toEqual(['active', 'canceled'])
    const [last] = books().all<{ total: number; status: string }>('platform', 'invoice')
    expect([last?.total, last?.status]).toEqual([23_952, 'paid'])
    expect((await signUp(as, { orgId, teams: 5, plan: 'annual', now })).refusal.code).toBe('not_expired')
    // Unpaid bills of the old subscription are void, and later drafts are not listed.
    const bills = (await billing(as, orgId, now)).invoices.filter(({ total }) => total > 0)
    const became = new Set(bills.map(({ status, total }) => (status === 'paid' ? total : status)))
    expect(became).toEqual(new Set([23_952, 'void']))
  })
})
