import { subjectOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import type { Fee } from '../table/fees.ts'

/** Whether somebody keeps the fees of the team, or of the whole club, that asks for this one. */
export function mayEditFee(access: Access, playerFeeId: string): boolean {
  const subject = subjectOf(playerFeeId)
  return subject !== undefined && flagsOn(access, subject).has('canEditFees')
}

/** Of one home’s part the other home learns nothing; the club does. */
export const mayBeAskedFor = (access: Access, fee: Pick<Fee, 'playerFeeId' | 'payers'>): boolean =>
  mayEditFee(access, fee.playerFeeId) || isAskedOf(fee, access.userId)
