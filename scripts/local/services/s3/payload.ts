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
 * @param signed the signature's payload hash
 */
export function payloadOf(request: IncomingMessage, query: URLSearchParams, signed: string): Payload {
  const { headers } = request
  const chunked = signed.startsWith('STREAMING-')
  if (chunked && signed !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') throw notImplemented(signed)
  const announced = headers[chunked ? 'x-amz-decoded-content-length' : 'content-length']
  if (announced === undefined) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
  }
  if (Number(announced) > largest) throw tooLarge()
  const trailer = new Map<string, string>()
  const expected = announcedChecksum(headers, query)
  const sums = { md5: createHash('md5'), sha1: createHash('sha1'), sha256: createHash('sha256') }
  let crc = 0
  let size = 0
  async function* counted() {
    for await (const chunk of chunked ? unchunked(request, trailer) : (request as AsyncIterable<Buffer>)) {
      size += chunk.length
      for (const sum of Object.values(sums)) sum.update(chunk)
      crc = crc32(chunk, crc)
      yield chunk
    }
  }
  return {
    bytes: counted(),
    check() {
      if (size !== Number(announced)) throw incompleteBody()
      const sha256 = sums.sha256.digest()
      if (/^[0-9a-f]{64}$/.test(signed) && sha256.toString('hex') !== signed) {
        throw new S3Error(
          400,
          'XAmzContentSHA256Mismatch',
          "The provided 'x-amz-content-sha256' header does not match what was computed.",
        )
      }
      const md5 = headers['content-md5']
      if (md5 !== undefined && sums.md5.digest('base64') !== md5) {
        throw new S3Error(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.')
      }
      const checksum = expected ?? fromTrailer(headers, trailer)
      if (!checksum) return undefined
      const four = Buffer.alloc(4)
      four.writeUInt32BE(crc)
      const computed = { crc32: four, sha1: sums.sha1.digest(), sha256 }[algorithmOf(checksum.header)]
      if (computed.toString('base64') !== checksum.value) {
        const name = algorithmOf(checksum.header).toUpperCase()
        throw new S3Error(400, 'BadDigest', `The ${name} you specified did not match the calculated checksum.`)
      }
      return checksum
    },
  }
}

function announcedChecksum(headers: IncomingHttpHeaders, query: URLSearchParams): Checksum | undefined {
  const given = [...Object.entries(headers), ...query].find(
    ([name]) => /^x-amz-checksum-/i.test(name) && !/-(algorithm|mode|type)$/i.test(name),
  )
  return given && { header: given[0].toLowerCase(), value: String(given[1]) }
}

function fromTrailer(headers: IncomingHttpHeaders, trailer: Map<string, string>): Checksum | undefined {
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
  const more = async () => {
    const { done, value } = await source.next()
    if (done) throw incompleteBody()
    pending = Buffer.concat([pending, value])
  }
  const line = async () => {
    let end = pending.indexOf('\r\n')
    while (end < 0) {
      if (pending.length > 8192) throw invalidRequest('A chunk has an endless header.')
      await more()
      end = pending.indexOf('\r\n')
    }
    const text = pending.subarray(0, end).toString()
    pending = pending.subarray(end + 2)
    return text
  }
  for (;;) {
    const header = await line()
    if (!/^[0-9a-f]+(;.*)?$/i.test(header)) throw invalidRequest('A chunk does not begin with its size.')
    let left = Number.parseInt(header, 16)
    if (left === 0) break
    while (left > 0) {
      if (!pending.length) await more()
      const part = pending.subarray(0, left)
      pending = pending.subarray(part.length)
      left -= part.length
      yield part
    }
    if (await line()) throw invalidRequest('A chunk is longer than its size.')
  }
  for (let header = await line(); header; header = await line()) {
    const colon = header.indexOf(':')
    trailer.set(header.slice(0, colon).trim().toLowerCase(), header.slice(colon + 1).trim())
  }
}
