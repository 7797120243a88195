import type { files } from '#shared/api/files.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { isShown } from '#shared/rules/files.ts'
import { deleteObject, getObject, putObject } from '../media/bucket.ts'
import { refuseIfHarmful } from '../media/harmful.ts'
import { ignoreConflict } from '../table/ignore.ts'
import type { CallOf } from '../serve.ts'
import { joinLarge } from './joinLarge.ts'
import { type File, files as rows, unattachedHours } from '../table/files.ts'
import { update } from '../table/table.ts'
import { typeOf } from '../media/typeOf.ts'
import { withoutMetadata } from '../media/withoutMetadata.ts'

/**
 * Accepts an uploaded file: checks that its contents have the announced type, removes metadata such as place and device, and moves it to
 * its final key. Idempotent, also for concurrent calls.
 */
export async function keepFile(call: CallOf<typeof files, 'POST /rest-api/files/{fileId}/keep'>) {
  const { params, userId, stamp, now } = call
  const { fileId } = params
  const file = await rows.get({ fileId }, { consistent: true })
  if (!file || file.userId !== userId) throw new Problem('not_found')
  refuseIfHarmful(file)
  if (file.state === 'kept') return summary(fileId, file)
  const until = addHours(now, unattachedHours)
  const keptChange = (set: { until: string; size?: number }) =>
    rows.change({ fileId }, { set: { ...set, state: 'kept' }, when: [['state', '=', 'asked']] })
  if (file.uploadId !== undefined) {
    await joinLarge({ ...file, fileId, uploadId: file.uploadId })
    await ignoreConflict(update(stamp, keptChange({ until })))
    return summary(fileId, file)
  }
  const bytes = await getObject(`incoming/${fileId}`)
  if (!bytes || bytes.length === 0) throw new Problem('file_missing')
  if (bytes.length !== file.size || (await typeOf(bytes, file.type)) !== file.type) throw new Problem('wrong_file')
  const clean = withoutMetadata(bytes, file.type)
  if (!clean) throw new Problem('wrong_file')
  await putObject(`files/${fileId}`, clean, {
    'content-type': isShown(file.type) ? file.type : 'application/octet-stream',
    'content-disposition': isShown(file.type) ? 'inline' : 'attachment',
  })
  await ignoreConflict(update(stamp, keptChange({ until, size: clean.length })))
  // If this fails, the bucket's lifecycle rule deletes it within a day.
  await deleteObject(`incoming/${fileId}`)
  return summary(fileId, { ...file, size: clean.length })
}

const summary = (fileId: string, { name, type, size }: Pick<File, 'name' | 'type' | 'size'>) => ({
  fileId,
  name,
  type,
  size,
})
