import { addHours } from '#shared/rules/days.ts'
import { ignore } from '../../table/ignore.ts'
import { happenedSince } from '../../providers/stripeEvents.ts'
import { chunks } from '../../table/chunks.ts'
import { lookEvery, type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { providerEvents } from '../../table/providerEvents.ts'
import { update, write } from '../../table/table.ts'
import type { Stored, Stamp } from '../../table/writes.ts'
import { refreshAccount } from './onboarding.ts'

/** In hours: how far before the previous check events are read again, since Stripe may list them late. */
const overlap = 2
const atOnce = 50

/**
 * Stripe sends events of a club's account, and repeats them for three days. Once a day, missed ones are listed and stored as if
 * they had arrived, once each, so that the same worker processes them.
 */
export async function lookAtStripe(stamp: Stamp, account: Stored<PaymentAccount>): Promise<void> {
  const { providerAccountId, lookedAt = addHours(stamp.at, -lookEvery) } = account
  const happened = providerAccountId && (await happenedSince(providerAccountId, addHours(lookedAt, -overlap)))
  // The club has disconnected, and that event was missed too.
  if (!happened) return void (await refreshAccount(stamp, account))
  const about = { provider: 'stripe', account: providerAccountId, scope: 'connect', heardAt: stamp.at } as const
  for (const some of chunks(
    happened.map((event) => ({ ...about, ...event })),
    atOnce,
  )) {
    const known = await providerEvents.getMany(some)
    const missed = some.filter((_, i) => !known[i])
    await Promise.all(
      missed.map((event) => write(stamp, providerEvents.create(event, 'already_there')).catch(ignore('already_there'))),
    )
  }
  const set = { lookAt: addHours(stamp.at, lookEvery), lookedAt: stamp.at }
  await update(stamp, paymentAccounts.change(account, { set }))
}
