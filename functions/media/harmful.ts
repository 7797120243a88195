import { Problem } from '#shared/problems.ts'
import { fileLink } from './fileLink.ts'
import { type File, type FileId, files } from '../table/files.ts'

/** What becomes of files in which malicious software was found: nothing may name, copy or open one any more. */

/** Refuses a file that was found harmful; of one that is not there, whoever asks says so themselves. */
export function refuseIfHarmful(file: Pick<File, 'state'> | undefined): void {
  if (file?.state === 'harmful') throw new Problem('file_harmful')
}

/** Where a picture can be seen for some minutes; null where there is none, or it was found harmful. */
export const sentPicture = async (file: File | undefined, now: string): Promise<string | null> =>
  file && file.state !== 'harmful' ? fileLink(file, now) : null

/** Those of these files that were found harmful. Costs nothing where there are no files. */
export async function harmfulAmong(fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await files.getMany(fileIds.map((fileId) => ({ fileId })))
  return new Set(fileIds.filter((_, i) => found[i]?.state === 'harmful'))
}

/** Files with where each can be opened; null of one that was found harmful. */
export const linkedUnless = <Sent extends FileId>(
  harmful: ReadonlySet<string>,
  sent: readonly Sent[],
  link: (file: Sent) => Promise<string>,
): Promise<(Sent & { url: string | null })[]> =>
  Promise.all(sent.map(async (file) => ({ ...file, url: harmful.has(file.fileId) ? null : await link(file) })))
