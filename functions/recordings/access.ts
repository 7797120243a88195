import { subjectOf, teamOf } from '#shared/ids.ts'
import { can } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { accessToRecording } from '#shared/rules/recordings.ts'
import { type AccessType, isAtLeast } from '#shared/rules/shares.ts'
import { isHeldBackIn } from '../http/secondFactor.ts'
import type { Me } from '../table/me.ts'
import { type Recording, recordings } from '../table/recordings.ts'
import type { Stored } from '../table/writes.ts'

/**
 * A recording, read consistently, if the caller may see it; one in the bin only for staff who record for its team. Throws `not_found`
 * otherwise.
 */
export function accessFor({ access }: Me, recordingId: string, row: Recording | undefined): AccessType {
  const accessType = row && accessToRecording(access, teamOf(recordingId) ?? '', row.shares)
  if (row && accessType && isAtLeast(accessType, row.shelf === 'bin' ? 'OWNER' : 'VIEWER')) return accessType
  const subject = subjectOf(recordingId)
  if (can({ access, groups: [] }, 'member', subject).allowed) throw new Problem('not_found')
  throw new Problem(subject && isHeldBackIn(access, subject.organizationId) ? 'club_second_factor' : 'not_allowed')
}

/** The same for changes, after it was checked that the caller records for the team. */
export async function requireRecording(recordingId: string): Promise<Stored<Recording>> {
  const row = await recordings.get({ recordingId }, { consistent: true })
  if (!row) throw new Problem('not_found')
  return row
}
