import { addHours } from '#shared/rules/days.ts'
import { ignore } from '../../table/ignore.ts'
import { listEventsSince } from '../../providers/stripeEvents.ts'
import { chunks } from '../../table/chunks.ts'
import { checkEveryHours, type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { providerEvents } from '../../table/providerEvents.ts'
import { update, write } from '../../table/table.ts'
import type { Stored, Stamp } from '../../table/writes.ts'
import { refreshAccount } from './onboarding.ts'

/** How long before the last look events are read again, in hours: Stripe may list them late. */
const overlapHours = 2
const concurrency = 50

/**
 * Stripe retries webhooks for three days. Events that did not arrive are read once a day, and stored like a webhook, once: the same worker
 * handles them.
 */
export async function checkStripe(stamp: Stamp, account: Stored<PaymentAccount>): Promise<void> {
  const { providerAccountId, lookedAt = addHours(stamp.at, -checkEveryHours) } = account
  const missedCandidates =
    providerAccountId && (await listEventsSince(providerAccountId, addHours(lookedAt, -overlapHours)))
  // The club has disconnected its account, of which the webhook did not arrive either.
  if (!missedCandidates) return void (await refreshAccount(stamp, account))
  const eventFields = { provider: 'stripe', account: providerAccountId, scope: 'connect', heardAt: stamp.at } as const
  for (const chunk of chunks(
    missedCandidates.map((event) => ({ ...eventFields, ...event })),
    concurrency,
  )) {
    const storedEvents = await providerEvents.getMany(chunk)
    const missed = chunk.filter((_, i) => !storedEvents[i])
    await Promise.all(
      missed.map((event) => write(stamp, providerEvents.create(event, 'already_there')).catch(ignore('already_there'))),
    )
  }
  const set = { lookAt: addHours(stamp.at, checkEveryHours), lookedAt: stamp.at }
  await update(stamp, paymentAccounts.change(account, { set }))
}
