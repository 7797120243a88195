import { Problem } from '#shared/problems.ts'
import { type Account, ledger } from '../../table/ledger.ts'
import { type Payout, payouts } from '../../table/payouts.ts'
import { write } from '../../table/table.ts'
import type { Stamp } from '../../table/writes.ts'

type Booking = { effect: string; clearing: Extract<Account, `assets:clearing:${string}`> }

/** Books what has come to the club's bank from what a provider held of it; told twice at once, it is booked once. */
export async function bookPayout(stamp: Stamp, payout: Payout, { effect, clearing }: Booking): Promise<void> {
  const { organizationId, cents } = payout
  const postings = [
    { account: 'assets:bank' as const, cents },
    { account: clearing, cents: -cents },
  ]
  try {
    await write(stamp, payouts.create(payout), ledger.book({ organizationId, effect, bookedAt: stamp.at, postings }))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
}
