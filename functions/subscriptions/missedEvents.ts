import { countFailures } from '../runtime/countFailures.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { pages } from '../table/table.ts'
import { isSubscriptionRefused, settle } from './settle.ts'

/** How many requests to the provider are under way at the same time. */
const concurrency = 10

/**
 * Stripe retries webhooks for three days; this makes up for missed ones: it reads subscriptions whose stored period is over, and those with
 * an open invoice, from Stripe. Returns how many of these reads failed.
 */
export async function settleMissed(now: string): Promise<number> {
  let failed = 0
  for await (const clubs of pages<Organization>(organizations.named())) {
    const rows = await subscriptions.getMany(clubs)
    const due = rows.flatMap((row) => (row && isDue(row, now) ? [row] : []))
    failed += await countFailures(due, concurrency, ({ organizationId }) =>
      settle({ organizationId }, now).catch((error: unknown) => {
        if (!isSubscriptionRefused(error)) throw error
      }),
    )
  }
  return failed
}

/** A paused subscription only resumes through us, and an ended one never. */
function isDue({ status, periodEnd, subscriptionId }: Subscription, now: string): boolean {
  if (subscriptionId === undefined) return false
  if (status === 'past_due' || status === 'unpaid') return true
  const isRunning = status === 'active' || status === 'trialing' || status === 'incomplete'
  return isRunning && periodEnd !== undefined && Date.parse(periodEnd) <= Date.parse(now)
}
