import { outstandingOf, type Owing } from './fees.ts'
import { sharesOf } from './money.ts'

type Split = Owing & { paying?: string | undefined }

/**
 * Why a fee is not split: something was paid on it, or is being paid, and whose that is would be unclear. `holds`: so long as it
 * is not paid as a whole, a place in a registration is held for it, for some minutes.
 */
export function whyCannotSplit(fee: Split, holds = false): 'fee_settled' | 'split_too_late' | 'split_held' | undefined {
  if (outstandingOf(fee) <= 0) return 'fee_settled'
  if (fee.paid > 0 || fee.paying !== undefined) return 'split_too_late'
  return holds ? 'split_held' : undefined
}

/** What each home pays of a sum, by its percentage: both together are the sum. Undefined where one of them would pay nothing. */
export function partsOf(sum: number, percent: number): readonly [number, number] | undefined {
  const [one = 0, other = 0] = sharesOf(sum, [percent, 100 - percent])
  return one > 0 && other > 0 ? [one, other] : undefined
}

/** Whether somebody who pays for the player is asked for this. */
export const isAskedOf = ({ payers }: { payers?: readonly string[] | undefined }, userId: string): boolean =>
  payers === undefined || payers.includes(userId)
