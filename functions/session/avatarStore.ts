import { deleteObject, putObject } from '../media/bucket.ts'

/** Users' pictures in the media bucket, under `avatar/<name>`. */

/** How long a browser may cache a picture, in seconds: each picture has its own URL. CloudFront caches it for less: see infra/web.ts. */
const daySeconds = 24 * 60 * 60

export const storeAvatar = (name: string, jpeg: Uint8Array): Promise<void> =>
  putObject(`avatar/${name}`, jpeg, { 'content-type': 'image/jpeg', 'cache-control': `public, max-age=${daySeconds}` })

export const deleteAvatar = (name: string): Promise<void> => deleteObject(`avatar/${name}`)
