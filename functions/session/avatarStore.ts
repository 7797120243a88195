import { deleteObject, putObject } from '../bucket.ts'

/** People's pictures in the media bucket, under `avatar/<name>`. */

/** How long a browser and the edge may keep a picture, in seconds. Its address changes with it. */
const day = 24 * 60 * 60

export const storeAvatar = (name: string, jpeg: Uint8Array): Promise<void> =>
  putObject(`avatar/${name}`, jpeg, { 'content-type': 'image/jpeg', 'cache-control': `public, max-age=${day}` })

export const deleteAvatar = (name: string): Promise<void> => deleteObject(`avatar/${name}`)
