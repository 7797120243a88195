import type { recordings as area } from '#shared/api/recordings.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { type Recording, recordings } from '../table/recordings.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'
import { requireRecording } from './access.ts'

type Api = typeof area

/** Moves a recording to the bin, or deletes one in the bin; a worker then deletes its film: see goneHandler.ts. Idempotent. */
export const deleteRecording = ({
  params: { recordingId },
  query: { forGood },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/recordings/{recordingId}'>) =>
  retryOnConflict(async () => {
    const row = await requireRecording(recordingId)
    if (forGood === 'true') {
      // A client with an outdated list of the bin must not delete what someone has restored.
      if (row.shelf !== 'bin') throw new Problem('not_in_bin')
      await write(stamp, recordings.remove({ recordingId }, 'conflict', [['shelf', '=', 'bin']]))
    } else if (row.shelf === 'there') await write(stamp, shelfChange(row, { shelf: 'bin', deletedAt: stamp.at }))
    return {}
  })

export const restoreRecording = ({
  params: { recordingId },
  stamp,
}: CallOf<Api, 'POST /rest-api/recordings/{recordingId}/restore'>) =>
  retryOnConflict(async () => {
    const row = await requireRecording(recordingId)
    if (row.shelf === 'bin') await write(stamp, shelfChange(row, { shelf: 'there', deletedAt: undefined }))
    return {}
  })

const shelfChange = (
  { recordingId, startsAt, version }: Stored<Recording>,
  { shelf, deletedAt }: { shelf: Recording['shelf']; deletedAt: string | undefined },
): Write =>
  recordings.change(
    { recordingId },
    { set: { recordingId, startsAt, shelf, deletedAt }, when: ifUnchanged({ version }) },
  )
