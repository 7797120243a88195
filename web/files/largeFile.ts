import type { LargeType } from '#shared/rules/files.ts'
import { metadataPlaces, mp4WithoutMetadata } from '#shared/rules/films.ts'
import { callApi } from '../api.ts'
import { ApiProblem, isTransient } from '../api/problem.ts'
import { removeLasting, writeLasting, readLasting } from '../session/stored.ts'
import type { RequestParts } from './uploadParts.ts'

/** The server's message for an invalid video, used here since such a file is never sent. */
const invalidVideo = 'This file is damaged, or is not of the type its name says. Please choose another one.'
const silently = { handles: ['failures', 'not_allowed'] } as const

/**
 * Removes the camera's metadata from a video. Only the places that may hold metadata are read into memory, and replaced by blank
 * boxes; the rest stays on disk until it is sent. Undefined if it is not a complete video.
 */
export async function withoutMetadata(file: Blob): Promise<Blob | undefined> {
  const read = async (start: number, length: number) =>
    new Uint8Array(await file.slice(start, start + length).arrayBuffer())
  const places = await metadataPlaces(read, file.size)
  if (!places) return undefined
  const parts: BlobPart[] = []
  let copiedBytes = 0
  for (const { at, size } of places) {
    const blank = mp4WithoutMetadata(await read(at, size))
    if (!blank) return undefined
    parts.push(file.slice(copiedBytes, at), blank)
    copiedBytes = at + size
  }
  return new Blob([...parts, file.slice(copiedBytes)])
}

/** The storage key of an unfinished upload: choosing the same file within a day resumes it. */
const storageName = (orgId: string, { name, size, lastModified }: File) =>
  `touchline.upload.${orgId}.${size}.${lastModified}.${name}`

/** Starts or resumes a large upload; returns its id, the body to send, and a function that requests the URLs of parts. */
export async function beginLarge(
  file: File,
  { orgId, type, name }: { orgId: string; type: LargeType; name: string },
): Promise<{ fileId: string; body: Blob; parts: RequestParts }> {
  const body = type === 'video/mp4' ? await withoutMetadata(file) : file
  if (!body) throw new ApiProblem('wrong_file', 400, invalidVideo)
  const storedId = readLasting(storageName(orgId, file))
  const requestPartsOf =
    (fileId: string): RequestParts =>
    () =>
      callApi('GET /rest-api/files/{fileId}/parts', { fileId }, silently)
  if (storedId) {
    const isOnServer = await requestPartsOf(storedId)().then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiProblem && !isTransient(error)) return false
        throw error
      },
    )
    if (isOnServer) return { fileId: storedId, body, parts: requestPartsOf(storedId) }
  }
  const fileInfo = { name, type, size: file.size }
  const { fileId } = await callApi('POST /rest-api/files/{orgId}/parts', { orgId, body: fileInfo }, silently)
  writeLasting(storageName(orgId, file), fileId)
  return { fileId, body, parts: requestPartsOf(fileId) }
}

/** Forgets a completed upload: choosing the file again uploads it anew. */
export const endLarge = (file: File, orgId: string): void => removeLasting(storageName(orgId, file))
