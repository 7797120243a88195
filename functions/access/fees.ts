import { subjectOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import type { Fee } from '../table/fees.ts'

/** Whether somebody has canEditFees on the team, or on the club, that charges this fee. */
export function mayEditFee(access: Access, playerFeeId: string): boolean {
  const subject = subjectOf(playerFeeId)
  return subject !== undefined && flagsOn(access, subject).has('canEditFees')
}

/** Whether somebody may see this fee: the club, and those who are asked to pay it. Of a fee that is split, one home does not see the part of the other. */
export const mayBeAskedFor = (access: Access, fee: Pick<Fee, 'playerFeeId' | 'payers'>): boolean =>
  mayEditFee(access, fee.playerFeeId) || isAskedOf(fee, access.userId)
