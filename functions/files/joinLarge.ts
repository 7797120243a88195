import { Problem } from '#shared/problems.ts'
import { metadataPlaces, type ReadAt, metadataBoxes } from '#shared/rules/films.ts'
import { deleteObject, getObject } from '../media/bucket.ts'
import { joinParts, partsOf } from '../media/multipart.ts'
import type { File, FileId } from '../table/files.ts'
import { typeOf } from '../media/typeOf.ts'
import { partsIn } from './fileParts.ts'

/** Enough of a file to detect its type. */
const headLength = 64 * 1024

/**
 * Completes the multipart upload of a large file, checks its type and length in the bucket, and removes a film's metadata such as its
 * place. It reads only parts of the file. A file of another type is deleted. Idempotent.
 */
export async function joinLarge({ fileId, uploadId, type, size }: File & FileId & { uploadId: string }): Promise<void> {
  const key = `files/${fileId}`
  const uploadedParts = await partsOf({ key, uploadId })
  if (uploadedParts) {
    const expectedParts = partsIn(size)
    const isComplete = expectedParts.every(
      (part, i) => uploadedParts[i]?.number === part.number && uploadedParts[i].size === part.size,
    )
    if (!isComplete || uploadedParts.length !== expectedParts.length) throw new Problem('file_missing')
    await joinParts({ key, uploadId }, uploadedParts)
  }
  const head = await getObject(key, { from: 0, to: Math.min(headLength, size) - 1 })
  if (!head) throw new Problem('file_missing')
  if ((await typeOf(head, type)) === type && (type !== 'video/mp4' || (await hasNoMetadata(readFrom(key, head), size))))
    return
  await deleteObject(key)
  throw new Problem('wrong_file')
}

/** Reads from `head` what it covers, and from S3 otherwise. */
const readFrom =
  (key: string, head: Uint8Array): ReadAt =>
  async (at, length) => {
    if (at + length <= head.length) return head.subarray(at, at + length)
    const bytes = await getObject(key, { from: at, to: at + length - 1 })
    if (!bytes) throw new Problem('file_missing')
    return bytes
  }

/** The browser removes metadata before it uploads a video, so there must be none left. */
async function hasNoMetadata(read: ReadAt, size: number): Promise<boolean> {
  const places = await metadataPlaces(read, size)
  if (!places) return false
  for (const place of places) {
    const boxes = metadataBoxes(await read(place.at, place.size))
    if (boxes?.length !== 0) return false
  }
  return true
}
