import { Problem } from '#shared/problems.ts'
import { thumbnailOf } from '#shared/rules/files.ts'
import { putObject, signedAddress } from './bucket.ts'
import { jpegSize } from './jpegSize.ts'
import { jpegWithoutPlace } from './jpegMetadata.ts'

/** Puts the small picture of a file beside it, given in base64: a JPEG of no more pixels, without where it was made. */
export async function putThumbnail(fileId: string, jpeg: string, mostPixels: number): Promise<void> {
  const bytes = jpegWithoutPlace(Buffer.from(jpeg, 'base64'))
  const size = bytes && jpegSize(Buffer.from(bytes))
  if (!size || Math.max(size.width, size.height) > mostPixels) throw new Problem('wrong_file')
  await putObject(thumbnailOf(fileId), bytes, { 'content-type': 'image/jpeg', 'content-disposition': 'inline' })
}

/** Where it can be seen, for a quarter of an hour. */
export const thumbnailLink = (fileId: string, now: string): Promise<string> =>
  signedAddress(thumbnailOf(fileId), {
    method: 'GET',
    now,
    query: { 'response-content-type': 'image/jpeg', 'response-cache-control': 'private, max-age=900' },
  })
