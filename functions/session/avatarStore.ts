import { deleteObject, putObject } from '../bucket.ts'

/** People's pictures in the media bucket, under `avatar/<userId>`. */

/** How long a browser and the edge may keep a picture, in seconds. Its address changes with it. */
const day = 24 * 60 * 60

export const storeAvatar = (userId: string, jpeg: Uint8Array): Promise<void> =>
  putObject(`avatar/${userId}`, jpeg, { 'content-type': 'image/jpeg', 'cache-control': `public, max-age=${day}` })

export const deleteAvatar = (userId: string): Promise<void> => deleteObject(`avatar/${userId}`)
