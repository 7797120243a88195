import { randomUUID } from 'node:crypto'
import type { subscriptions as contract } from '#shared/api/subscriptions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { dayIn } from '#shared/rules/days.ts'
import { trialEndsAfter } from '#shared/rules/promotions.ts'
import { graceEndOf, subscriptionState } from '#shared/rules/subscriptions.ts'
import { isActiveCode, listPromotions, readPromotion } from '../providers/promotions.ts'
import type { CallOf } from '../serve.ts'
import { licences } from '../table/licences.ts'
import { organizations } from '../table/organizations.ts'
import { type PromotionWish, promotionWishes } from '../table/promotionWishes.ts'
import { promotionsDeeds } from '../table/staffDeeds.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { all, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { deedBy, deedsAbout } from './deeds.ts'
import { requestPromotionChange } from './promotions.ts'
import { settle } from './settle.ts'

type Api = typeof contract

/** While the free period lasts: on its last day the provider bills. */
const freePeriodEnd = ({ status, trialEnd = '' }: Subscription, now: string): string | undefined =>
  (status === 'trialing' || status === 'starting') && trialEnd > dayIn(now, 'UTC') ? trialEnd : undefined

export async function seeSubscription({
  params: { orgId: organizationId },
  now,
}: CallOf<Api, 'GET /rest-api/staff/subscription/{orgId}'>) {
  const id = { organizationId }
  const [organization, row, licenceCount, deeds] = await Promise.all([
    organizations.get(id),
    subscriptions.get(id, { consistent: true }),
    licences.get(id),
    deedsAbout(organizationId),
  ])
  if (!organization) throw new Problem('not_found')
  const trialEnd = row ? freePeriodEnd(row, now) : undefined
  const { given = 0, used = 0 } = licenceCount ?? {}
  return {
    club: { id: organizationId, name: organization.name, limited: organization.limitedFunctionality ?? false },
    licences: { given, used },
    subscription: row ? subscriptionCard(row, trialEnd) : null,
    trialEnds: trialEnd === undefined ? [] : trialEndsAfter(trialEnd),
    deeds: deeds.map((deed, i) => ({ ...deed, isWaiting: row?.pending === 'trial' && i === 0 })),
  }
}

const subscriptionCard = (row: Subscription, trialEnd: string | undefined) => ({
  id: row.subscriptionId ?? null,
  status: row.status,
  state: subscriptionState([row.status]),
  plan: row.plan,
  teams: row.teams,
  trialEnd: trialEnd ?? null,
  periodEnd: row.periodEnd ?? null,
  endsAt: row.endsAt ?? null,
  graceUntil: row.graceSince ? graceEndOf(row.graceSince) : null,
  hasPromotion: row.promotionId !== undefined,
})

/** Extends a trial. The wish, with who and why, is stored before Stripe is called; after an interruption a worker completes it. */
export async function extendTrial({
  params: { orgId: organizationId },
  body: { trialEnd, reason },
  stamp,
  now,
}: CallOf<Api, 'PUT /rest-api/staff/subscription/{orgId}/trial'>) {
  const id = { organizationId }
  await retryOnConflict(async () => {
    const before = await subscriptions.get(id, { consistent: true })
    if (!before) throw new Problem('not_found')
    // A pending action is completed first: one at a time.
    const row = before.pending ? await settle(id, now, before) : before
    const until = freePeriodEnd(row, now)
    if (until === undefined) throw new Problem('no_free_period')
    if (until === trialEnd) return
    if (!trialEndsAfter(until).includes(trialEnd)) throw new Problem('bad_request', [faultAt('trialEnd', 'invalid')])
    const set = {
      organizationId,
      trialEnd,
      pending: 'trial',
      attempt: row.attempt + 1,
      trialBefore: { until, by: stamp.actor },
      toldDaysBefore: undefined,
    } as const
    await write(
      stamp,
      subscriptions.change(id, { set, when: ifUnchanged(row) }),
      deedBy(stamp, { act: 'trial_extended', about: organizationId, detail: trialEnd, reason }),
    )
  })
  const { trialEnd: storedTrialEnd } = await settle(id, now)
  if (storedTrialEnd !== trialEnd) throw new Problem('no_free_period')
  return { trialEnd }
}

export async function readPromotions() {
  const [promotions, deeds, pendingWishes] = await Promise.all([
    listPromotions(),
    deedsAbout(promotionsDeeds),
    all<PromotionWish>(promotionWishes.waiting),
  ])
  const pendingIds = new Set(pendingWishes.map(({ wishId }) => wishId))
  return { promotions, deeds: deeds.map((deed) => ({ ...deed, isWaiting: pendingIds.has(deed.id) })) }
}

export async function addPromotion({
  body: { reason, ...requested },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/staff/promotions'>) {
  const { code, percentOff, amountOff = 0, until } = requested
  if (until !== undefined && until < dayIn(now, 'UTC')) throw new Problem('bad_request', [faultAt('until', 'invalid')])
  if (await isActiveCode(code)) throw new Problem('promotion_there')
  const detail = `${code} ${percentOff === undefined ? `$${(amountOff / 100).toFixed(2)}` : `${percentOff} %`}`
  const promotion = await requestPromotionChange(stamp, {
    wishId: randomUUID(),
    act: 'make',
    wanted: requested,
    detail,
    reason,
    who: stamp.actor,
  })
  if (!promotion) throw new Error('Nothing was made.')
  return promotion
}

export async function stopPromotion({
  body: { promotionId, reason },
  stamp,
}: CallOf<Api, 'POST /rest-api/staff/promotions/end'>) {
  const { code: detail, active } = await readPromotion(promotionId)
  if (active)
    await requestPromotionChange(stamp, {
      wishId: randomUUID(),
      act: 'end',
      promotionId,
      detail,
      reason,
      who: stamp.actor,
    })
  return {}
}
