import { deleteObject } from '../bucket.ts'
import { files } from '../table/files.ts'
import { worker } from '../worker.ts'

/** A file that nothing names any more, or never did: its bytes go as well. */
export const handler = worker(async ({ pk }) => {
  const fileId = pk.slice('FILE#'.length)
  if (await files.get({ fileId }, { consistent: true })) return 'is there again'
  await Promise.all([deleteObject(`incoming/${fileId}`), deleteObject(`files/${fileId}`)])
  return 'gone'
})
