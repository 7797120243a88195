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
 * The caller's access to a recording; for one in the bin, only if they record for its team. Non-members get `not_allowed`, so
 * they do not learn what the team has.
 */
export function accessFor({ access }: Me, recordingId: string, row: Recording | undefined): AccessType {
  const its = row && accessToRecording(access, teamOf(recordingId) ?? '', row.shares)
  if (row && its && isAtLeast(its, row.shelf === 'bin' ? 'OWNER' : 'VIEWER')) return its
  const subject = subjectOf(recordingId)
  if (can({ access, groups: [] }, 'member', subject).allowed) throw new Problem('not_found')
  throw new Problem(subject && isHeldBackIn(access, subject.organizationId) ? 'club_second_factor' : 'not_allowed')
}

/** The recording as it is now, once it is known that the caller records for the team. */
export async function recordingNow(recordingId: string): Promise<Stored<Recording>> {
  const row = await recordings.get({ recordingId }, { consistent: true })
  if (!row) throw new Problem('not_found')
  return row
}
