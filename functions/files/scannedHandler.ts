import type { GuardDutyScanResultNotificationEvent } from 'aws-lambda'
import { thumbnailOf } from '#shared/rules/files.ts'
import { deleteObject } from '../media/bucket.ts'
import { files } from '../table/files.ts'
import { outbox } from '../table/outbox.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { worker } from '../worker.ts'

/**
 * An object in which GuardDuty has found malicious software. A file says so first, in the write that has its sender told, so
 * that no route leads to it any more; then all its bytes go. What comes twice, late, or about what is gone takes bytes away and
 * does nothing else. A picture that is no file, as one of an account, is its bytes alone; so is the small picture beside a file,
 * which may be of somebody else’s making.
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
