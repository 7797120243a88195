import type { academy } from '#shared/api/academy.ts'
import { fileOf, storageItemOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { storageLimit } from '#shared/rules/library.ts'
import { chainOf, deepest, accessTo, isAtLeast, maxNodes, partyOfUser } from '#shared/rules/shares.ts'
import { refuseIfHarmful } from '../media/harmful.ts'
import { type OpenLibrary, staffLibrary } from './libraryAccess.ts'
import { newId } from '../table/newId.ts'
import type { CallOf } from '../serve.ts'
import { files } from '../table/files.ts'
import { libraries, libraryUsage } from '../table/libraries.ts'
import { licences } from '../table/licences.ts'
import { placeIn, type StorageItem, storageItems } from '../table/storageItems.ts'
import { retryOnConflict, write } from '../table/table.ts'
import type { Write } from '../table/writes.ts'

type Call = CallOf<typeof academy, 'POST /rest-api/academy/storage/organization'>

/**
 * Adds an item to a library. Coaches may add to its top level, and own what they add there; to a folder, everybody who may edit the folder.
 */
export const addItem = (call: Call): Promise<{ id: string }> =>
  retryOnConflict(async () => {
    const { body, userId, me, stamp } = call
    const { organizationId, type, name, parentId: requestedParentId } = body
    const library = await staffLibrary(me, organizationId)
    const parentId = requestedParentId ?? undefined
    refuseUnlessMayAdd(library, parentId)
    const { id, isAdded, attributes, writes } = await contentOf(call)
    // A retry after a lost response succeeds even if the library is full by now.
    if (isAdded) return { id }
    const isOwned = parentId !== undefined || library.reader.owns
    const item: StorageItem = {
      storageItemId: id,
      type,
      name,
      place: placeIn(organizationId, parentId),
      addedBy: userId,
      addedAt: stamp.at,
      ...(parentId !== undefined && { parentId }),
      ...(body.description && { description: body.description }),
      ...attributes,
    }
    const node = {
      ...(type === 'DIRECTORY' && { name, ...(parentId !== undefined && { parentId }) }),
      ...(!isOwned && { shares: { [partyOfUser(userId)]: 'OWNER' as const } }),
    }
    if (Object.keys(node).length > 0) {
      if (Object.keys(library.tree).length >= maxNodes || libraries.isFull(library)) throw new Problem('library_full')
      writes.push(libraries.change(library, { [id]: node }))
    } else if (parentId !== undefined) writes.push(libraries.check(library))
    const outcome = await write(stamp, storageItems.createOnce(item), ...writes)
    if (outcome === 'repeated') await refuseOther(item)
    return { id }
  })

/** Throws `saved_before` if a retry after a lost response was corrected in between: the first version is stored. */
async function refuseOther({ storageItemId, type, name, description, hyperLink }: StorageItem): Promise<void> {
  const existingItem = await storageItems.get({ storageItemId }, { consistent: true })
  const isSame =
    existingItem?.type === type &&
    existingItem.name === name &&
    existingItem.description === description &&
    existingItem.hyperLink === hyperLink
  if (!isSame) throw new Problem('saved_before')
}

function refuseUnlessMayAdd({ tree, reader }: OpenLibrary, parentId: string | undefined): void {
  if (parentId === undefined) return
  if (tree[parentId]?.name === undefined) throw new Problem('not_found')
  const access = accessTo(tree, { id: parentId }, reader)
  if (!access) throw new Problem('not_found')
  if (!isAtLeast(access, 'EDITOR')) throw new Problem('not_allowed')
  if ((chainOf(tree, { id: parentId })?.length ?? 0) >= deepest) throw new Problem('too_deep')
}

type Content = { id: string; isAdded?: boolean; attributes: Partial<StorageItem>; writes: Write[] }
/** What depends on the item's type: its id, its attributes, and the writes that go with it. */
async function contentOf({ body, userId }: Call): Promise<Content> {
  const { organizationId, type, hyperLink, part, fileMetadataId } = body
  if (type !== 'FILE') {
    const id = `${organizationId}.${part ?? newId('s')}`
    if (type !== 'LINK') return { id, attributes: {}, writes: [] }
    if (!hyperLink) throw new Problem('bad_request', [faultAt('hyperLink', 'required')])
    return { id, attributes: { hyperLink }, writes: [] }
  }
  if (!fileMetadataId) throw new Problem('bad_request', [faultAt('fileMetadataId', 'required')])
  const id = storageItemOf(fileMetadataId)
  const [file, licenceCount] = await Promise.all([
    files.get({ fileId: fileOf(id) }, { consistent: true }),
    licences.get({ organizationId }),
  ])
  if (!file || file.userId !== userId || file.state === 'asked') throw new Problem('file_missing')
  refuseIfHarmful(file)
  const { type: media, size, name: fileName, about } = file
  return {
    id,
    isAdded: about === id,
    attributes: { media, amount: size, fileName },
    writes: [
      files.attach(fileMetadataId, { userId, about: id }),
      libraryUsage.take(organizationId, size, storageLimit(licenceCount?.given ?? 0)),
    ],
  }
}
