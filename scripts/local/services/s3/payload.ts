import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { crc32 } from 'node:zlib'
import { incompleteBody, invalidRequest, notImplemented, S3Error, tooLarge } from './errors.ts'

/**
 * The body of an upload, and a check to run after reading it to the end: it throws if the body does not match what was
 * announced.
 */
export type Payload = { bytes: AsyncIterable<Buffer>; check(): Checksum | undefined }

/** For example `x-amz-checksum-crc32`, with its value in base64. */
export type Checksum = { header: string; value: string }

const largest = 5 * 2 ** 30
const computable = ['crc32', 'sha1', 'sha256'] as const

/**
 * Reads an upload in any of S3's formats: plain or chunked with a trailer; with a hash in its signature, with a
 * Content-MD5, with a checksum in a header, in the query or in the trailer.
 * @param signedHash the signature's payload hash
 */
export function payloadOf(request: IncomingMessage, query: URLSearchParams, signedHash: string): Payload {
  const { headers } = request
  const chunked = signedHash.startsWith('STREAMING-')
  if (chunked && signedHash !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') throw notImplemented(signedHash)
  const announcedLength = headers[chunked ? 'x-amz-decoded-content-length' : 'content-length']
  if (announcedLength === undefined) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
  }
  if (Number(announcedLength) > largest) throw tooLarge()
  const trailer = new Map<string, string>()
  const expected = announcedChecksum(headers, query)
  const hashes = { md5: createHash('md5'), sha1: createHash('sha1'), sha256: createHash('sha256') }
  let crc = 0
  let size = 0
  async function* countedChunks() {
    for await (const chunk of chunked ? unchunked(request, trailer) : (request as AsyncIterable<Buffer>)) {
      size += chunk.length
      for (const sum of Object.values(hashes)) sum.update(chunk)
      crc = crc32(chunk, crc)
      yield chunk
    }
  }
  return {
    bytes: countedChunks(),
    check() {
      if (size !== Number(announcedLength)) throw incompleteBody()
      const sha256 = hashes.sha256.digest()
      if (/^[0-9a-f]{64}$/.test(signedHash) && sha256.toString('hex') !== signedHash) {
        throw new S3Error(
          400,
          'XAmzContentSHA256Mismatch',
          "The provided 'x-amz-content-sha256' header does not match what was computed.",
        )
      }
      const md5 = headers['content-md5']
      if (md5 !== undefined && hashes.md5.digest('base64') !== md5) {
        throw new S3Error(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.')
      }
      const checksum = expected ?? checksumFromTrailer(headers, trailer)
      if (!checksum) return undefined
      const four = Buffer.alloc(4)
      four.writeUInt32BE(crc)
      const computed = { crc32: four, sha1: hashes.sha1.digest(), sha256 }[algorithmOf(checksum.header)]
      if (computed.toString('base64') !== checksum.value) {
        const name = algorithmOf(checksum.header).toUpperCase()
        throw new S3Error(400, 'BadDigest', `The ${name} you specified did not match the calculated checksum.`)
      }
      return checksum
    },
  }
}

function announcedChecksum(headers: IncomingHttpHeaders, query: URLSearchParams): Checksum | undefined {
  const checksumEntry = [...Object.entries(headers), ...query].find(
    ([name]) => /^x-amz-checksum-/i.test(name) && !/-(algorithm|mode|type)$/i.test(name),
  )
  return checksumEntry && { header: checksumEntry[0].toLowerCase(), value: String(checksumEntry[1]) }
}

function checksumFromTrailer(headers: IncomingHttpHeaders, trailer: Map<string, string>): Checksum | undefined {
  const header = String(headers['x-amz-trailer'] ?? '').toLowerCase()
  if (!header) return undefined
  const value = trailer.get(header)
  if (value === undefined) throw new S3Error(400, 'MalformedTrailerError', 'The trailer announced was not sent.')
  return { header, value }
}

function algorithmOf(header: string): (typeof computable)[number] {
  const name = header.slice('x-amz-checksum-'.length)
  const algorithm = computable.find((each) => each === name)
  if (!algorithm) throw notImplemented(`the checksum ${name}`)
  return algorithm
}

/** Extracts the body from its chunks; what follows the last chunk is put into the trailer. */
async function* unchunked(request: IncomingMessage, trailer: Map<string, string>): AsyncGenerator<Buffer> {
  const source = (request as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let pending: Buffer = Buffer.alloc(0)
  const readMore = async () => {
    const { done, value } = await source.next()
    if (done) throw incompleteBody()
    pending = Buffer.concat([pending, value])
  }
  const line = async () => {
    let end = pending.indexOf('\r\n')
    while (end < 0) {
      if (pending.length > 8192) throw invalidRequest('A chunk has an endless header.')
      await readMore()
      end = pending.indexOf('\r\n')
    }
    const text = pending.subarray(0, end).toString()
    pending = pending.subarray(end + 2)
    return text
  }
  for (;;) {
    const header = await line()
    if (!/^[0-9a-f]+(;.*)?$/i.test(header)) throw invalidRequest('A chunk does not begin with its size.')
    let bytesLeft = Number.parseInt(header, 16)
    if (bytesLeft === 0) break
    while (bytesLeft > 0) {
      if (!pending.length) await readMore()
      const part = pending.subarray(0, bytesLeft)
      pending = pending.subarray(part.length)
      bytesLeft -= part.length
      yield part
    }
    if (await line()) throw invalidRequest('A chunk is longer than its size.')
  }
  for (let header = await line(); header; header = await line()) {
    const colon = header.indexOf(':')
    trailer.set(header.slice(0, colon).trim().toLowerCase(), header.slice(colon + 1).trim())
  }
}
