import { Problem } from '#shared/problems.ts'
import { maxFileBytes, maxPictureBytes, maxPictures, pictureTypes } from '#shared/rules/mails.ts'
import { picturesIn, type RichText } from '#shared/rules/richText.ts'
import { refuseIfHarmful } from '../media/harmful.ts'
import { type Email, type EmailFile, emails } from '../table/emails.ts'
import { type File, type FileId, files } from '../table/files.ts'
import type { Write } from '../table/writes.ts'

type Of = { emailId: string; userId: string; fileIds: readonly string[]; content: RichText; isDraft?: boolean }
type With = { files: EmailFile[]; pictures: EmailFile[]; writes: Write[]; version: number | undefined }

/**
 * The attachments of an email and the pictures in its text, with the writes that attach new ones and release those no longer used. A
 * picture that was removed from a draft stays attached until the email is sent, so that it can be put back. The transaction checks that new
 * ones are the author's own, uploaded and unused.
 */
export async function filesFor({ emailId, userId, fileIds, content, isDraft = false }: Of): Promise<With> {
  const existing = await emails.get({ emailId }, { consistent: true })
  const had = existing?.authorId === userId ? existing : undefined
  // A retry of a sent email gets what is stored; nothing changes.
  if (existing && existing.state !== 'draft')
    return { files: had?.files ?? [], pictures: had?.pictures ?? [], writes: [], version: existing.version }
  const shown = picturesIn(content)
  const before = isDraft ? (had?.pictures ?? []).slice(-maxTakenOut) : []
  const takenOut = before.map(({ fileId }) => fileId).filter((id) => !fileIds.includes(id) && !shown.includes(id))
  // A harmful picture does not return; the draft that had it is saved all the same.
  const found = (await filesNow([...new Set([...fileIds, ...shown])], takenOut)).map(summaryOf)
  const wanted = found.map(({ fileId }) => fileId)
  const [beside, pictures] = [named(found, fileIds), named(found, shown)]
  refuseTooLarge(beside, pictures)
  const others = before.filter(({ fileId }) => wanted.includes(fileId) && !shown.includes(fileId))
  const old = allOf(had).map(({ fileId }) => fileId)
  const writes = [
    ...wanted.filter((fileId) => !old.includes(fileId)).map((id) => files.attach(id, { userId, about: emailId })),
    ...lettingGo(emailId, allOf(had)).filter((_, i) => !wanted.includes(old[i] ?? '')),
  ]
  return { files: beside, pictures: [...others, ...pictures], writes, version: existing?.version }
}

/** The most removed pictures that can return to a draft. */
const maxTakenOut = 20

/** The caller's own pictures in a text that is sent as a test. */
export async function ownPictures(userId: string, content: RichText): Promise<EmailFile[]> {
  const found = await filesNow(picturesIn(content))
  if (found.some((file) => file.userId !== userId || file.state !== 'kept')) throw new Problem('file_missing')
  const pictures = found.map(summaryOf)
  refuseTooLarge([], pictures)
  return pictures
}

const named = (found: readonly EmailFile[], ids: readonly string[]) =>
  found.filter(({ fileId }) => ids.includes(fileId))

function refuseTooLarge(beside: readonly EmailFile[], pictures: readonly EmailFile[]): void {
  if (pictures.some(({ type }) => !pictureTypes.includes(type))) throw new Problem('not_a_picture')
  const isMuch = bytesOf(pictures) > maxPictureBytes || pictures.length > maxPictures
  if (isMuch || bytesOf([...beside, ...pictures]) > maxFileBytes) throw new Problem('too_large')
}
const bytesOf = (all: readonly EmailFile[]) => all.reduce((sum, { size }) => sum + size, 0)

/** The named files, and of those `takenOut` before the ones that are not harmful. */
async function filesNow(ids: readonly string[], takenOut: readonly string[] = []): Promise<(File & FileId)[]> {
  const found = await files.getMany(
    [...ids, ...takenOut].map((fileId) => ({ fileId })),
    { consistent: true },
  )
  return found.flatMap((file, i) => {
    if (!file) throw new Problem('file_missing')
    if (i >= ids.length && file.state === 'harmful') return []
    refuseIfHarmful(file)
    return [file]
  })
}

const summaryOf = ({ fileId, name, type, size }: File & FileId): EmailFile => ({ fileId, name, type, size })

/** All attachments and pictures of an email. */
export const allOf = (email: Pick<Email, 'files' | 'pictures'> = {}): EmailFile[] => [
  ...new Map([...(email.files ?? []), ...(email.pictures ?? [])].map((file) => [file.fileId, file])).values(),
]

export const lettingGo = (emailId: string, gone: readonly EmailFile[] = []): Write[] =>
  gone.map(({ fileId }) => files.removeAttached(fileId, emailId))
