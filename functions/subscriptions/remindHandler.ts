import { addDays, dayIn } from '#shared/rules/days.ts'
import { daysBeforeTrialEnds } from '#shared/rules/subscriptions.ts'
import { countFailures } from '../runtime/countFailures.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { pages, retryOnConflict, write } from '../table/table.ts'
import type { OrganizationId } from '../table/organizations.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import { subscriptionMails } from '../mail/payerMails.ts'
import { settleMissed } from './missedEvents.ts'

/** How many clubs are handled at the same time. */
const concurrency = 10

/**
 * Runs once a day: reads subscriptions whose Stripe events were missed, and mails clubs whose trial ends soon, once for each of the days.
 * Idempotent.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const at = new Date(time).toISOString()
  const unread = await settleMissed(at)
  let unmailed = 0
  for (const days of daysBeforeTrialEnds) {
    const trialEnd = addDays(dayIn(at, 'UTC'), days)
    for await (const rows of pages<Subscription>(subscriptions.endingOn(trialEnd)))
      unmailed += await countFailures(rows, concurrency, (row) =>
        remind({ actor: 'subscriptions-remind', at }, row, days),
      )
  }
  // The others are done; the alarm reports the failed ones.
  if (unread + unmailed > 0)
    throw new Error(`${unread} subscriptions could not be looked at, ${unmailed} clubs not be mailed`)
}

const remind = (stamp: Stamp, { organizationId }: OrganizationId, days: number): Promise<void> =>
  retryOnConflict(async () => {
    const row = await subscriptions.get({ organizationId }, { consistent: true })
    // A cancelled subscription has nothing to pay then.
    if (row?.status !== 'trialing' || row.endsAt !== undefined || (row.toldDaysBefore ?? Infinity) <= days) return
    await write(
      stamp,
      subscriptions.change({ organizationId }, { set: { toldDaysBefore: days }, when: ifUnchanged(row) }),
      ...(await subscriptionMails(stamp, row, 'trialEnding')),
    )
  })
