import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../types.ts'
import type { CorsRule } from './cors.ts'
import { accessDenied, noSuchKey, preconditionFailed, S3Error } from './errors.ts'
import type { Signer } from './sigv4.ts'
import type { Staged, Store, Stored } from './store.ts'
import { isDenied, type tagDenials } from './tagDenials.ts'
import { document, type Xml } from './xml.ts'

/** `denials`: which of its objects nobody may read, by tag. */
export type Bucket = { name: string; cors: CorsRule[]; store: Store; denials: ReturnType<typeof tagDenials> }

/** A change of an object, for event listeners. */
export type BucketEvent = {
  eventName:
    | 'ObjectCreated:Put'
    | 'ObjectCreated:Post'
    | 'ObjectCreated:Copy'
    | 'ObjectCreated:CompleteMultipartUpload'
    | 'ObjectRemoved:Delete'
  bucket: string
  key: string
  size?: number
  etag?: string
}

/** Returns a sentence on why a key may not do this, or undefined if it may. The resource is an ARN. */
export type Authorize = (accessKeyId: string, action: string, resource: string) => string | undefined

/** A signed request, and what is needed to answer it. */
export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  query: URLSearchParams
  buckets: ReadonlyMap<string, Bucket>
  bucket: Bucket
  key: string
  signer: Signer
  authorize: Authorize
  clock: Clock
  onEvent: (event: BucketEvent) => void
}

export const arnOf = (bucket: string, key = '') => `arn:aws:s3:::${bucket}${key && `/${key}`}`

/** Refuses what the role behind the signature does not allow. */
export function requirePermission(exchange: Exchange, action: string, resource: string): void {
  const refusal = exchange.authorize(exchange.signer.accessKeyId, action, resource)
  if (refusal !== undefined) throw accessDenied(refusal)
}

/** An object that must exist. Without the right to list the bucket, the caller gets AccessDenied for a missing one. */
export function existing(exchange: Exchange, bucket: Bucket, key: string): Stored {
  const stored = bucket.store.get(key)
  if (stored && isDenied(bucket.denials, arnOf(bucket.name, key), stored.tags))
    throw accessDenied('The policy of the bucket lets nobody read an object with such a tag.')
  if (stored) return stored
  requirePermission(exchange, 's3:ListBucket', arnOf(bucket.name))
  throw noSuchKey()
}

/** Checks the condition of a write: that the object does not exist yet, or is unchanged since the caller read it. */
export function checkWriteCondition({ request, bucket, key }: Exchange): void {
  const { 'if-none-match': noneMatch, 'if-match': match } = request.headers
  const stored = bucket.store.get(key)
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw new S3Error(501, 'NotImplemented', 'A header you provided implies functionality that is not implemented')
  }
  if (noneMatch === '*' && stored) throw preconditionFailed()
  if (match === undefined) return
  if (!stored) throw noSuchKey()
  if (match !== stored.etag && `"${match}"` !== stored.etag) throw preconditionFailed()
}

/** Turns staged bytes into an object and emits the event. */
export function commit(
  { bucket, clock, onEvent }: Pick<Exchange, 'bucket' | 'clock' | 'onEvent'>,
  key: string,
  staged: Staged,
  details: Pick<Stored, 'headers' | 'checksum'> & { etag?: string },
  eventName: BucketEvent['eventName'],
): Stored {
  const { headers, checksum, etag = `"${staged.md5}"` } = details
  const stored: Stored = {
    key,
    size: staged.size,
    etag,
    modified: clock.now(),
    headers,
    ...(checksum ? { checksum } : {}),
    file: staged.file,
  }
  bucket.store.commit(stored)
  onEvent({ eventName, bucket: bucket.name, key, size: stored.size, etag })
  return stored
}

const keptHeaders = new Set([
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'cache-control',
  'expires',
])

/** The request headers that are stored and returned with the object. */
export function headersToKeep(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const result: Record<string, string> = { 'content-type': 'binary/octet-stream' }
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && (keptHeaders.has(name) || name.startsWith('x-amz-meta-'))) result[name] = String(value)
  }
  // The transfer encoding of the upload is not a property of the object.
  const encoding = result['content-encoding']?.split(',').filter((each) => each.trim() !== 'aws-chunked') ?? []
  delete result['content-encoding']
  return encoding.length ? { ...result, 'content-encoding': encoding.join(',').trim() } : result
}

export function replyXml(response: ServerResponse, root: string, content: Xml, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(document(root, content))
}

export const isoDate = (at: number) => new Date(at).toISOString()
