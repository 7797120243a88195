import { deleteObject, putObject } from '../media/bucket.ts'

/** People's pictures in the media bucket, under `avatar/<name>`. */

/** How long browsers may cache a picture, in seconds: each has its own URL. The edge caches it for less: see infra/web.ts. */
const day = 24 * 60 * 60

export const storeAvatar = (name: string, jpeg: Uint8Array): Promise<void> =>
  putObject(`avatar/${name}`, jpeg, { 'content-type': 'image/jpeg', 'cache-control': `public, max-age=${day}` })

export const deleteAvatar = (name: string): Promise<void> => deleteObject(`avatar/${name}`)
