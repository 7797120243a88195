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
import { untilSettled, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { asRead, type Kept } from '../table/writes.ts'
import { planOf } from './catalogue.ts'
import { settle } from './settle.ts'

type Api = typeof contract
type Signup = CallOf<Api, 'POST /rest-api/payments/create/org/subscription'>

/** Opens a club with its subscription, or brings back one that has expired. */
export async function createSubscription(call: Signup) {
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
  if (couponCode && !(promotion?.active && promotion.coupon.valid)) throw new Problem('promotion_over')
  const wish = { plan, priceId, ...(promotion && { promotionId: promotion.id }) }
  // The club may have come to be, with its subscription, between the two reads.
  const started = organization
    ? await renew(call, wish, row ?? (await subscriptions.get({ organizationId }, consistent)))
    : await open(call, wish, { firstName: '', lastName: '', ...profile }, languageOf(choices))
  const payer = { name: organization?.name ?? body.orgName, email: profile?.email ?? '' }
  const { subscriptionId = null, trialEnd = null } = await settle({ organizationId }, now, started, payer)
  return { orgId: organizationId, subscriptionId, trialEnd }
}

type Wish = Pick<Subscription, 'plan' | 'priceId' | 'promotionId'>
type Name = { firstName: string; lastName: string }

/** One transaction: the club, who runs it, its licences, what is wanted of the provider, and its types of event where they are Spanish. */
async function open(
  { body, userId, now, stamp }: Signup,
  wish: Wish,
  name: Name,
  language: ReaderLanguage,
): Promise<Kept<Subscription> | undefined> {
  const { orgId: organizationId, orgName, sport, timezone = productZone, paymentMethodId } = body
  const { teams: count = signupDefaults.teams, trialDays = signupDefaults.trialDays } = body
  const organization: Organization = { organizationId, name: orgName, sport: sportOf(sport), timezone }
  const [value, fault] = Object.entries(settingsFaults(settingsOf(organization))).find(([, found]) => found) ?? []
  if (value && fault) throw new Problem('bad_request', [faultAt(value === 'name' ? 'orgName' : value, fault.code)])
  const subscription: Subscription = {
    organizationId,
    ...wish,
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
    ...organizationAdministrators.found(organization, administrator),
    licences.create({ organizationId, given: count, used: 0 }),
    subscriptions.create(subscription),
    ...(language === 'es' ? [eventTypes.create({ organizationId, types: firstEventTypesInSpanish })] : []),
  )
  if (outcome === 'repeated') return undefined
  const { actor: by, at } = stamp
  return { ...subscription, kind: 'Subscription', version: 1, by, at }
}

/** A club that is there: who may edit its billing can start another subscription once the last one has expired. */
async function renew(
  { body, userId, me, stamp }: Signup,
  wish: Wish,
  row: Kept<Subscription> | undefined,
): Promise<Kept<Subscription> | undefined> {
  const { orgId: organizationId, teams: count = signupDefaults.teams, paymentMethodId } = body
  // Who has just opened it, by the same request, may have no rights yet in what was read of them.
  const runs = row && (row.pending === 'start' || subscriptionState([row.status]) !== 'EXPIRED')
  if (runs && row.startedBy === userId && isSame(row, wish, count)) return row
  const { access } = await me
  if (!can({ access, groups: [] }, 'canEditBilling', { organizationId }).allowed) throw new Problem('not_allowed')
  if (runs) {
    if (isSame(row, wish, count)) return row
    throw new Problem('not_expired')
  }
  const { used = 0 } = (await licences.get({ organizationId }, { consistent: true })) ?? {}
  if (used > count) throw new Problem('more_teams_than_licences')
  const set = {
    ...wish,
    promotionId: wish.promotionId,
    pending: 'start',
    wanted: count,
    attempt: (row?.attempt ?? 0) + 1,
    startedBy: userId,
    // The free period goes to a club once; it is still there for one whose first subscription did not come about.
    trialEnd: row && !row.subscriptionId && (row.trialEnd ?? '') > dayIn(stamp.at, 'UTC') ? row.trialEnd : undefined,
    paymentMethodId: paymentMethodId ?? undefined,
    replaces: row?.subscriptionId,
  } as const
  if (row) {
    await write(stamp, subscriptions.change({ organizationId }, { set, when: asRead(row) }))
    return undefined
  }
  const fresh = { organizationId, teams: used, status: 'canceled', ...set } as const
  await write(
    stamp,
    subscriptions.create(fresh),
    licences.upsert({ organizationId }, { set: { organizationId }, add: { given: 0, used: 0 } }),
  )
  return undefined
}

const isSame = (row: Subscription, { priceId }: Wish, count: number) =>
  row.priceId === priceId && (row.wanted ?? row.teams) === count

/**
 * A team by its name alone, for who has just begun. Sent again after a lost reply, and corrected since, it is refused: the team
 * is called as it was sent first.
 */
export const addTeam = ({
  body: { organizationId, teamId, name },
  stamp,
}: CallOf<Api, 'POST /rest-api/organization/add/team'>) =>
  untilSettled(async () => {
    const organization = await organizations.get({ organizationId }, { consistent: true })
    if (!organization) throw new Problem('not_found')
    const { name: organizationName, sport } = organization
    const outcome = await write(
      stamp,
      ...teams.open({ teamId, name, organizationName, sport, isRosterVisible: organization.isRosterVisible ?? true }),
      organizations.check({ organizationId }, [['name', '=', organizationName]]),
    )
    if (outcome === 'repeated' && (await teams.now({ teamId })).name !== name) throw new Problem('saved_before')
    const { given = 0, used = 0 } = (await licences.get({ organizationId }, { consistent: true })) ?? {}
    return { id: teamId, licensesRemaining: Math.max(0, given - used) }
  })
