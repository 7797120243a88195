import { Problem } from '#shared/problems.ts'
import { jpegSize } from './jpegSize.ts'
import { jpegWithoutPlace } from './jpegMetadata.ts'

/** The most pixels that a picture of somebody or something is wide or high. */
const mostPixels = 200

/**
 * A picture that came in base64, without where and with what it was made. `not_a_picture` for whatever is no whole JPEG of so
 * many pixels.
 */
export function smallPicture(jpeg: string): Uint8Array {
  const bytes = jpegWithoutPlace(Buffer.from(jpeg, 'base64'))
  const { width = 0, height = 0 } = (bytes && jpegSize(Buffer.from(bytes))) ?? {}
  if (!bytes || width < 1 || height < 1 || width > mostPixels || height > mostPixels) throw new Problem('not_a_picture')
  return bytes
}
