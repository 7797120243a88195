import { thumbnailOf } from '#shared/rules/files.ts'
import { deleteObject } from '../media/bucket.ts'
import { files } from '../table/files.ts'
import { worker } from '../worker.ts'

/** Runs for each deleted or expired file item, and deletes its object from the bucket. */
export const handler = worker(async ({ pk }) => {
  const fileId = pk.slice('FILE#'.length)
  if (await files.get({ fileId }, { consistent: true })) return 'is there again'
  const keys = [`incoming/${fileId}`, `files/${fileId}`, thumbnailOf(fileId)]
  await Promise.all(keys.map(deleteObject))
  return 'gone'
})
