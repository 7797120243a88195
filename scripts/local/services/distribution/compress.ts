import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { HttpResponse } from '../../http.ts'
import type { Encoding } from './policies.ts'

// The content types and sizes that CloudFront compresses.
const TYPES = new Set([
  'application/javascript',
  'application/json',
  'application/pdf',
  'application/rss+xml',
  'application/wasm',
  'application/xhtml+xml',
  'application/xml',
  'font/otf',
  'font/ttf',
  'image/svg+xml',
  'text/css',
  'text/csv',
  'text/html',
  'text/javascript',
  'text/plain',
  'text/xml',
])
const SMALLEST = 1_000
const LARGEST = 10_000_000

const encoders: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
}

/**
 * Compresses responses as CloudFront does for a behavior with `Compress`. A response with an ETag is a file: its
 * compressed form is cached.
 */
export function compressor(): (
  answer: HttpResponse,
  accepted: string | undefined,
  encodings: readonly Encoding[],
) => Promise<HttpResponse> {
  const compressedFiles = new Map<string, Promise<Buffer>>()
  return async (answer, accepted = '', encodings) => {
    const { status, headers, body } = answer
    const encoding = encodings.find((candidate) =>
      new RegExp(`(^|[ ,])${candidate}\\s*(,|;(?!\\s*q=0(\\.0*)?\\s*(,|$))|$)`).test(accepted),
    )
    const type =
      String(headers['content-type'] ?? '')
        .split(';')[0]
        ?.trim() ?? ''
    const isCompressible = status === 200 && TYPES.has(type) && body.length >= SMALLEST && body.length <= LARGEST
    if (!encoding || !isCompressible || headers['content-encoding']) return answer

    const etag = headers.etag
    const key = `${encoding} ${String(etag)}`
    const compressed = compressedFiles.get(key) ?? encoders[encoding](body)
    if (etag) compressedFiles.set(key, compressed)
    return {
      status,
      headers: {
        ...headers,
        'content-encoding': encoding,
        vary: headers.vary ? `${String(headers.vary)}, Accept-Encoding` : 'Accept-Encoding',
        // The bytes differ now, so the ETag can only be a weak one.
        ...(etag && { etag: String(etag).replace(/^"/, 'W/"') }),
      },
      body: await compressed,
    }
  }
}
