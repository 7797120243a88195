import { teamOf } from '#shared/ids.ts'
import { sharedWith } from '#shared/rules/recordings.ts'
import { chunks } from '../table/chunks.ts'
import { givenRecordings, recordings } from '../table/recordings.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

/**
 * Brings the lists of single players up to date with a recording's current shares; none for one in the bin. Idempotent, in any order of
 * messages.
 */
export const updatePlayerLists = (recordingId: string, now: string): Promise<string> =>
  retryOnConflict(async () => {
    const film = await recordings.get({ recordingId }, { consistent: true })
    const existingRows = await givenRecordings.of({ recordingId })
    const isThere = film?.shelf === 'there'
    const sharedPlayerIds = new Set(isThere ? sharedWith(teamOf(recordingId) ?? '', film.shares).playerIds : [])
    const upToDateIds = new Set(
      existingRows.filter((row) => row.startsAt === film?.startsAt).map(({ playerId }) => playerId),
    )
    const changes: Write[] = [
      ...existingRows
        .filter(({ playerId }) => !sharedPlayerIds.has(playerId))
        .map(({ playerId }) => givenRecordings.remove({ recordingId, playerId }, 'conflict')),
      ...[...sharedPlayerIds]
        .filter((playerId) => !upToDateIds.has(playerId))
        .map((playerId) => {
          const set = { recordingId, playerId, startsAt: film?.startsAt ?? '' }
          return givenRecordings.upsert({ recordingId, playerId }, { set })
        }),
    ]
    const recordingCheck = film
      ? recordings.check({ recordingId }, ifUnchanged(film))
      : recordings.checkAbsent({ recordingId })
    for (const chunk of chunks(changes, maxTransactWrites - 1))
      await write({ actor: 'recordings-given', at: now }, recordingCheck, ...chunk)
    return changes.length > 0 ? 'on their lists' : 'nothing'
  })
