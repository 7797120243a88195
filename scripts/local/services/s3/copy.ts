import { invalidRequest, notImplemented, S3Error } from './errors.ts'
import {
  arnOf,
  checkWriteCondition,
  commit,
  requirePermission,
  type Exchange,
  existing,
  headersToKeep,
  isoDate,
  replyXml,
} from './exchange.ts'

/** A PUT with a source: copies the bytes to another key, with the same headers or new ones. */
export async function copyObject(exchange: Exchange): Promise<void> {
  const { bucket, buckets, key, request, response } = exchange
  const conditional = Object.keys(request.headers).find((name) => name.startsWith('x-amz-copy-source-'))
  if (conditional) throw notImplemented(conditional)
  const [from = '', ...rest] = decodeURIComponent(String(request.headers['x-amz-copy-source']))
    .replace(/^\//, '')
    .split('/')
  const source = { bucket: buckets.get(from), key: rest.join('/') }
  requirePermission(exchange, 's3:PutObject', arnOf(bucket.name, key))
  requirePermission(exchange, 's3:GetObject', arnOf(from, source.key))
  if (!source.bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
  const original = existing(exchange, source.bucket, source.key)
  const replaced = request.headers['x-amz-metadata-directive'] === 'REPLACE'
  if (source.bucket === bucket && source.key === key && !replaced) {
    throw invalidRequest(
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata.",
    )
  }
  // Tags are copied unless replaced, and need permissions of their own.
  const isTagged = original.tags !== undefined && request.headers['x-amz-tagging-directive'] !== 'REPLACE'
  if (isTagged) {
    requirePermission(exchange, 's3:GetObjectTagging', arnOf(from, source.key))
    requirePermission(exchange, 's3:PutObjectTagging', arnOf(bucket.name, key))
  }
  const staged = await bucket.store.stage(source.bucket.store.read(original))
  try {
    checkWriteCondition(exchange)
  } catch (error) {
    bucket.store.unstage(staged)
    throw error
  }
  const stored = commit(
    exchange,
    key,
    staged,
    {
      headers: replaced ? headersToKeep(request.headers) : original.headers,
      ...(original.checksum ? { checksum: original.checksum } : {}),
    },
    'ObjectCreated:Copy',
  )
  if (isTagged && original.tags) bucket.store.tag(stored, original.tags)
  replyXml(response, 'CopyObjectResult', { ETag: stored.etag, LastModified: isoDate(stored.modified) })
}
