import { organizationOf, orgUnitOf, playerOf } from '#shared/ids.ts'
import type { ProblemCode } from '#shared/problems.ts'
import { transferPostings } from './feeBooks.ts'
import { type Fee, feeDays, fees } from './fees.ts'
import { ledger } from './ledger.ts'
import { players } from './players.ts'
import { chunks } from './chunks.ts'
import { maxTransactWrites, write } from './table.ts'
import type { Stamp, Write } from './writes.ts'

/** A fee, its effect and its player each, and the sums of their day. */
const maxFees = Math.floor((maxTransactWrites - 1) / 3)

/** `deletedProblem`: the error for a fee that was charged and deleted before. */
type ChargeOptions = { touchesPlayers?: boolean; deletedProblem?: ProblemCode }
/**
 * Charges fees of one team or club that are due on one day. `touchesPlayers`: also updates the players, for callers that have not ruled
 * out a concurrent merge.
 */
export async function chargeAll(stamp: Stamp, all: readonly Fee[], options: ChargeOptions = {}): Promise<void> {
  for (const part of chunks(all, maxFees)) await charge(stamp, part, options)
}

/** Charges all of these in one transaction; after a partial earlier run, only the missing ones. */
async function charge(stamp: Stamp, part: readonly Fee[], options: ChargeOptions): Promise<void> {
  if (part.length === 0) return
  // Conflicts with a concurrent merge, whichever is later: nobody owes anything under an id that is gone.
  const touchWrites = options.touchesPlayers
    ? part.map(({ playerFeeId }) => players.change({ playerId: playerOf(playerFeeId) }, {}))
    : []
  const outcome = await write(stamp, ...chargeWrites(stamp, part, options.deletedProblem), ...touchWrites)
  if (outcome === 'written') return
  const existing = await fees.getMany(part, { consistent: true })
  const missing = part.filter((_, i) => !existing[i])
  if (missing.length < part.length) await charge(stamp, missing, options)
}

/** The same as writes for another transaction, whose limit the caller has to respect. */
export function chargeWrites({ at }: Stamp, all: readonly Fee[], deletedProblem?: ProblemCode): Write[] {
  const [first] = all
  if (!first) return []
  const { playerFeeId, dueOn } = first
  const amount = all.reduce((sum, fee) => sum + fee.amount, 0)
  return [
    ...all.map((fee) => fees.createOnce(fee)),
    ...all.map((fee) =>
      ledger.book(
        {
          organizationId: organizationOf(fee.playerFeeId),
          effect: `fee:${fee.playerFeeId}`,
          bookedAt: at,
          about: fee.playerFeeId,
          postings: transferPostings(fee.amount, { from: 'income:fees', to: 'assets:receivable' }),
        },
        deletedProblem,
      ),
    ),
    ...feeDays.add({ orgUnitId: orgUnitOf(playerFeeId), dueOn }, { amount, paid: 0, waived: 0, coming: 0 }),
  ]
}
