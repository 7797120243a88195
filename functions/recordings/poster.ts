import type { recordings as area } from '#shared/api/recordings.ts'
import { fileOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { thumbnailOf } from '#shared/rules/files.ts'
import { posterPixels } from '#shared/rules/recordings.ts'
import { putObject } from '../bucket.ts'
import { jpegSize } from '../jpeg.ts'
import { jpegWithoutPlace } from '../jpegWithoutPlace.ts'
import type { CallOf } from '../serve.ts'
import { recordings } from '../table/recordings.ts'
import { update } from '../table/table.ts'
import { recordingNow } from './standing.ts'

/** Puts a picture of a recording beside its film. */
export async function setPoster({
  params: { recordingId },
  body: { jpeg, seconds },
  stamp,
}: CallOf<typeof area, 'PUT /rest-api/recordings/{recordingId}/poster'>) {
  await recordingNow(recordingId)
  const bytes = jpegWithoutPlace(Buffer.from(jpeg, 'base64'))
  const size = bytes && jpegSize(Buffer.from(bytes))
  if (!size || Math.max(size.width, size.height) > posterPixels) throw new Problem('wrong_file')
  await putObject(thumbnailOf(fileOf(recordingId)), bytes, {
    'content-type': 'image/jpeg',
    'content-disposition': 'inline',
  })
  await update(stamp, recordings.change({ recordingId }, { set: { poster: true, seconds } }, 'not_found'))
  return {}
}
