import type { LargeType } from '#shared/rules/files.ts'
import { metadataPlaces, mp4WithoutMetadata } from '#shared/rules/films.ts'
import { callApi } from '../api.ts'
import { ApiProblem, isTransient } from '../api/problem.ts'
import { removeLasting, writeLasting, readLasting } from '../session/stored.ts'
import type { AskParts } from './uploadParts.ts'

/** The server's message for an invalid video, used here since such a file is never sent. */
const noFilm = 'This file is damaged, or is not of the type its name says. Please choose another one.'
const quiet = { handles: ['failures', 'not_allowed'] } as const

/**
 * Removes the camera's metadata from a video. Only the places that may hold metadata are read into memory, and replaced by blank
 * boxes; the rest stays on disk until it is sent. Undefined if it is not a complete video.
 */
export async function withoutMetadata(file: Blob): Promise<Blob | undefined> {
  const read = async (at: number, length: number) => new Uint8Array(await file.slice(at, at + length).arrayBuffer())
  const places = await metadataPlaces(read, file.size)
  if (!places) return undefined
  const parts: BlobPart[] = []
  let done = 0
  for (const { at, size } of places) {
    const blank = mp4WithoutMetadata(await read(at, size))
    if (!blank) return undefined
    parts.push(file.slice(done, at), blank)
    done = at + size
  }
  return new Blob([...parts, file.slice(done)])
}

/** The storage key of an unfinished upload: choosing the same file within a day resumes it. */
const nameOf = (orgId: string, { name, size, lastModified }: File) =>
  `touchline.upload.${orgId}.${size}.${lastModified}.${name}`

/** Starts or resumes a large upload; returns its id, the body to send, and a function that requests the URLs of parts. */
export async function beginLarge(
  file: File,
  { orgId, type, name }: { orgId: string; type: LargeType; name: string },
): Promise<{ fileId: string; body: Blob; parts: AskParts }> {
  const body = type === 'video/mp4' ? await withoutMetadata(file) : file
  if (!body) throw new ApiProblem('wrong_file', 400, noFilm)
  const known = readLasting(nameOf(orgId, file))
  const partsOf =
    (fileId: string): AskParts =>
    () =>
      callApi('GET /rest-api/files/{fileId}/parts', { fileId }, quiet)
  if (known) {
    const isThere = await partsOf(known)().then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiProblem && !isTransient(error)) return false
        throw error
      },
    )
    if (isThere) return { fileId: known, body, parts: partsOf(known) }
  }
  const wanted = { name, type, size: file.size }
  const { fileId } = await callApi('POST /rest-api/files/{orgId}/parts', { orgId, body: wanted }, quiet)
  writeLasting(nameOf(orgId, file), fileId)
  return { fileId, body, parts: partsOf(fileId) }
}

/** Forgets a completed upload: choosing the file again uploads it anew. */
export const endLarge = (file: File, orgId: string): void => removeLasting(nameOf(orgId, file))
