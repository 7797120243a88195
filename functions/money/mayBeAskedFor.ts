import { subjectOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import type { Fee } from '../table/fees.ts'

/** Of one home’s part the other home learns nothing; the club does. */
export function mayBeAskedFor(access: Access, fee: Pick<Fee, 'playerFeeId' | 'payers'>): boolean {
  const subject = subjectOf(fee.playerFeeId)
  const isStaff = subject !== undefined && flagsOn(access, subject).has('canEditFees')
  return isStaff || isAskedOf(fee, access.userId)
}
