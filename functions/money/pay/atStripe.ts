import { addHours } from '#shared/rules/days.ts'
import { ignore } from '../../table/ignore.ts'
import { happenedSince } from '../../providers/stripeEvents.ts'
import { chunks } from '../../table/chunks.ts'
import { lookEvery, type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { providerEvents } from '../../table/providerEvents.ts'
import { update, write } from '../../table/table.ts'
import type { Stored, Stamp } from '../../table/writes.ts'
import { refreshAccount } from './onboarding.ts'

/** What happened so long before the last look, in hours, is looked at once more: Stripe may list it late. */
const overlap = 2
const atOnce = 50

/**
 * Stripe tells what happens on a club's account, and tells it again for three days; what was never heard is made up for once a day:
 * it is noted as if it was told, once, and the same worker does what it asks for.
 */
export async function lookAtStripe(stamp: Stamp, account: Stored<PaymentAccount>): Promise<void> {
  const { providerAccountId, lookedAt = addHours(stamp.at, -lookEvery) } = account
  const happened = providerAccountId && (await happenedSince(providerAccountId, addHours(lookedAt, -overlap)))
  // Its club has left, which was not heard either.
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
