import { buffer } from 'node:stream/consumers'
import { createHash } from 'node:crypto'
import type { Buckets } from '../s3/buckets.ts'
import type { Files } from './files.ts'

/** The local buckets as the distribution uses them. A file that was read is cached in memory until it changes. */
export function bucketFiles(buckets: Buckets): Files {
  const read = new Map<string, { etag: string; body: Promise<Buffer> }>()
  return {
    async get(bucket, key) {
      const object = buckets.get(bucket, key)
      const place = `${bucket}/${key}`
      if (!object) {
        // A function may have deleted it.
        read.delete(place)
        return undefined
      }
      const { etag, headers, modified } = object
      const cached = read.get(place)
      const body = cached?.etag === etag ? cached.body : buffer(object.body())
      read.set(place, { etag, body })
      return { body: await body, headers: { ...headers, etag, 'last-modified': new Date(modified).toUTCString() } }
    },
    async put(bucket, key, body, headers) {
      const storedObject = buckets.get(bucket, key)
      const etag = `"${createHash('md5').update(body).digest('hex')}"`
      // An identical file keeps its date, as with `aws s3 sync`.
      const isUnchanged =
        storedObject?.etag === etag &&
        Object.entries(headers).every(([name, value]) => storedObject.headers[name] === value)
      if (!isUnchanged) await buckets.put(bucket, key, body, headers)
    },
    keys: async (bucket) => buckets.list(bucket),
    async remove(bucket, key) {
      buckets.remove(bucket, key)
      read.delete(`${bucket}/${key}`)
    },
  }
}
