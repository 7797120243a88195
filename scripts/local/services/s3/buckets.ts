import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Clock, Handle } from '../../types.ts'
import { copyObject } from './copy.ts'
import { type CorsRule, cors } from './cors.ts'
import { deleteObjects } from './delete-objects.ts'
import { notImplemented, S3Error } from './errors.ts'
import {
  arnOf,
  type Authorize,
  type Bucket,
  type BucketEvent,
  commit,
  requirePermission,
  type Exchange,
  replyXml,
} from './exchange.ts'
import { listObjects } from './list.ts'
import { abortUpload, completeUpload, createUpload, listParts, uploadPart } from './multipart.ts'
import { deleteObject, getObject, putObject } from './objects.ts'
import { postObject } from './post-object.ts'
import { type CredentialsOf, verifySigner } from './sigv4.ts'
import { type Store, openStore } from './store.ts'
import { isDenied } from './tagDenials.ts'

export type BucketOptions = {
  /** Where objects are kept, in a folder per bucket. */
  dir: string
  /** By physical name, with the rules of `CorsConfiguration.CorsRules`. */
  buckets: { name: string; cors?: CorsRule[]; denials?: Bucket['denials'] }[]
  clock: Clock
  /** The secret of an access key id; undefined if there is no such key. */
  credentialsOf: CredentialsOf
  /** Called before every operation; a returned sentence refuses it. */
  authorize?: Authorize
  onEvent?: (event: BucketEvent) => void
  /** Stores that are already open, by bucket: a folder may only have one writer. */
  stores?: Map<string, Store>
}

/** The local cloud's own access to buckets, without signatures and roles. */
export type Buckets = {
  handle: Handle
  put(bucket: string, key: string, body: Uint8Array, headers: Record<string, string>): Promise<void>
  get(
    bucket: string,
    key: string,
  ): { headers: Record<string, string>; size: number; etag: string; modified: number; body(): Readable } | undefined
  list(bucket: string, prefix?: string): string[]
  remove(bucket: string, key: string): boolean
}

/** The buckets of the assembly with S3's own API, in path style. */
export function startBuckets(options: BucketOptions): Buckets {
  const { authorize = () => undefined, clock, onEvent = () => undefined, credentialsOf, stores = new Map() } = options
  const buckets = new Map<string, Bucket>(
    options.buckets.map(({ name, cors: rules = [], denials = [] }) => {
      const store = stores.get(name) ?? openStore(join(options.dir, name))
      stores.set(name, store)
      return [name, { name, cors: rules, store, denials }]
    }),
  )
  const bucketOf = (name: string) => {
    const bucket = buckets.get(name)
    if (!bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
    return bucket
  }

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, name = '', ...rest] = (path.split('?')[0] ?? '').split('/')
    const key = decoded(rest.join('/'))
    if (Buffer.byteLength(key) > 1024) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long')
    if (!name) throw notImplemented('ListBuckets')
    const bucket = bucketOf(decoded(name))
    if (cors(bucket.cors, request, response)) return
    if (request.method === 'POST' && !key && /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) {
      await postObject(request, response, bucket, { authorize, clock, credentialsOf, onEvent })
      return
    }
    // The signature covers the URL as the caller wrote it, with whatever prefix it has.
    const target = request.url ?? '/'
    const query = new URLSearchParams(target.split('?')[1] ?? '')
    const signer = verifySigner(request, target, credentialsOf, clock)
    await operationFor(
      request,
      key,
      query,
    )({ request, response, query, buckets, bucket, key, signer, authorize, clock, onEvent })
  }

  return {
    async handle(request, response, path) {
      response.setHeader('x-amz-request-id', randomUUID())
      await answer(request, response, path).catch((error: unknown) => respondWithError(request, response, path, error))
    },
    async put(name, key, body, headers) {
      const bucket = bucketOf(name)
      commit({ bucket, clock, onEvent }, key, await bucket.store.stage([body]), { headers }, 'ObjectCreated:Put')
    },
    get(name, key) {
      const { store, denials } = bucketOf(name)
      const stored = store.get(key)
      if (isDenied(denials, arnOf(name, key), stored?.tags)) return undefined
      return stored && { ...stored, body: () => store.read(stored) }
    },
    list: (name, prefix = '') =>
      bucketOf(name)
        .store.keys()
        .filter((key) => key.startsWith(prefix)),
    remove: (name, key) => bucketOf(name).store.remove(key),
  }
}

const knownParameters =
  /^(x-id|x-amz-.*|response-.*|uploads|uploadId|partNumber|delete|list-type|prefix|delimiter|max-keys|continuation-token|start-after|encoding-type|fetch-owner)$/i

function operationFor(
  { method, headers }: IncomingMessage,
  key: string,
  query: URLSearchParams,
): (exchange: Exchange) => Promise<void> {
  const unknownParameter = [...query.keys()].find((name) => !knownParameters.test(name))
  if (unknownParameter !== undefined) throw notImplemented(`the parameter ${unknownParameter}`)
  const copies = headers['x-amz-copy-source'] !== undefined
  if (!key) {
    if (method === 'GET' && !query.has('uploads')) return listObjects
    if (method === 'HEAD') return headBucket
    if (method === 'POST' && query.has('delete')) return deleteObjects
  } else if (query.has('uploadId')) {
    if (method === 'PUT' && !copies) return uploadPart
    if (method === 'POST') return completeUpload
    if (method === 'DELETE') return abortUpload
    if (method === 'GET') return listParts
  } else {
    if (method === 'POST' && query.has('uploads')) return createUpload
    if (method === 'PUT') return copies ? copyObject : putObject
    if (method === 'GET' || method === 'HEAD') return getObject
    if (method === 'DELETE') return deleteObject
  }
  throw notImplemented(`${method} of ${key ? 'an object' : 'a bucket'} like this`)
}

async function headBucket(exchange: Exchange): Promise<void> {
  requirePermission(exchange, 's3:ListBucket', arnOf(exchange.bucket.name))
  exchange.response.writeHead(200).end()
}

function respondWithError(request: IncomingMessage, response: ServerResponse, path: string, error: unknown): void {
  // A response that has started cannot become an error response.
  if (response.headersSent) {
    response.destroy()
    return
  }
  request.resume()
  const s3Error = error instanceof S3Error ? error : new S3Error(500, 'InternalError', (error as Error).message)
  if (request.method === 'HEAD') response.writeHead(s3Error.status).end()
  else replyXml(response, 'Error', { Code: s3Error.code, Message: s3Error.message, Resource: path }, s3Error.status)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.")
  }
}
