import { Problem } from '#shared/problems.ts'
import { maxFileBytes, maxPictureBytes, maxPictures, pictureTypes } from '#shared/rules/mails.ts'
import { picturesIn, type RichText } from '#shared/rules/richText.ts'
import { refuseIfHarmful } from '../media/harmful.ts'
import { type Email, type EmailFile, emails } from '../table/emails.ts'
import { type File, type FileId, files } from '../table/files.ts'
import type { Write } from '../table/writes.ts'

type FilesRequest = {
  emailId: string
  userId: string
  fileIds: readonly string[]
  content: RichText
  isDraft?: boolean
}
type FilesResult = { files: EmailFile[]; pictures: EmailFile[]; writes: Write[]; version: number | undefined }

/**
 * The attachments of an email and the pictures in its text, with the writes that attach new ones and release those no longer used. A
 * picture that was removed from a draft stays attached until the email is sent, so that it can be put back. The transaction checks that new
 * ones are the author's own, uploaded and unused.
 */
export async function filesFor({
  emailId,
  userId,
  fileIds,
  content,
  isDraft = false,
}: FilesRequest): Promise<FilesResult> {
  const existing = await emails.get({ emailId }, { consistent: true })
  const ownEmail = existing?.authorId === userId ? existing : undefined
  // A retry of a sent email gets what is stored; nothing changes.
  if (existing && existing.state !== 'draft')
    return { files: ownEmail?.files ?? [], pictures: ownEmail?.pictures ?? [], writes: [], version: existing.version }
  const pictureIds = picturesIn(content)
  const before = isDraft ? (ownEmail?.pictures ?? []).slice(-maxRemovedPictures) : []
  const removedIds = before
    .map(({ fileId }) => fileId)
    .filter((id) => !fileIds.includes(id) && !pictureIds.includes(id))
  // A harmful picture does not return; the draft that had it is saved all the same.
  const emailFiles = (await currentFiles([...new Set([...fileIds, ...pictureIds])], removedIds)).map(summaryOf)
  const wantedIds = emailFiles.map(({ fileId }) => fileId)
  const [attachments, pictures] = [pickById(emailFiles, fileIds), pickById(emailFiles, pictureIds)]
  refuseTooLarge(attachments, pictures)
  const removedPictures = before.filter(({ fileId }) => wantedIds.includes(fileId) && !pictureIds.includes(fileId))
  const oldIds = allFilesOf(ownEmail).map(({ fileId }) => fileId)
  const writes = [
    ...wantedIds.filter((fileId) => !oldIds.includes(fileId)).map((id) => files.attach(id, { userId, about: emailId })),
    ...releaseFiles(emailId, allFilesOf(ownEmail)).filter((_, i) => !wantedIds.includes(oldIds[i] ?? '')),
  ]
  return { files: attachments, pictures: [...removedPictures, ...pictures], writes, version: existing?.version }
}

/** The most removed pictures that can return to a draft. */
const maxRemovedPictures = 20

/** The caller's own pictures in a text that is sent as a test. */
export async function ownPictures(userId: string, content: RichText): Promise<EmailFile[]> {
  const pictureFiles = await currentFiles(picturesIn(content))
  if (pictureFiles.some((file) => file.userId !== userId || file.state !== 'kept')) throw new Problem('file_missing')
  const pictures = pictureFiles.map(summaryOf)
  refuseTooLarge([], pictures)
  return pictures
}

const pickById = (emailFiles: readonly EmailFile[], ids: readonly string[]) =>
  emailFiles.filter(({ fileId }) => ids.includes(fileId))

function refuseTooLarge(attachments: readonly EmailFile[], pictures: readonly EmailFile[]): void {
  if (pictures.some(({ type }) => !pictureTypes.includes(type))) throw new Problem('not_a_picture')
  const exceedsPictureLimit = bytesOf(pictures) > maxPictureBytes || pictures.length > maxPictures
  if (exceedsPictureLimit || bytesOf([...attachments, ...pictures]) > maxFileBytes) throw new Problem('too_large')
}
const bytesOf = (all: readonly EmailFile[]) => all.reduce((sum, { size }) => sum + size, 0)

/** The named files, and of those in `removedIds` the ones that are not harmful. */
async function currentFiles(ids: readonly string[], removedIds: readonly string[] = []): Promise<(File & FileId)[]> {
  const fileRows = await files.getMany(
    [...ids, ...removedIds].map((fileId) => ({ fileId })),
    { consistent: true },
  )
  return fileRows.flatMap((file, i) => {
    if (!file) throw new Problem('file_missing')
    if (i >= ids.length && file.state === 'harmful') return []
    refuseIfHarmful(file)
    return [file]
  })
}

const summaryOf = ({ fileId, name, type, size }: File & FileId): EmailFile => ({ fileId, name, type, size })

/** All attachments and pictures of an email. */
export const allFilesOf = (email: Pick<Email, 'files' | 'pictures'> = {}): EmailFile[] => [
  ...new Map([...(email.files ?? []), ...(email.pictures ?? [])].map((file) => [file.fileId, file])).values(),
]

export const releaseFiles = (emailId: string, releasedFiles: readonly EmailFile[] = []): Write[] =>
  releasedFiles.map(({ fileId }) => files.removeAttached(fileId, emailId))
