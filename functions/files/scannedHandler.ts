import type { GuardDutyScanResultNotificationEvent } from 'aws-lambda'
import { thumbnailOf } from '#shared/rules/files.ts'
import { deleteObject } from '../media/bucket.ts'
import { files } from '../table/files.ts'
import { outbox } from '../table/outbox.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { worker } from '../worker.ts'

/**
 * Runs for each object in which GuardDuty has found malware. First the file's item is marked as harmful, with a mail to its sender, so that
 * no route returns it any more; then its objects are deleted. A repeated or late message only deletes objects. For pictures without a file
 * item, and for thumbnails, only the object is deleted.
 */
export const handler = worker<Pick<GuardDutyScanResultNotificationEvent, 'detail'>>(async ({ detail }, { now }) => {
  const { objectKey } = detail.s3ObjectDetails
  if (detail.scanResultDetails.scanResultStatus !== 'THREATS_FOUND') return 'harmless'
  const fileId = /^files\/(.+)$/.exec(objectKey)?.[1]
  if (fileId === undefined || fileId.endsWith('.thumb')) {
    await deleteObject(objectKey)
    return 'taken away'
  }
  const outcome = await markHarmful(fileId, now)
  await Promise.all([`incoming/${fileId}`, `files/${fileId}`, thumbnailOf(fileId)].map(deleteObject))
  return outcome
})

const markHarmful = (fileId: string, at: string): Promise<string> =>
  retryOnConflict(async () => {
    const file = await files.get({ fileId }, { consistent: true })
    if (!file) return 'of no file'
    if (file.state === 'harmful') return 'known'
    const { userId } = file
    const mail = outbox.add({ at }, { letter: 'fileHarmful', to: { userId }, about: { fileId } })
    await write({ actor: 'files-scanned', at }, files.markHarmful(fileId), mail)
    return 'taken away'
  })
