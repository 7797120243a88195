import { Problem } from '#shared/problems.ts'
import { thumbnailOf } from '#shared/rules/files.ts'
import { putObject, signedAddress } from './bucket.ts'
import { jpegSize } from './jpegSize.ts'
import { jpegWithoutMetadata } from './jpegWithoutMetadata.ts'

/**
 * Puts the thumbnail of a file beside it: a JPEG in base64, at most so many pixels wide and high, stored without metadata. Throws
 * `wrong_file`.
 */
export async function putThumbnail(fileId: string, jpeg: string, maxPixels: number): Promise<void> {
  const bytes = jpegWithoutMetadata(Buffer.from(jpeg, 'base64'))
  const size = bytes && jpegSize(Buffer.from(bytes))
  if (!size || Math.max(size.width, size.height) > maxPixels) throw new Problem('wrong_file')
  await putObject(thumbnailOf(fileId), bytes, { 'content-type': 'image/jpeg', 'content-disposition': 'inline' })
}

/** A presigned URL of the thumbnail, valid for 15 minutes. */
export const thumbnailLink = (fileId: string, now: string): Promise<string> =>
  signedAddress(thumbnailOf(fileId), {
    method: 'GET',
    now,
    query: { 'response-content-type': 'image/jpeg', 'response-cache-control': 'private, max-age=900' },
  })
