import { Problem } from '#shared/problems.ts'
import { mostFileBytes } from '#shared/rules/mails.ts'
import { type EmailFile, emails } from '../table/emails.ts'
import { files } from '../table/files.ts'
import type { Write } from '../table/writes.ts'

/**
 * The files that go with an email, and the writes by which they stay with it: those it had before it was taken back stay, or
 * go when they are wanted no more. That new ones are the writer's own, kept and unused, the transaction checks.
 */
export async function filesFor(
  emailId: string,
  userId: string,
  fileIds: readonly string[],
): Promise<{ files: EmailFile[]; writes: Write[] }> {
  const standing = await emails.get({ emailId }, { consistent: true })
  const had = standing?.authorId === userId ? (standing.files ?? []) : []
  // Sent again, it is told what stands; nothing of it changes.
  if (standing && standing.state !== 'draft') return { files: had, writes: [] }
  const wanted = [...new Set(fileIds)]
  const found = await files.getMany(
    wanted.map((fileId) => ({ fileId })),
    { consistent: true },
  )
  const all = found.map((file): EmailFile => {
    if (!file) throw new Problem('file_missing')
    const { fileId, name, type, size } = file
    return { fileId, name, type, size }
  })
  if (all.reduce((sum, { size }) => sum + size, 0) > mostFileBytes) throw new Problem('too_large')
  const isOld = (fileId: string) => had.some((file) => file.fileId === fileId)
  const gone = had.filter(({ fileId }) => !wanted.includes(fileId))
  const writes = [
    ...wanted.filter((fileId) => !isOld(fileId)).map((fileId) => files.attach(fileId, { userId, about: emailId })),
    ...lettingGo(emailId, gone),
  ]
  return { files: all, writes }
}

export const lettingGo = (emailId: string, gone: readonly EmailFile[] = []): Write[] =>
  gone.map(({ fileId }) => files.letGo(fileId, emailId))
