import { failuresOf } from '../runtime/failuresOf.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { pages } from '../table/table.ts'
import { isRefused, settle } from './settle.ts'

/** Subscriptions read from the provider in parallel. */
const atOnce = 10

/**
 * The provider retries its events for three days; missed ones are caught up on daily: subscriptions whose period is over as far
 * as we know, and those with an unpaid bill, are read there. Returns the number of failures.
 */
export async function settleUnheard(now: string): Promise<number> {
  let failed = 0
  for await (const clubs of pages<Organization>(organizations.named())) {
    const bought = await subscriptions.getMany(clubs)
    const due = bought.flatMap((row) => (row && isDue(row, now) ? [row] : []))
    const failures = await failuresOf(due, atOnce, ({ organizationId }) => settle({ organizationId }, now))
    failed += failures.filter((error) => !isRefused(error)).length
  }
  return failed
}

/** A paused subscription only resumes through us, and an ended one never. */
function isDue({ status, periodEnd, subscriptionId }: Subscription, now: string): boolean {
  if (subscriptionId === undefined) return false
  if (status === 'past_due' || status === 'unpaid') return true
  const runs = status === 'active' || status === 'trialing' || status === 'incomplete'
  return runs && periodEnd !== undefined && Date.parse(periodEnd) <= Date.parse(now)
}
