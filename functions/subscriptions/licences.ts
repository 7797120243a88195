import type { subscriptions as contract } from '#shared/api/subscriptions.ts'
import { organizationOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { faultAt, isProblem, Problem } from '#shared/problems.ts'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { byTitle } from '#shared/rules/names.ts'
import { isExpired, monthlyOf, maxLicences } from '#shared/rules/subscriptions.ts'
import { priceOfMoreTeams } from '../providers/billingPages.ts'
import type { CallOf } from '../serve.ts'
import { licences } from '../table/licences.ts'
import { seats, type Subscription, subscriptions } from '../table/subscriptions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { organizationTeams, teams } from '../table/teams.ts'
import { ifUnchanged, type Stored } from '../table/writes.ts'
import { priceOf } from './catalogue.ts'
import { paidFor, settle } from './settle.ts'

type Api = typeof contract
const consistent = { consistent: true }

async function countOf(organizationId: string): Promise<{ given: number; used: number; remaining: number }> {
  const { given = 0, used = 0 } = (await licences.get({ organizationId }, consistent)) ?? {}
  return { given, used, remaining: Math.max(0, given - used) }
}

/**
 * Buys one licence if none is left. The wish is written on the condition of the version that was read, so of concurrent calls one buys, and
 * the others find the bought one.
 */
export const purchaseLicence = ({
  params: { teamId },
  query: { subscriptionId },
  now,
  stamp,
}: CallOf<Api, 'GET /rest-api/payments/purchase/team/license/{teamId}'>) =>
  retryOnConflict(async () => {
    const organizationId = organizationOf(teamId)
    const id = { organizationId }
    const [row, { remaining }, team] = await Promise.all([
      subscriptions.get(id, consistent),
      countOf(organizationId),
      teams.get({ teamId }, consistent),
    ])
    const isActive = team !== undefined && team.archivedAt === undefined
    if (isActive || remaining > 0) return { success: true, licensesRemaining: remaining }
    if (!row || isExpired(row.status) || row.teams >= maxLicences) throw new Problem('license_not_added')
    if (subscriptionId !== undefined && subscriptionId !== row.subscriptionId) throw new Problem('not_found')
    if (row.pending) {
      await settle(id, now, row)
      throw new Problem('conflict')
    }
    const set = { pending: 'teams', wanted: row.teams + 1, attempt: row.attempt + 1 } as const
    await write(
      stamp,
      subscriptions.change(id, { set, when: ifUnchanged(row) }),
      // The two were read in parallel: a concurrent purchase may show in only one of them.
      licences.check(id, [['used', '>=', { attribute: 'given' }]]),
    )
    await settle(id, now).catch((error: unknown) => {
      const isDeclined = isProblem(error, 'payment_failed')
      throw isDeclined ? new Problem('license_not_added') : error
    })
    return { success: true, licensesRemaining: (await countOf(organizationId)).remaining }
  }, 25)

export async function readSubscriptionInfo({
  params: { orgId: organizationId },
  query: { licensesToAdd = '1' },
  now,
}: CallOf<Api, 'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}'>) {
  const [row, { remaining }] = await Promise.all([
    subscriptions.get({ organizationId }, consistent),
    countOf(organizationId),
  ])
  const licensesRemaining = { licensesRemaining: remaining }
  if (!row?.subscriptionId || isExpired(row.status)) {
    const noSubscription = { subscriptionId: null, plan: null, nowInCents: null, monthlyInCents: null, trialEnd: null }
    return { licensesRemaining, ...noSubscription, canBuy: false }
  }
  const { subscriptionId, plan, trialEnd, status } = row
  const isFree = status === 'trialing'
  const [price, nowInCents] = await Promise.all([
    priceOf(row.priceId, now),
    isFree ? 0 : costOf(row, Number(licensesToAdd), now),
  ])
  return {
    licensesRemaining,
    subscriptionId,
    plan,
    nowInCents,
    monthlyInCents: monthlyOf(plan, price),
    trialEnd: isFree ? (trialEnd ?? null) : null,
    canBuy: true,
  }
}

/** What more licences cost now: nothing as far as they are paid already. */
const costOf = async (row: Subscription, count: number, now: string): Promise<number> =>
  row.subscriptionId === undefined || row.teams + count <= paidFor(row, now)
    ? 0
    : priceOfMoreTeams(row.subscriptionId, row.teams + count)

/** How many days the chart of licences goes back. */
const chartDays = 365

async function licencesCard(organizationId: string, now: string, row: Stored<Subscription> | undefined) {
  const id = { organizationId }
  const [{ given, used }, list, history] = await Promise.all([
    countOf(organizationId),
    organizationTeams.of(id),
    seats.since(id, addDays(dayIn(now, 'UTC'), -chartDays)),
  ])
  const paid = row ? paidFor(row, now) : 0
  return {
    given,
    used,
    paid: row?.periodEnd && paid > row.teams ? { teams: paid, until: row.periodEnd } : null,
    teams: list
      .toSorted(byTitle)
      .map(({ teamId, name, archivedAt }) => ({ id: teamId, name, archived: archivedAt !== undefined })),
    seats: history.map(({ day, given, used }) => ({ day, given, used })),
  }
}

export async function listLicences({
  params: { orgId: organizationId },
  now,
}: CallOf<Api, 'GET /rest-api/payments/teams/{orgId}'>) {
  return licencesCard(organizationId, now, await subscriptions.get({ organizationId }, consistent))
}

/** Returns licences at the end of the period, or keeps returned ones that are still paid for. Not below the number of active teams. */
export const changeLicences = ({
  params: { orgId: organizationId },
  body: { teams: requestedTeams },
  now,
  stamp,
}: CallOf<Api, 'POST /rest-api/payments/teams/{orgId}'>) =>
  retryOnConflict(async () => {
    const id = { organizationId }
    const row = await subscriptions.get(id, consistent)
    if (!row || isExpired(row.status)) throw new Problem('not_found')
    if (row.pending) {
      await settle(id, now, row)
      throw new Problem('conflict')
    }
    const max = Math.max(row.teams, paidFor(row, now))
    if (requestedTeams > max) throw new Problem('bad_request', [faultAt('teams', 'too_great', { limit: max })])
    if (requestedTeams !== row.teams) {
      const set = { pending: 'teams', wanted: requestedTeams, attempt: row.attempt + 1 } as const
      await write(
        stamp,
        subscriptions.change(id, { set, when: ifUnchanged(row) }),
        // Taken at once, so that no team is created with a returned licence.
        licences.change(
          id,
          { set: { given: Math.min(requestedTeams, row.teams) }, when: [['used', '<=', requestedTeams]] },
          'more_teams_than_licences',
        ),
      )
    }
    return licencesCard(organizationId, now, await settle(id, now))
  })

/** The clubs in which the caller may create teams, with their free licences. */
export async function readCanAddTeam({ me }: CallOf<Api, 'GET /rest-api/organization/user/canAddTeam'>) {
  const { access } = await me
  const allowedClubs = access.organizations.filter(({ id }) =>
    flagsOn(access, { organizationId: id }).has('canAddNewTeams'),
  )
  const counts = await licences.getMany(allowedClubs.map(({ id: organizationId }) => ({ organizationId })))
  const organizations = allowedClubs.map(({ id, name }, i) => {
    const { given = 0, used = 0 } = counts[i] ?? {}
    return { id, name, licensesRemaining: Math.max(0, given - used) }
  })
  return {
    canAddTeam: organizations.some(({ licensesRemaining }) => licensesRemaining > 0),
    organizations: organizations.toSorted(byTitle),
  }
}
