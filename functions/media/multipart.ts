import { Problem } from '#shared/problems.ts'
import { send, signedAddress } from './bucket.ts'
import { countUpload } from '../table/meter.ts'

/** A multipart upload to the media bucket. */
export type Parts = { key: string; uploadId: string }
export type Part = { number: number; size: number; etag: string }

const contents = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner = '']) => inner)
const textOf = (xml: string, name: string) => contents(xml, name)[0] ?? ''

/** Starts a multipart upload of an object with these headers. */
export async function beginParts(key: string, headers: Record<string, string>): Promise<string> {
  const response = await send('POST', key, { query: { uploads: '' }, headers })
  return textOf(await response.text(), 'UploadId')
}

/** The uploaded parts in order; undefined if there is no such upload. */
export async function partsOf({ key, uploadId }: Parts): Promise<Part[] | undefined> {
  const response = await send('GET', key, { query: { uploadId }, unless: [404] })
  if (!response.ok) return undefined
  return contents(await response.text(), 'Part').map((part) => ({
    number: Number(textOf(part, 'PartNumber')),
    size: Number(textOf(part, 'Size')),
    etag: textOf(part, 'ETag'),
  }))
}

/** Completes the upload. Throws `file_missing` if the parts are not the listed ones any more, and `busy` while S3 fails. */
export async function joinParts({ key, uploadId }: Parts, parts: readonly Part[]): Promise<void> {
  const partElements = parts.map(
    ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
  )
  const body = Buffer.from(`<CompleteMultipartUpload>${partElements.join('')}</CompleteMultipartUpload>`)
  const contains = '<CompleteMultipartUploadResult'
  const response = await send('POST', key, { query: { uploadId }, body, unless: [400, 404], contains })
  if (!response.ok) throw new Problem('file_missing')
  countUpload(parts.reduce((sum, { size }) => sum + size, 0))
}

/** A presigned URL for one part of exactly this size, valid for 15 minutes. */
export const partAddress = (parts: Parts, { number, size, now }: { number: number; size: number; now: string }) =>
  signedAddress(parts.key, {
    method: 'PUT',
    now,
    headers: { 'content-length': String(size) },
    query: { partNumber: String(number), uploadId: parts.uploadId },
  })
