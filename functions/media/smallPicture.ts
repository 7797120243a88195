import { Problem } from '#shared/problems.ts'
import { jpegSize } from './jpegSize.ts'
import { jpegWithoutMetadata } from './jpegWithoutMetadata.ts'

/** The maximum width and height of a profile picture, in pixels. */
const maxPixels = 200

/**
 * Decodes a JPEG from base64, without metadata. Throws `not_a_picture` for anything but a whole JPEG of at most 200×200 pixels.
 */
export function smallPicture(jpeg: string): Uint8Array {
  const bytes = jpegWithoutMetadata(Buffer.from(jpeg, 'base64'))
  const { width = 0, height = 0 } = (bytes && jpegSize(Buffer.from(bytes))) ?? {}
  if (!bytes || width < 1 || height < 1 || width > maxPixels || height > maxPixels) throw new Problem('not_a_picture')
  return bytes
}
