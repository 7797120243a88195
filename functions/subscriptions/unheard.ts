import { failuresOf } from '../runtime/failuresOf.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { pages } from '../table/table.ts'
import { isRefused, settle } from './settle.ts'

/** So many are asked of the provider at once. */
const atOnce = 10

/**
 * The provider tells how a subscription goes on for three days; what was never heard is made up for once a day: those whose period
 * is over by what we know, and those with a bill that may have been paid meanwhile, are asked of it. Gives of how many that failed.
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

/** What is paused goes on by a call of ours alone, and what has ended for good does not. */
function isDue({ status, periodEnd, subscriptionId }: Subscription, now: string): boolean {
  if (subscriptionId === undefined) return false
  if (status === 'past_due' || status === 'unpaid') return true
  const runs = status === 'active' || status === 'trialing' || status === 'incomplete'
  return runs && periodEnd !== undefined && Date.parse(periodEnd) <= Date.parse(now)
}
