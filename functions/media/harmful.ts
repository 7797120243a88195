import { Problem } from '#shared/problems.ts'
import { fileLink } from './fileLink.ts'
import { type File, type FileId, files } from '../table/files.ts'

/** Files in which malware was found (`state: 'harmful'`): they can no longer be attached, copied or opened. */

/** Throws `file_harmful` for a harmful file. A file that does not exist is left to the caller. */
export function refuseIfHarmful(file: Pick<File, 'state'> | undefined): void {
  if (file?.state === 'harmful') throw new Problem('file_harmful')
}

/** A signed URL of a picture, valid for some minutes; null if there is none or it is harmful. */
export const pictureUrlOf = async (file: File | undefined, now: string): Promise<string | null> =>
  file && file.state !== 'harmful' ? fileLink(file, now) : null

/** The ids of those files that are harmful. Reads nothing if there are no ids. */
export async function harmfulAmong(fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const fileRows = await files.getMany(fileIds.map((fileId) => ({ fileId })))
  return new Set(fileIds.filter((_, i) => fileRows[i]?.state === 'harmful'))
}

/** Adds to each file the URL at which it can be opened; null for a harmful one. */
export const withFileLinks = <FileRef extends FileId>(
  harmful: ReadonlySet<string>,
  fileRefs: readonly FileRef[],
  link: (file: FileRef) => Promise<string>,
): Promise<(FileRef & { url: string | null })[]> =>
  Promise.all(fileRefs.map(async (file) => ({ ...file, url: harmful.has(file.fileId) ? null : await link(file) })))
