import type { recordings as area } from '#shared/api/recordings.ts'
import { fileOf } from '#shared/ids.ts'
import { posterPixels } from '#shared/rules/recordings.ts'
import type { CallOf } from '../serve.ts'
import { recordings } from '../table/recordings.ts'
import { update } from '../table/table.ts'
import { putThumbnail } from '../media/thumbnail.ts'
import { requireRecording } from './access.ts'

/** Stores the thumbnail of a recording. */
export async function setPoster({
  params: { recordingId },
  body: { jpeg, seconds },
  stamp,
}: CallOf<typeof area, 'PUT /rest-api/recordings/{recordingId}/poster'>) {
  await requireRecording(recordingId)
  await putThumbnail(fileOf(recordingId), jpeg, posterPixels)
  await update(stamp, recordings.change({ recordingId }, { set: { poster: true, seconds } }, 'not_found'))
  return {}
}
