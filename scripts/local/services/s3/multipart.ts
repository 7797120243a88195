import { createHash, randomUUID } from 'node:crypto'
import { wholeBody } from './body.ts'
import { malformedXml, S3Error, tooLarge } from './errors.ts'
import {
  arnOf,
  checkWriteCondition,
  commit,
  requirePermission,
  type Exchange,
  headersToKeep,
  replyXml,
} from './exchange.ts'
import { payloadOf } from './payload.ts'
import type { Staged, Upload } from './store.ts'
import { contents, unescaped } from './xml.ts'

const smallestPart = 5 * 2 ** 20

export async function createUpload(exchange: Exchange): Promise<void> {
  const { bucket, key, request, response } = exchange
  requirePermission(exchange, 's3:PutObject', arnOf(bucket.name, key))
  const id = randomUUID()
  bucket.store.saveUpload({ id, key, headers: headersToKeep(request.headers), parts: {} })
  replyXml(response, 'InitiateMultipartUploadResult', { Bucket: bucket.name, Key: key, UploadId: id })
}

export async function uploadPart(exchange: Exchange): Promise<void> {
  const { bucket, key, query, request, response, signer } = exchange
  requirePermission(exchange, 's3:PutObject', arnOf(bucket.name, key))
  const number = Number(query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Error(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
  }
  const { id } = uploadOf(exchange)
  const payload = payloadOf(request, query, signer.payload)
  const staged = await bucket.store.stage(payload.bytes)
  try {
    const checksum = payload.check()
    const upload = uploadOf(exchange)
    bucket.store.saveUpload({ ...upload, id, parts: { ...upload.parts, [number]: staged } })
    response.writeHead(200, { etag: etag(staged), ...(checksum ? { [checksum.header]: checksum.value } : {}) }).end()
  } catch (error) {
    bucket.store.unstage(staged)
    throw error
  }
}

export async function completeUpload(exchange: Exchange): Promise<void> {
  const { bucket, key, query, request, response, signer } = exchange
  requirePermission(exchange, 's3:PutObject', arnOf(bucket.name, key))
  const payload = payloadOf(request, query, signer.payload)
  const xml = (await wholeBody(payload.bytes, 2_000_000, tooLarge)).toString()
  payload.check()
  const upload = uploadOf(exchange)
  const parts = partsNamed(xml, upload)
  const staged = await bucket.store.stage(joined(exchange, parts))
  try {
    checkWriteCondition(exchange)
  } catch (error) {
    bucket.store.unstage(staged)
    throw error
  }
  const md5 = createHash('md5').update(Buffer.concat(parts.map((part) => Buffer.from(part.md5, 'hex'))))
  const stored = commit(
    exchange,
    key,
    staged,
    { headers: upload.headers, etag: `"${md5.digest('hex')}-${parts.length}"` },
    'ObjectCreated:CompleteMultipartUpload',
  )
  bucket.store.endUpload(upload)
  replyXml(response, 'CompleteMultipartUploadResult', { Bucket: bucket.name, Key: key, ETag: stored.etag })
}

export async function abortUpload(exchange: Exchange): Promise<void> {
  const { bucket, key, response } = exchange
  requirePermission(exchange, 's3:AbortMultipartUpload', arnOf(bucket.name, key))
  bucket.store.endUpload(uploadOf(exchange))
  response.writeHead(204).end()
}

export async function listParts(exchange: Exchange): Promise<void> {
  const { bucket, key, response } = exchange
  requirePermission(exchange, 's3:ListMultipartUploadParts', arnOf(bucket.name, key))
  const upload = uploadOf(exchange)
  replyXml(response, 'ListPartsResult', {
    Bucket: bucket.name,
    Key: key,
    UploadId: upload.id,
    IsTruncated: false,
    Part: Object.entries(upload.parts).map(([number, part]) => ({
      PartNumber: number,
      ETag: etag(part),
      Size: part.size,
    })),
  })
}

function uploadOf({ bucket, key, query }: Exchange): Upload {
  const upload = bucket.store.upload(query.get('uploadId') ?? '')
  if (upload?.key !== key) {
    throw new S3Error(
      404,
      'NoSuchUpload',
      'The specified multipart upload does not exist. The upload ID may be invalid.',
    )
  }
  return upload
}

/** The parts listed in the completing request, which must have been uploaded, be in order, and not be too small. */
function partsNamed(xml: string, upload: Upload): Staged[] {
  const namedParts = contents(xml, 'Part').map((part) => ({
    number: Number(contents(part, 'PartNumber')[0]),
    etag: unescaped(contents(part, 'ETag')[0] ?? '').replaceAll('"', ''),
  }))
  if (namedParts.length === 0) throw malformedXml()
  if (namedParts.some(({ number }, i) => number <= (namedParts[i - 1]?.number ?? 0))) {
    throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.')
  }
  const parts = namedParts.map(({ number, etag: namedEtag }) => {
    const part = upload.parts[number]
    if (part?.md5 !== namedEtag) {
      throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.')
    }
    return part
  })
  if (parts.slice(0, -1).some((part) => part.size < smallestPart)) {
    throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
  }
  return parts
}

async function* joined({ bucket }: Exchange, parts: Staged[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* bucket.store.read(part) as AsyncIterable<Uint8Array>
}

const etag = (part: Staged) => `"${part.md5}"`
