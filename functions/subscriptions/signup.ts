import type { subscriptions as contract } from '#shared/api/subscriptions.ts'
import { can, flags } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { dayIn, productZone } from '#shared/rules/days.ts'
import { firstEventTypesInSpanish } from '#shared/rules/eventTypes.ts'
import { settingsFaults } from '#shared/rules/organizations.ts'
import { sportOf } from '#shared/rules/sports.ts'
import { signupDefaults, subscriptionState, trialEndOf } from '#shared/rules/subscriptions.ts'
import { findPromotion } from '../providers/billingPrices.ts'
import type { CallOf } from '../serve.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { eventTypes } from '../table/eventTypes.ts'
import { licences } from '../table/licences.ts'
import { languageOf, noticeChoices, type ReaderLanguage } from '../table/noticeChoices.ts'
import { type Organization, organizations, settingsOf } from '../table/organizations.ts'
import { profiles } from '../table/profiles.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { ifUnchanged, type Stored } from '../table/writes.ts'
import { planOf } from './catalogue.ts'
import { settle } from './settle.ts'

type Api = typeof contract
type Signup = CallOf<Api, 'POST /rest-api/payments/create/org/subscription'>

type OrderResult = { orgId: string; subscriptionId: string | null; trialEnd: string | null }

/**
 * Creates a club with its subscription, or renews an expired one. An existing subscription is checked before the promotion code, which an
 * earlier try of the same order may have used.
 */
export async function createSubscription(call: Signup): Promise<OrderResult> {
  const { body, userId, now } = call
  const { orgId: organizationId, priceId, couponCode } = body
  const consistent = { consistent: true }
  const [plan, promotion, row, organization, profile, choices] = await Promise.all([
    planOf(priceId, now),
    couponCode ? findPromotion(couponCode) : undefined,
    subscriptions.get({ organizationId }, consistent),
    organizations.get({ organizationId }, consistent),
    profiles.get({ userId }),
    noticeChoices.get({ userId }),
  ])
  if (couponCode && !promotion) throw new Problem('promotion_over')
  const order = { plan, priceId, ...(promotion && { promotionId: promotion.id }) }
  // The club may have been created, with its subscription, between the two reads.
  const storedSubscription = organization && (row ?? (await subscriptions.get({ organizationId }, consistent)))
  const runningSubscription = storedSubscription && (await findSameOrder(call, order, organization, storedSubscription))
  if (!runningSubscription && promotion && !(promotion.active && promotion.coupon.valid))
    throw new Problem('promotion_over')
  const name = { firstName: '', lastName: '', ...profile }
  const startedSubscription =
    runningSubscription ??
    (organization
      ? await renewClub(call, order, storedSubscription)
      : await openClub(call, order, name, languageOf(choices)))
  // Opened meanwhile: checks whether by the same order.
  if (startedSubscription === 'repeated') return createSubscription(call)
  const payer = { name: organization?.name ?? body.orgName, email: profile?.email ?? '' }
  const { subscriptionId = null, trialEnd = null } = await settle({ organizationId }, now, startedSubscription, payer)
  return { orgId: organizationId, subscriptionId, trialEnd }
}

type Order = Pick<Subscription, 'plan' | 'priceId' | 'promotionId'>
type Name = { firstName: string; lastName: string }

/** One transaction: the club, its administrator, its licences, the pending order, and its event types if they are in Spanish. */
async function openClub(
  { body, userId, now, stamp }: Signup,
  order: Order,
  name: Name,
  language: ReaderLanguage,
): Promise<Stored<Subscription> | 'repeated'> {
  const { orgId: organizationId, orgName, sport, timezone = productZone, paymentMethodId } = body
  const { teams: count = signupDefaults.teams, trialDays = signupDefaults.trialDays } = body
  const organization: Organization = { organizationId, name: orgName, sport: sportOf(sport), timezone }
  const [value, fault] = Object.entries(settingsFaults(settingsOf(organization))).find(([, found]) => found) ?? []
  if (value && fault) throw new Problem('bad_request', [faultAt(value === 'name' ? 'orgName' : value, fault.code)])
  const subscription: Subscription = {
    organizationId,
    ...order,
    teams: count,
    status: 'starting',
    attempt: 1,
    pending: 'start',
    wanted: count,
    startedBy: userId,
    trialEnd: trialEndOf(now, trialDays),
    ...(paymentMethodId && { paymentMethodId }),
  }
  const administrator = { userId, firstName: name.firstName, lastName: name.lastName, flags: [...flags] }
  const outcome = await write(
    stamp,
    organizations.createOnce(organization, 'already_there'),
    ...organizationAdministrators.createFirst(organization, administrator),
    licences.create({ organizationId, given: count, used: 0 }),
    subscriptions.create(subscription),
    ...(language === 'es' ? [eventTypes.create({ organizationId, types: firstEventTypesInSpanish })] : []),
  )
  if (outcome === 'repeated') return outcome
  const { actor: by, at } = stamp
  return { ...subscription, kind: 'Subscription', version: 1, by, at }
}

async function checkMayRenew({ body: { orgId: organizationId }, me }: Signup): Promise<void> {
  const { access } = await me
  if (!can({ access, groups: [] }, 'canEditBilling', { organizationId }).allowed) throw new Problem('not_allowed')
}

/**
 * The subscription that is running or starting; undefined if there is none. Refused if it was ordered differently, for example
 * with another code, or opened under another name: the first order stands.
 */
async function findSameOrder(
  call: Signup,
  { priceId, promotionId }: Order,
  { name, sport }: Organization,
  row: Stored<Subscription>,
): Promise<Stored<Subscription> | undefined> {
  const { body, userId } = call
  if (row.pending !== 'start' && subscriptionState([row.status]) === 'EXPIRED') return undefined
  // A user who has just ordered it may not have the rights in what was read of them.
  if (row.startedBy !== userId) await checkMayRenew(call)
  const isSame =
    row.priceId === priceId &&
    row.promotionId === promotionId &&
    (row.wanted ?? row.teams) === (body.teams ?? signupDefaults.teams)
  if (!isSame) throw new Problem('not_expired')
  if (name !== body.orgName || sport.name !== body.sport) throw new Problem('saved_before')
  return row
}

/** An existing club: users who edit its billing can start another subscription once the last one has expired. */
async function renewClub(call: Signup, order: Order, row: Stored<Subscription> | undefined): Promise<undefined> {
  const { body, userId, stamp } = call
  const { orgId: organizationId, teams: count = signupDefaults.teams, paymentMethodId } = body
  await checkMayRenew(call)
  const { used = 0 } = (await licences.get({ organizationId }, { consistent: true })) ?? {}
  if (used > count) throw new Problem('more_teams_than_licences')
  const set = {
    ...order,
    promotionId: order.promotionId,
    pending: 'start',
    wanted: count,
    attempt: (row?.attempt ?? 0) + 1,
    startedBy: userId,
    // A club gets the free period once; it is still available if the first subscription never came about.
    trialEnd: row && !row.subscriptionId && (row.trialEnd ?? '') > dayIn(stamp.at, 'UTC') ? row.trialEnd : undefined,
    paymentMethodId: paymentMethodId ?? undefined,
    replaces: row?.subscriptionId,
  } as const
  if (row) {
    await write(stamp, subscriptions.change({ organizationId }, { set, when: ifUnchanged(row) }))
    return undefined
  }
  const newSubscription = { organizationId, teams: used, status: 'canceled', ...set } as const
  await write(
    stamp,
    subscriptions.create(newSubscription),
    licences.upsert({ organizationId }, { set: { organizationId }, add: { given: 0, used: 0 } }),
  )
  return undefined
}

/** Creates a team with only a name, during sign-up. Idempotent; throws if an earlier try of the same call had another name. */
export const addTeam = ({
  body: { organizationId, teamId, name },
  stamp,
}: CallOf<Api, 'POST /rest-api/organization/add/team'>) =>
  retryOnConflict(async () => {
    const organization = await organizations.get({ organizationId }, { consistent: true })
    if (!organization) throw new Problem('not_found')
    const { name: organizationName, sport } = organization
    const outcome = await write(
      stamp,
      ...teams.createLicensed({
        teamId,
        name,
        organizationName,
        sport,
        isRosterVisible: organization.isRosterVisible ?? true,
      }),
      organizations.check({ organizationId }, [['name', '=', organizationName]]),
    )
    if (outcome === 'repeated' && (await teams.read({ teamId })).name !== name) throw new Problem('saved_before')
    const { given = 0, used = 0 } = (await licences.get({ organizationId }, { consistent: true })) ?? {}
    return { id: teamId, licensesRemaining: Math.max(0, given - used) }
  })
