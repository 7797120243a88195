import type { GuardDutyScanResultNotificationEvent } from 'aws-lambda'
import { thumbnailOf } from '#shared/rules/files.ts'
import { deleteObject } from '../media/bucket.ts'
import { files } from '../table/files.ts'
import { outbox } from '../table/outbox.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { worker } from '../worker.ts'

/**
 * Handles an object in which GuardDuty found malware. A file is first marked as harmful, in the write that notifies its sender,
 * so that no route leads to it any more; then all its bytes are deleted. Repeated or late events, and those about deleted files,
 * only delete bytes. So do events about objects that are not files: profile pictures, and the thumbnail beside a file, which
 * another person may have uploaded.
 */
export const handler = worker<Pick<GuardDutyScanResultNotificationEvent, 'detail'>>(async ({ detail }, { now }) => {
  const { objectKey } = detail.s3ObjectDetails
  if (detail.scanResultDetails.scanResultStatus !== 'THREATS_FOUND') return 'harmless'
  const fileId = /^files\/(.+)$/.exec(objectKey)?.[1]
  if (fileId === undefined || fileId.endsWith('.thumb')) {
    await deleteObject(objectKey)
    return 'taken away'
  }
  const outcome = await condemned(fileId, now)
  await Promise.all([`incoming/${fileId}`, `files/${fileId}`, thumbnailOf(fileId)].map(deleteObject))
  return outcome
})

const condemned = (fileId: string, at: string): Promise<string> =>
  retryOnConflict(async () => {
    const file = await files.get({ fileId }, { consistent: true })
    if (!file) return 'of no file'
    if (file.state === 'harmful') return 'known'
    const { userId } = file
    const letter = outbox.want({ at }, { letter: 'fileHarmful', to: { userId }, about: { fileId } })
    await write({ actor: 'files-scanned', at }, files.condemn(fileId), letter)
    return 'taken away'
  })
