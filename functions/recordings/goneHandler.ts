import { fileOf, organizationOf } from '#shared/ids.ts'
import { files } from '../table/files.ts'
import { libraryUsage } from '../table/libraries.ts'
import { type MomentId, moments, recordings } from '../table/recordings.ts'
import { chunks } from '../table/chunks.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import { worker } from '../worker.ts'
import { updatePlayerLists } from './playerLists.ts'
import { countWrite } from './usage.ts'

/**
 * Runs for each change of a recording: updates the lists of single players; and for one that was deleted or has expired in the bin,
 * releases its film and storage.
 */
export const handler = worker(async ({ sk, change }, { now }) => {
  const recordingId = sk.slice('RECORDING#'.length)
  const lists = await updatePlayerLists(recordingId, now)
  if (change !== 'removed') return lists
  const stamp = { actor: 'recordings-gone', at: now }
  const rows = await recordings.withMoments({ recordingId })
  if (rows.some((row) => 'media' in row)) return 'is there again'
  const momentRows = rows.filter((row): row is (typeof rows)[number] & MomentId => 'momentId' in row)
  for (const chunk of chunks(momentRows, maxTransactWrites))
    await write(stamp, ...chunk.map(({ momentId }) => moments.remove({ recordingId, momentId })))
  return retryOnConflict(async () => {
    const organizationId = organizationOf(recordingId)
    const fileId = fileOf(recordingId)
    const [file, count] = await Promise.all([
      files.get({ fileId }, { consistent: true }),
      countWrite(organizationId, now),
    ])
    if (file?.about !== recordingId) return 'gone already'
    // In one transaction: on a repeated message the file is gone already.
    await write(
      stamp,
      files.removeAttached(fileId, recordingId),
      libraryUsage.free(organizationId, file.size),
      count(-file.size),
    )
    return 'gone'
  })
})
