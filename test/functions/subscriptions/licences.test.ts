import { describe, expect, it } from 'vitest'
import { handler as heard } from '#functions/subscriptions/providerEventHandler.ts'
import { handler as pending } from '#functions/subscriptions/pendingHandler.ts'
import { handler as seatsHandler } from '#functions/subscriptions/seatsHandler.ts'
import { settle } from '#functions/subscriptions/settle.ts'
import { licences } from '#functions/table/licences.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { update, write } from '#functions/table/table.ts'
import { maxLicences } from '#shared/rules/subscriptions.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aPerson, aStripe, signUp, start, typeCard } from './signUps.ts'

const stripe = aStripe()
const consistent = { consistent: true }
const PURCHASE = 'GET /rest-api/payments/purchase/team/license/{teamId}'

async function aClubOf(teams: number) {
  stripe.at(start)
  const as = await aPerson()
  const { orgId, body } = await signUp(as, { teams })
  const names = Array.from({ length: teams }, (_, i) => ({ teamId: `${orgId}.${newPart('t')}`, name: `U${8 + i}` }))
  for (const team of names)
    await call('POST /rest-api/organization/add/team', { as, body: { organizationId: orgId, ...team } })
  return {
    as,
    orgId,
    organizationId: orgId,
    subscriptionId: body.subscriptionId ?? '',
    teamIds: names.map(({ teamId }) => teamId),
  }
}
type Club = Awaited<ReturnType<typeof aClubOf>>
const buy = ({ as }: Club, teamId: string, query = {}, now = start) => call(PURCHASE, { as, teamId, now, query })
const counted = (club: Club) => licences.get(club, consistent)
const quantityOf = ({ subscriptionId }: Club) =>
  stripe.books().get<{ items: { data: { quantity: number }[] } }>('platform', subscriptionId, 'subscription').items
    .data[0]?.quantity

/** An archived team whose license is used by another one. */
async function anArchivedTeam(club: Club): Promise<string> {
  const [teamId = ''] = club.teamIds
  await call('POST /o/{orgUnitId}/archive', { as: club.as, orgUnitId: teamId })
  const other = { organizationId: club.orgId, teamId: `${club.orgId}.${newPart('t')}`, name: 'Other' }
  await call('POST /rest-api/organization/add/team', { as: club.as, body: other })
  return teamId
}

describe('an additional license', () => {
  it('is bought to restore an archived team, and appears on the next bill', async () => {
    const club = await aClubOf(2)
    const teamId = await anArchivedTeam(club)
    const { as, orgId } = club
    expect((await call('POST /o/{orgUnitId}/unarchive', { as, orgUnitId: teamId })).refusal.code).toBe('no_licence')
    const info = await call('GET /rest-api/payments/createteam/subscriptioninfo/{orgId}', {
      as,
      orgId,
      now: start,
      query: {},
    })
    expect(info.body).toEqual({
      licensesRemaining: { licensesRemaining: 0 },
      subscriptionId: club.subscriptionId,
      plan: 'monthly',
      nowInCents: 0,
      monthlyInCents: 699,
      trialEnd: '2026-12-22',
      canBuy: true,
    })
    const { subscriptionId } = club
    expect((await buy(club, teamId, { subscriptionId, quantity: '1' })).body).toEqual({
      success: true,
      licensesRemaining: 1,
    })
    expect((await call('POST /o/{orgUnitId}/unarchive', { as, orgUnitId: teamId })).status).toBe(200)
    expect([await counted(club), quantityOf(club)]).toMatchObject([{ given: 3, used: 3 }, 3])
    const { body } = await call('GET /rest-api/payments/upcoming/invoices/{orgId}', { as, orgId, now: start })
    expect(body.invoice?.total).toBe(675)
  })

  it('is bought once, however often and concurrently it is requested', async () => {
    const club = await aClubOf(1)
    const teamId = await anArchivedTeam(club)
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(club, teamId)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect([await counted(club), quantityOf(club)]).toMatchObject([{ given: 2, used: 1 }, 2])
    await call('POST /o/{orgUnitId}/unarchive', { as: club.as, orgUnitId: teamId })
    expect((await buy(club, teamId)).body).toEqual({ success: true, licensesRemaining: 0 })
    expect([await counted(club), quantityOf(club)]).toMatchObject([{ given: 2, used: 2 }, 2])
  }, 60_000)

  it('is charged for the rest of the period at once, and a declined card changes nothing', async () => {
    const club = await aClubOf(1)
    const { as, orgId } = club
    await typeCard(as, orgId, start)
    const teamId = await anArchivedTeam(club)
    // In the middle of January.
    const now = '2027-01-17T00:00:00Z'
    stripe.at(now)
    await settle(club, now)
    const info = await call('GET /rest-api/payments/createteam/subscriptioninfo/{orgId}', { as, orgId, now, query: {} })
    // 3.495 for the remaining days, refunded once and charged twice, each rounded to the cent: -3.50 and 6.99.
    expect(info.body.nowInCents).toBe(349)
    const books = stripe.books()
    const { customerId = '' } = (await subscriptions.get(club, consistent)) ?? {}
    const method = books
      .all<{ id: string; customer: string; ownNumber: string }>('platform', 'payment_method')
      .find(({ customer }) => customer === customerId)
    if (!method) throw new Error('There is no card.')
    Object.assign(method, { ownNumber: '4000000000000341' })
    const declined = await buy(club, teamId, {}, now)
    expect([declined.refusal.code, declined.refusal.message]).toEqual(['license_not_added', 'Unable to add license'])
    expect([await counted(club), quantityOf(club)]).toMatchObject([{ given: 1, used: 1 }, 1])
    expect((await subscriptions.get(club, consistent))?.pending).toBeUndefined()

    Object.assign(method, { ownNumber: '4242424242424242' })
    expect((await buy(club, teamId, {}, now)).status).toBe(200)
    expect([await counted(club), quantityOf(club)]).toMatchObject([{ given: 2 }, 2])
    const [last] = books.all<{ total: number; status: string }>('platform', 'invoice')
    expect([last?.total, last?.status]).toEqual([349, 'paid'])
  })

  it('is added once when the buyer’s request was interrupted', async () => {
    const club = await aClubOf(1)
    const row = await subscriptions.get(club, consistent)
    const wanted = { pending: 'teams', wanted: 2, attempt: (row?.attempt ?? 0) + 1 } as const
    await update(stamp, subscriptions.change(club, { set: wanted }))
    await deliverTo(pending, subscriptions.key(club), start)
    await deliverTo(pending, subscriptions.key(club), start)
    expect([await counted(club), quantityOf(club)]).toMatchObject([{ given: 2, used: 1 }, 2])
  })

  it('is not sold without an active subscription or beyond the maximum, nor to users without the right to edit billing', async () => {
    const club = await aClubOf(1)
    const teamId = await anArchivedTeam(club)
    expect((await call(PURCHASE, { as: await aPerson(), teamId, query: {} })).status).toBe(403)
    expect((await buy(club, teamId, { subscriptionId: 'sub_other' })).status).toBe(404)
    await update(stamp, subscriptions.change(club, { set: { status: 'canceled' } }))
    expect((await buy(club, teamId)).refusal.code).toBe('license_not_added')
    // Of more it could neither give back nor renew any.
    await update(stamp, subscriptions.change(club, { set: { status: 'trialing', teams: maxLicences } }))
    expect((await buy(club, teamId)).refusal.code).toBe('license_not_added')
    await update(stamp, subscriptions.change(club, { set: { teams: maxLicences - 1 } }))
    expect((await buy(club, teamId)).status).toBe(200)
  })
})

describe('fewer licenses', () => {
  const change = ({ as, orgId }: Club, teams: number, now = start) =>
    call('POST /rest-api/payments/teams/{orgId}', { as, orgId, now, body: { teams } })

  it('reduce the bill from the next period, and can be increased again until then at no charge', async () => {
    const club = await aClubOf(3)
    const { as, orgId, teamIds } = club
    await typeCard(as, orgId, start)
    const now = '2027-01-10T00:00:00Z'
    stripe.at(now)
    await settle(club, now)
    expect((await change(club, 2, now)).refusal.code).toBe('more_teams_than_licences')
    for (const orgUnitId of teamIds.slice(1)) await call('POST /o/{orgUnitId}/archive', { as, orgUnitId })
    const fewer = await change(club, 1, now)
    expect(fewer.body).toMatchObject({ given: 1, used: 1, paid: { teams: 3, until: '2027-02-01T12:00:00.000Z' } })
    expect((await call('POST /o/{orgUnitId}/unarchive', { as, orgUnitId: teamIds[1] ?? '' })).refusal.code).toBe(
      'no_licence',
    )
    const bills = () => stripe.books().all('platform', 'invoice').length
    const before = bills()
    expect((await change(club, 2, now)).body).toMatchObject({ given: 2, paid: { teams: 3 } })
    expect((await change(club, 4, now)).refusal.faults?.[0]).toMatchObject({ at: 'teams', code: 'too_great', limit: 3 })
    expect(bills()).toBe(before)

    const next = '2027-02-01T12:10:00Z'
    stripe.at(next)
    await settle(club, next)
    const [last] = stripe.books().all<{ total: number }>('platform', 'invoice')
    expect(last?.total).toBe(1398)
    const { body } = await call('GET /rest-api/payments/teams/{orgId}', { as, orgId, now: next })
    expect(body).toMatchObject({ given: 2, used: 1, paid: null })
  })
})

it('a license change the provider rejects leaves the licenses unchanged', async () => {
  const club = await aClubOf(3)
  const { as, orgId, teamIds } = club
  for (const orgUnitId of teamIds.slice(1)) await call('POST /o/{orgUnitId}/archive', { as, orgUnitId })
  stripe.state.refuses = true
  const answer = await call('POST /rest-api/payments/teams/{orgId}', { as, orgId, now: start, body: { teams: 1 } })
  stripe.state.refuses = false
  expect(answer.refusal.code).toBe('payment_failed')
  expect(await counted(club)).toMatchObject({ given: 3, used: 1 })
  expect((await subscriptions.get(club, consistent))?.pending).toBeUndefined()
})

describe('subscription events', () => {
  it('result in the same state when repeated, out of order and late', async () => {
    const club = await aClubOf(2)
    const { as, orgId, subscriptionId } = club
    await typeCard(as, orgId, start)
    stripe.at('2027-01-01T12:05:00Z')
    const types = [
      'customer.subscription.updated',
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.trial_will_end',
      'customer.created',
    ]
    const ids = await Promise.all(
      types.map(async (type, i) => {
        const id = { provider: 'stripe', account: 'platform', eventId: `evt_${orgId}${i}` } as const
        const objectId = type.startsWith('customer.subscription') ? subscriptionId : 'cus_1'
        await write(stamp, providerEvents.create({ ...id, scope: 'platform', type, objectId, heardAt: start }))
        return providerEvents.key(id)
      }),
    )
    const now = '2027-01-01T12:05:00Z'
    const kind = 'Provider event'
    await Promise.all([...ids, ...ids.toReversed()].map((key) => deliverTo(heard, { kind, ...key }, now)))
    expect(await subscriptions.get(club, consistent)).toMatchObject({
      status: 'active',
      teams: 2,
      periodEnd: '2027-02-01T12:00:00.000Z',
    })
    expect(await counted(club)).toMatchObject({ given: 2, used: 2 })
  })
})

it('licenses are recorded for each day on which they changed', async () => {
  const club = await aClubOf(2)
  await deliverTo(seatsHandler, { ...licences.key(club), at: '2026-11-22T13:00:00.000Z' })
  await call('POST /o/{orgUnitId}/archive', { as: club.as, orgUnitId: club.teamIds[0] ?? '' })
  await deliverTo(seatsHandler, { ...licences.key(club), at: '2026-11-23T13:00:00.000Z' })
  await deliverTo(seatsHandler, { ...licences.key(club), at: '2026-11-23T14:00:00.000Z' })
  const { body } = await call('GET /rest-api/payments/teams/{orgId}', {
    as: club.as,
    orgId: club.orgId,
    now: '2026-11-24T00:00:00Z',
  })
  expect(body.seats).toEqual([
    { day: '2026-11-22', given: 2, used: 2 },
    { day: '2026-11-23', given: 2, used: 1 },
  ])
})
