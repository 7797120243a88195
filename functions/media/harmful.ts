import { Problem } from '#shared/problems.ts'
import { fileLink } from './fileLink.ts'
import { type File, type FileId, files } from '../table/files.ts'

/** Files in which malicious software was found (`state: 'harmful'`): nothing may attach, copy or open one any more. */

/** Throws `file_harmful` for such a file. A file that does not exist is for the caller to refuse. */
export function refuseIfHarmful(file: Pick<File, 'state'> | undefined): void {
  if (file?.state === 'harmful') throw new Problem('file_harmful')
}

/** A signed address of a picture, good for some minutes; null if there is none, or it is harmful. */
export const pictureUrlOf = async (file: File | undefined, now: string): Promise<string | null> =>
  file && file.state !== 'harmful' ? fileLink(file, now) : null

/** The ids of these files that are harmful. Without files nothing is read. */
export async function harmfulAmong(fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await files.getMany(fileIds.map((fileId) => ({ fileId })))
  return new Set(fileIds.filter((_, i) => found[i]?.state === 'harmful'))
}

/** Files, each with the address at which it can be opened; null for a harmful one. */
export const withFileLinks = <Sent extends FileId>(
  harmful: ReadonlySet<string>,
  sent: readonly Sent[],
  link: (file: Sent) => Promise<string>,
): Promise<(Sent & { url: string | null })[]> =>
  Promise.all(sent.map(async (file) => ({ ...file, url: harmful.has(file.fileId) ? null : await link(file) })))
