import { organizationOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import type { AddOn } from '#shared/rules/registrations/addOns.ts'
import { copyObject } from '../media/bucket.ts'
import { newId } from '../table/newId.ts'
import { chunks } from '../table/chunks.ts'
import { type File, files, unattachedHours } from '../table/files.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

type CopyTarget = { from: string; into: string }

/**
 * The add-ons with copies of their pictures, for another registration: a picture is deleted with its registration. A copy that is not saved
 * with an add-on is an unused file, which is deleted after a day.
 */
export async function withOwnPictures(stamp: Stamp, addOns: readonly AddOn[], about: CopyTarget): Promise<AddOn[]> {
  // Two add-ons may share a picture.
  const ids = [...new Set(addOns.flatMap(({ fileMetadataId }) => fileMetadataId ?? []))]
  const fileRows = await files.getMany(ids.map((fileId) => ({ fileId })))
  const copies = new Map<string, string>()
  // A few at a time: S3 copies up to 3 MB each.
  for (const part of chunks(fileRows, 10))
    await Promise.all(
      part.map(async (file) => {
        const copy = file?.state === 'kept' && file.about === about.from ? await copyOf(stamp, file, about) : undefined
        if (file && copy) copies.set(file.fileId, copy)
      }),
    )
  return addOns.map((addOn) => ({ ...addOn, fileMetadataId: copies.get(addOn.fileMetadataId ?? '') ?? null }))
}

/** Noted first: a noted file that is missing is cleaned up, an unnoted file never is. */
async function copyOf(stamp: Stamp, file: File, { into }: CopyTarget): Promise<string | undefined> {
  const { name, type, size } = file
  const fileId = `${organizationOf(into)}.${newId('f')}`
  const [userId, until] = [stamp.subject ?? stamp.actor, addHours(stamp.at, unattachedHours)]
  await write(stamp, files.create({ fileId, userId, name, type, size, state: 'kept', until }))
  return (await copyObject(`files/${file.fileId}`, `files/${fileId}`)) ? fileId : undefined
}
