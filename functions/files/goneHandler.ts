import { thumbnailOf } from '#shared/rules/files.ts'
import { deleteObject } from '../media/bucket.ts'
import { files } from '../table/files.ts'
import { worker } from '../worker.ts'

/** Deletes the bytes of a file whose row is gone: it is no longer referenced, or never was. */
export const handler = worker(async ({ pk }) => {
  const fileId = pk.slice('FILE#'.length)
  if (await files.get({ fileId }, { consistent: true })) return 'is there again'
  const keys = [`incoming/${fileId}`, `files/${fileId}`, thumbnailOf(fileId)]
  await Promise.all(keys.map(deleteObject))
  return 'gone'
})
