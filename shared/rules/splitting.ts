import { outstandingOf, type Owing } from './fees.ts'
import { sharesOf } from './money.ts'

type SplitFee = Owing & { paying?: string | undefined }

/**
 * Why a fee cannot be split: something was paid on it, or is being paid, and it would be unclear whose that is. `holdsPlace`: a
 * place in a registration is held for some minutes until this fee is paid as a whole.
 */
export function whyCannotSplit(
  fee: SplitFee,
  holdsPlace = false,
): 'fee_settled' | 'split_too_late' | 'split_held' | undefined {
  if (outstandingOf(fee) <= 0) return 'fee_settled'
  if (fee.paid > 0 || fee.paying !== undefined) return 'split_too_late'
  return holdsPlace ? 'split_held' : undefined
}

/** Each home's part of a sum, by percentage: they add up to it. Undefined if one of them would pay nothing. */
export function partsOf(sum: number, percent: number): readonly [number, number] | undefined {
  const [firstShare = 0, secondShare = 0] = sharesOf(sum, [percent, 100 - percent])
  return firstShare > 0 && secondShare > 0 ? [firstShare, secondShare] : undefined
}

/** Whether this payer of the player is asked to pay it. */
export const isAskedOf = ({ payers }: { payers?: readonly string[] | undefined }, userId: string): boolean =>
  payers === undefined || payers.includes(userId)
