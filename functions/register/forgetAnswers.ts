import { files } from '../table/files.ts'
import { filesOfForm, isActive, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'

/**
 * Deletes the answers of a cancelled entry, with its files and picture, when they are due. Until then they are there if the player
 * registers again. What was signed is kept, since it may be about days on which the player took part.
 */
export async function forgetAnswers(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<void> {
  if (isActive(entry) || entry.answersGoAt === undefined || entry.answersGoAt > stamp.at) return
  await write(
    stamp,
    registrationEntries.change(entry, {
      set: { answers: {}, avatarId: undefined, answersGoAt: undefined, answersGoneAt: stamp.at },
      when: ifUnchanged(entry),
    }),
    ...(await remainingFiles(entry)).map(({ fileId, about }) => files.removeAttached(fileId, about)),
  )
}

/** The files that still belong to the registration: a picture may be the player's own by now. */
export async function remainingFiles(entry: RegistrationEntry): Promise<{ fileId: string; about: string }[]> {
  const aboutByFileId = new Map(filesOfForm(entry))
  const found = await files.getMany([...aboutByFileId.keys()].map((fileId) => ({ fileId })))
  return found.flatMap((file) => {
    const about = file && aboutByFileId.get(file.fileId)
    return file && about !== undefined && file.about === about ? [{ fileId: file.fileId, about }] : []
  })
}
