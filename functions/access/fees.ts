import { subjectOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import type { Fee } from '../table/fees.ts'

/** Whether the user has canEditFees on the team or club that charges this fee. */
export function mayEditFee(access: Access, playerFeeId: string): boolean {
  const subject = subjectOf(playerFeeId)
  return subject !== undefined && flagsOn(access, subject).has('canEditFees')
}

/**
 * Whether the user may see this fee: the club, and those asked to pay it. If a fee is split, one home does not see the other's
 * part.
 */
export const mayBeAskedFor = (access: Access, fee: Pick<Fee, 'playerFeeId' | 'payers'>): boolean =>
  mayEditFee(access, fee.playerFeeId) || isAskedOf(fee, access.userId)
