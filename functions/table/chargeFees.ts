import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import { moved } from './feeBooks.ts'
import { type Fee, feeDays, fees } from './fees.ts'
import { ledger } from './ledger.ts'
import { chunks, mostAtOnce, write } from './table.ts'
import type { Stamp } from './writes.ts'

/** A fee and its effect each, and the sums of their day. */
const mostFees = Math.floor((mostAtOnce - 1) / 2)

/** All of them are of one team or club, and due on one day. */
export async function chargeAll(stamp: Stamp, all: readonly Fee[]): Promise<void> {
  for (const part of chunks(all, mostFees)) await charge(stamp, part)
}

/** All of these in one transaction; of those that were charged before, only those that were not. */
async function charge(stamp: Stamp, part: readonly Fee[]): Promise<void> {
  const [first] = part
  if (!first) return
  const { playerFeeId, amount, dueOn } = first
  const outcome = await write(
    stamp,
    ...part.map((fee) => fees.createOnce(fee)),
    ...part.map((fee) =>
      ledger.book({
        organizationId: organizationOf(fee.playerFeeId),
        effect: `fee:${fee.playerFeeId}`,
        bookedAt: stamp.at,
        about: fee.playerFeeId,
        postings: moved(amount, { from: 'income:fees', to: 'assets:receivable' }),
      }),
    ),
    ...feeDays.add({ orgUnitId: orgUnitOf(playerFeeId), dueOn }, { amount: amount * part.length, paid: 0, waived: 0 }),
  )
  if (outcome === 'written') return
  const there = await fees.getMany(part, { consistent: true })
  const lacking = part.filter((_, i) => !there[i])
  if (lacking.length < part.length) await charge(stamp, lacking)
}
