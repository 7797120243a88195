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
export const onTheirLists = (recordingId: string, now: string): Promise<string> =>
  retryOnConflict(async () => {
    const film = await recordings.get({ recordingId }, { consistent: true })
    const before = await givenRecordings.of({ recordingId })
    const isThere = film?.shelf === 'there'
    const wanted = new Set(isThere ? sharedWith(teamOf(recordingId) ?? '', film.shares).playerIds : [])
    const right = new Set(before.filter((row) => row.startsAt === film?.startsAt).map(({ playerId }) => playerId))
    const changes: Write[] = [
      ...before
        .filter(({ playerId }) => !wanted.has(playerId))
        .map(({ playerId }) => givenRecordings.remove({ recordingId, playerId }, 'conflict')),
      ...[...wanted]
        .filter((playerId) => !right.has(playerId))
        .map((playerId) => {
          const set = { recordingId, playerId, startsAt: film?.startsAt ?? '' }
          return givenRecordings.upsert({ recordingId, playerId }, { set })
        }),
    ]
    const stands = film ? recordings.check({ recordingId }, ifUnchanged(film)) : recordings.checkAbsent({ recordingId })
    for (const some of chunks(changes, maxTransactWrites - 1))
      await write({ actor: 'recordings-given', at: now }, stands, ...some)
    return changes.length > 0 ? 'on their lists' : 'nothing'
  })
