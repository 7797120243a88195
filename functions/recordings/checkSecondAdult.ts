import { teamOf } from '#shared/ids.ts'
import { recording, sharedWith } from '#shared/rules/recordings.ts'
import { requireSecondAdult } from '../access/secondAdult.ts'
import type { Recording } from '../table/recordings.ts'
import { teamPlayers } from '../table/rosters.ts'
import type { Write } from '../table/writes.ts'

type SharedRecording = Pick<Recording, 'recordingId' | 'shares'> & { userId: string; now: string }

/** Applies the child-safety rule to comments in a recording: everyone it is shared with reads them. */
export async function checkSecondAdult({ recordingId, shares, userId, now }: SharedRecording): Promise<Write[]> {
  const teamId = teamOf(recordingId) ?? ''
  const { team, playerIds } = sharedWith(teamId, shares)
  const roster = team ? (await teamPlayers.withTeam({ teamId })).players.map(({ playerId }) => playerId) : []
  const all = [...new Set([...playerIds, ...roster])]
  return all.length === 0
    ? []
    : requireSecondAdult({ about: recordingId, playerIds: all, readWith: recording, userId, now })
}
