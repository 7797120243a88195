import { ignoreConflict } from '../../table/ignore.ts'
import { transferPostings } from '../../table/feeBooks.ts'
import { type Account, ledger } from '../../table/ledger.ts'
import { type Payout, payouts } from '../../table/payouts.ts'
import { write } from '../../table/table.ts'
import type { Stamp } from '../../table/writes.ts'

type Clearing = Extract<Account, `assets:clearing:${string}`>
type Booking = { effect: string; clearing: Clearing }

/** Books a payout from a provider to the club's bank. Concurrent calls book it once. */
export function bookPayout(stamp: Stamp, payout: Payout, { effect, clearing }: Booking): Promise<void> {
  const { organizationId, cents } = payout
  const postings = transferPostings(cents, { from: clearing, to: 'assets:bank' })
  return ignoreConflict(
    write(stamp, payouts.create(payout), ledger.book({ organizationId, effect, bookedAt: stamp.at, postings })),
  )
}

/** Books that the bank returned a payout: the money is at the provider again, and part of a later payout. */
export function bookFailedPayout(stamp: Stamp, payout: Payout, clearing: Clearing): Promise<void> {
  const { organizationId, payoutId, cents } = payout
  const effect = `payout-failed:${payoutId}`
  const postings = transferPostings(cents, { from: 'assets:bank', to: clearing })
  return ignoreConflict(
    write(
      stamp,
      payouts.change(payout, { set: { failedAt: stamp.at }, when: [['failedAt', 'not exists']] }),
      ledger.book({ organizationId, effect, bookedAt: stamp.at, postings }),
    ),
  )
}
