import { pipeline } from 'node:stream/promises'
import { preconditionFailed, S3Error } from './errors.ts'
import {
  arnOf,
  checkWriteCondition,
  commit,
  requirePermission,
  type Exchange,
  existing,
  headersToKeep,
} from './exchange.ts'
import { payloadOf } from './payload.ts'
import type { Stored } from './store.ts'

export async function putObject(exchange: Exchange): Promise<void> {
  const { bucket, key, query, request, response, signer } = exchange
  requirePermission(exchange, 's3:PutObject', arnOf(bucket.name, key))
  checkWriteCondition(exchange)
  const payload = payloadOf(request, query, signer.payload)
  const staged = await bucket.store.stage(payload.bytes)
  try {
    const checksum = payload.check()
    // Checked again, since another write may have finished during the upload.
    checkWriteCondition(exchange)
    const details = { headers: headersToKeep(request.headers), ...(checksum ? { checksum } : {}) }
    const stored = commit(exchange, key, staged, details, 'ObjectCreated:Put')
    response.writeHead(200, { etag: stored.etag, ...(checksum ? { [checksum.header]: checksum.value } : {}) }).end()
  } catch (error) {
    if (bucket.store.get(key)?.file !== staged.file) bucket.store.unstage(staged)
    throw error
  }
}

/** GET and HEAD: the object or a range of it, or 304 if the caller's copy is current. */
export async function getObject(exchange: Exchange): Promise<void> {
  const { bucket, key, query, request, response } = exchange
  requirePermission(exchange, 's3:GetObject', arnOf(bucket.name, key))
  const stored = existing(exchange, bucket, key)
  const unchanged = checkReadCondition(exchange, stored)
  const headers: Record<string, string | number> = {
    etag: stored.etag,
    'last-modified': new Date(stored.modified).toUTCString(),
    'accept-ranges': 'bytes',
    ...stored.headers,
  }
  for (const [name, value] of query) {
    if (name.startsWith('response-')) headers[name.slice('response-'.length)] = value
  }
  if (unchanged) {
    response.writeHead(304, { etag: stored.etag, 'last-modified': String(headers['last-modified']) }).end()
    return
  }
  const range = rangeOf(request.headers.range, stored.size)
  if (range) {
    headers['content-range'] = `bytes ${range.start}-${range.end}/${stored.size}`
  } else if (stored.checksum && request.headers['x-amz-checksum-mode'] === 'ENABLED') {
    headers[stored.checksum.header] = stored.checksum.value
    headers['x-amz-checksum-type'] = 'FULL_OBJECT'
  }
  headers['content-length'] = range ? range.end - range.start + 1 : stored.size
  response.writeHead(range ? 206 : 200, headers)
  if (request.method === 'HEAD' || stored.size === 0) response.end()
  else await pipeline(bucket.store.read(stored, range), response)
}

export async function deleteObject(exchange: Exchange): Promise<void> {
  const { bucket, key, onEvent, response } = exchange
  requirePermission(exchange, 's3:DeleteObject', arnOf(bucket.name, key))
  if (bucket.store.remove(key)) onEvent({ eventName: 'ObjectRemoved:Delete', bucket: bucket.name, key })
  response.writeHead(204).end()
}

/** Whether the caller's copy is current; throws if a precondition fails. */
function checkReadCondition({ request }: Exchange, stored: Stored): boolean {
  const { headers } = request
  const names = (list: string) => list.split(',').map((each) => each.trim())
  const listsEtag = (list: string) =>
    names(list).some((each) => each === '*' || each === stored.etag || `"${each}"` === stored.etag)
  const seconds = Math.floor(stored.modified / 1000)
  const toSeconds = (date: string) => Math.floor(Date.parse(date) / 1000)
  if (headers['if-match'] !== undefined) {
    if (!listsEtag(headers['if-match'])) throw preconditionFailed()
  } else if (headers['if-unmodified-since'] && seconds > toSeconds(headers['if-unmodified-since'])) {
    throw preconditionFailed()
  }
  if (headers['if-none-match'] !== undefined) return listsEtag(headers['if-none-match'])
  return headers['if-modified-since'] !== undefined && seconds <= toSeconds(headers['if-modified-since'])
}

/**
 * The requested bytes, both ends inclusive; undefined for all, which S3 also returns for a range that it does not
 * understand.
 */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!from && !to) return undefined
  const start = from ? Number(from) : Math.max(size - Number(to), 0)
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (from && to && Number(to) < Number(from)) return undefined
  if (start >= size || (!from && Number(to) === 0)) {
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable')
  }
  return { start, end }
}
