import { thumbnailOf } from '#shared/rules/files.ts'
import { deleteObject } from '../media/bucket.ts'
import { files } from '../table/files.ts'
import { worker } from '../worker.ts'

/** A file that nothing names any more, or never did: its bytes go as well. */
export const handler = worker(async ({ pk }) => {
  const fileId = pk.slice('FILE#'.length)
  if (await files.get({ fileId }, { consistent: true })) return 'is there again'
  const keys = [`incoming/${fileId}`, `files/${fileId}`, thumbnailOf(fileId)]
  await Promise.all(keys.map(deleteObject))
  return 'gone'
})
