import { mp4WithoutMetadata } from '#shared/rules/films.ts'
import { jpegWithoutMetadata } from './jpegWithoutMetadata.ts'

/**
 * The file without the metadata that cameras add, such as place, time and device; image and sound are unchanged. Undefined if the
 * contents are damaged. Types without such metadata are returned unchanged.
 */
export function withoutMetadata(bytes: Uint8Array, type: string): Uint8Array | undefined {
  switch (type) {
    case 'image/jpeg':
      return jpegWithoutMetadata(bytes)
    case 'image/png':
      return pngWithoutMetadata(bytes)
    case 'image/webp':
      return webpWithoutMetadata(bytes)
    case 'video/mp4':
    case 'audio/mp4':
      return mp4WithoutMetadata(bytes)
    default:
      return bytes
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const nameAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

/** PNG chunks with metadata: Exif, texts and the time. */
const metadataChunks = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME'])

function pngWithoutMetadata(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  const keptChunks: Uint8Array[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) return undefined
    const name = nameAt(bytes, at + 4)
    if (!metadataChunks.has(name)) keptChunks.push(bytes.subarray(at, end))
    // Anything after the end chunk is dropped.
    if (name === 'IEND') return Buffer.concat(keptChunks)
    at = end
  }
  return undefined
}

/** The bits in a WebP header that announce Exif and XMP. */
const metadataFlags = 0b1100

function webpWithoutMetadata(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  const end = 8 + view.getUint32(4, true)
  if (end > bytes.length) return undefined
  const keptChunks: Uint8Array[] = []
  for (let at = 12; at + 8 <= end; ) {
    const size = view.getUint32(at + 4, true)
    // Chunks start at even offsets.
    const next = at + 8 + size + (size % 2)
    if (next > end + (size % 2)) return undefined
    const name = nameAt(bytes, at)
    if (name !== 'EXIF' && name !== 'XMP ') {
      const chunk = Uint8Array.from(bytes.subarray(at, next))
      if (name === 'VP8X' && chunk.length > 8) chunk[8] = (chunk[8] ?? 0) & ~metadataFlags
      keptChunks.push(chunk)
    }
    at = next
  }
  const body = Buffer.concat(keptChunks)
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([header, body])
}
