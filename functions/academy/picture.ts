import type { academy } from '#shared/api/academy.ts'
import { fileOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { thumbnailPixels } from '#shared/rules/files.ts'
import { itemForStaff } from './libraryAccess.ts'
import type { CallOf } from '../serve.ts'
import { storageItems } from '../table/storageItems.ts'
import { update } from '../table/table.ts'
import { putThumbnail } from '../media/thumbnail.ts'

type Put = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}/thumbnail'

/** Stores the thumbnail of a picture or film, which the uploading browser has created. */
export async function setThumbnail({ params, body, me, stamp }: CallOf<typeof academy, Put>) {
  const { storageItemId } = params
  const { item } = await itemForStaff(me, storageItemId)
  if (item.type !== 'FILE' || !/^(image|video)\//.test(item.media ?? '')) throw new Problem('wrong_file')
  await putThumbnail(fileOf(storageItemId), body.jpeg, thumbnailPixels)
  await update(stamp, storageItems.change({ storageItemId }, { set: { state: 'pictured' } }, 'not_found'))
  return {}
}
