import { isProblem, Problem } from '#shared/problems.ts'
import { isExpired, monthlyOf, prorationOf } from '#shared/rules/subscriptions.ts'
import {
  type BilledSubscription,
  changeTeams,
  prolongTrial,
  readSubscription,
  setEnding,
  startSubscription,
} from '../providers/billing.ts'
import { licences } from '../table/licences.ts'
import { type OrganizationId, organizations } from '../table/organizations.ts'
import { profiles } from '../table/profiles.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'
import { priceOf } from './catalogue.ts'
import { deedBy } from './deeds.ts'
import { subscriptionMails } from '../mail/payerMails.ts'

/**
 * Makes the changes at Stripe that the subscription's item wishes, reads the state from Stripe and stores it. Called by requests, workers
 * and webhooks, in any order and repeatedly: each change has an idempotency key, and the state is written only on the version that was
 * read. Throws if the card was declined, and removes the wish. `knownRow`, `payer`: items that the caller has just read.
 */
export const settle = (
  id: OrganizationId,
  now: string,
  knownRow?: Stored<Subscription>,
  payer?: Payer,
): Promise<Stored<Subscription>> => {
  let row = knownRow
  return retryOnConflict(async () => {
    row ??= await subscriptions.get(id, { consistent: true })
    const current = row
    row = undefined
    if (!current) throw new Problem('not_found')
    const stamp = { actor: 'subscriptions', subject: current.startedBy, at: now }
    let providerState: BilledSubscription | undefined
    try {
      providerState = await applyPending(current, now, payer)
    } catch (error) {
      if (isSubscriptionRefused(error) && current.pending) await dropPending(stamp, current)
      // Whoever wanted that sees by the day that it is not so; all others asked for something else.
      if (isSubscriptionRefused(error) && current.pending === 'trial') return settle(id, now)
      throw error
    }
    return providerState ? storeState(stamp, current, providerState) : current
  })
}

/** Whether a retry would get the same error from Stripe. */
export const isSubscriptionRefused = (error: unknown): boolean =>
  isProblem(error, 'payment_failed', 'no_card', 'promotion_over', 'no_free_period')

/** The club's name, and the payer's address. */
type Payer = { name: string; email: string }

async function applyPending(
  row: Stored<Subscription>,
  now: string,
  payer?: Payer,
): Promise<BilledSubscription | undefined> {
  const { organizationId, subscriptionId, pending, wanted = row.teams } = row
  const key = `${organizationId}:${row.attempt}`
  if (pending === 'start') return startAtProvider(row, wanted, { key, now, payer })
  if (subscriptionId === undefined) return undefined
  if (pending === 'trial' && row.trialEnd !== undefined)
    return prolongTrial({ subscriptionId, trialEnd: row.trialEnd, key })
  if (pending === 'end') return setEnding({ subscriptionId, ends: true, key })
  if (pending === 'stay')
    return setEnding({ subscriptionId, ends: false, key, ...(await billingOf(row, row.teams, now)) })
  if (pending !== 'teams') return readSubscription(subscriptionId)
  const isPaid = wanted <= Math.max(row.teams, paidFor(row, now))
  return changeTeams({ subscriptionId, teams: wanted, isPaid, key })
}

async function startAtProvider(
  row: Stored<Subscription>,
  teams: number,
  { key, now, payer }: { key: string; now: string; payer: Payer | undefined },
): Promise<BilledSubscription> {
  const { organizationId, priceId } = row
  const [{ product, trial }, { name, email }] = await Promise.all([billingOf(row, teams, now), payer ?? payerOf(row)])
  const { customerId, promotionId, paymentMethodId, replaces } = row
  return startSubscription({
    key,
    organizationId,
    name,
    email,
    priceId,
    product,
    teams,
    trial,
    customerId,
    promotionId,
    paymentMethodId,
    replaces,
  })
}

/** The product billed, and the proration up to the first of a month if a free period ends before. */
async function billingOf({ plan, priceId, trialEnd }: Subscription, teams: number, now: string) {
  const price = await priceOf(priceId, now)
  return { product: price.product, trial: trialEnd ? prorationOf(trialEnd, monthlyOf(plan, price), teams) : undefined }
}

async function payerOf({ organizationId, startedBy }: Subscription): Promise<Payer> {
  const [profile, organization] = await Promise.all([
    profiles.get({ userId: startedBy }),
    organizations.get({ organizationId }),
  ])
  return { name: organization?.name ?? '', email: profile?.email ?? '' }
}

/** The number of licences that are paid for in the current period. */
export const paidFor = ({ paid = 0, periodEnd = '' }: Subscription, now: string): number =>
  Date.parse(periodEnd) > Date.parse(now) ? paid : 0

/** The mail to the payers when the state has changed. */
function newsIn(before: Subscription, after: BilledSubscription) {
  if (after.status === 'past_due' && before.status !== 'past_due') return 'cardFailed'
  if (isExpired(after.status)) return isExpired(before.status) ? undefined : 'expired'
  if (after.endsAt === before.endsAt) return undefined
  return after.endsAt === undefined ? 'staying' : 'ending'
}

async function storeState(
  stamp: Stamp,
  row: Stored<Subscription>,
  providerState: BilledSubscription,
): Promise<Stored<Subscription>> {
  const { organizationId, version } = row
  const { teams, status, subscriptionId, customerId, periodEnd, endsAt, plan, priceId = row.priceId } = providerState
  const isNewPeriod = periodEnd !== row.periodEnd || subscriptionId !== row.subscriptionId
  const set = {
    subscriptionId,
    customerId,
    status,
    // Another plan may have been wanted, and refused.
    plan,
    priceId,
    teams,
    periodEnd,
    endsAt,
    paid: isNewPeriod ? teams : Math.max(teams, row.paid ?? 0),
    graceSince: status === 'past_due' ? (row.graceSince ?? stamp.at) : undefined,
    pending: undefined,
    wanted: undefined,
    replaces: undefined,
    trialBefore: undefined,
  }
  if (Object.entries(set).every(([name, value]) => row[name as keyof Subscription] === value)) return row
  const limitedFunctionality = isExpired(status)
  const news = newsIn(row, providerState)
  await write(
    stamp,
    ...(news ? await subscriptionMails(stamp, row, news) : []),
    subscriptions.change({ organizationId }, { set, when: ifUnchanged({ version }) }),
    ...(teams === row.teams ? [] : [licences.change({ organizationId }, { set: { given: teams } })]),
    ...(limitedFunctionality === isExpired(row.status)
      ? []
      : [organizations.change({ organizationId }, { set: { limitedFunctionality } })]),
  )
  return { ...row, ...set, version: version + 1 }
}

/** Drops the pending action: the subscription is as before. A club that never had one has none, and can start again. */
async function dropPending(stamp: Stamp, row: Stored<Subscription>): Promise<void> {
  const { organizationId, version, pending, status } = row
  const id = { organizationId }
  const isNone = status === 'starting'
  const clearedFields = { pending: undefined, wanted: undefined, replaces: undefined, trialBefore: undefined }
  const before = pending === 'trial' ? row.trialBefore : undefined
  const set = {
    ...clearedFields,
    ...(isNone && { status: 'canceled' as const }),
    // The code of a refused order gives no discount.
    ...(pending === 'start' && { promotionId: undefined }),
    ...(before && { trialEnd: before.until, organizationId }),
  }
  const refusedDeed = before && { act: 'trial_refused' as const, detail: row.trialEnd ?? '', reason: '' }
  await write(
    stamp,
    subscriptions.change(id, { set, when: ifUnchanged({ version }) }),
    ...(refusedDeed ? [deedBy({ ...stamp, actor: before.by }, { ...refusedDeed, about: organizationId })] : []),
    ...(isNone ? [organizations.change(id, { set: { limitedFunctionality: true } })] : []),
    // Those to be given back were taken already.
    ...(pending === 'teams' ? [licences.change(id, { set: { given: row.teams } })] : []),
  )
}
