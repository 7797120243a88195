import type { academy } from '#shared/api/academy.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { binDays } from '#shared/rules/library.ts'
import { accessInBin, type AccessType, chainOf } from '#shared/rules/shares.ts'
import { type OpenLibrary, staffLibrary } from './libraryAccess.ts'
import type { CallOf } from '../serve.ts'
import { binOf, placeIn, type StorageItem, storageItems } from '../table/storageItems.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { lineOf, withPictures } from './lines.ts'
import { folderWrites, itemsNow, withParent } from './move.ts'
import { ifUnchanged } from '../table/writes.ts'

type Api = typeof academy

type BinnedItem = Pick<StorageItem, 'storageItemId' | 'parentId' | 'userId'>
const isShown = ({ reader, access }: OpenLibrary, { userId }: Pick<StorageItem, 'userId'>) =>
  reader.owns || userId === access.userId

/**
 * Access to a binned item: owners of the library see all of them, others those that they deleted and could still delete today.
 */
const accessOf = (library: OpenLibrary, item: BinnedItem): AccessType | undefined =>
  isShown(library, item)
    ? accessInBin(library.tree, { id: item.storageItemId, parentId: item.parentId }, library.reader)
    : undefined

/**
 * The club's items are deleted for good by those who run the club, or when their days are over. A folder may hold other people's
 * items too.
 */
const mayDeletePermanently = (
  { reader, access }: OpenLibrary,
  { type, addedBy }: Pick<StorageItem, 'type' | 'addedBy'>,
) => reader.owns || (type !== 'DIRECTORY' && addedBy === access.userId)

export async function listBin({
  params: { orgId: organizationId },
  me,
  now,
}: CallOf<Api, 'GET /rest-api/academy/storage/organization/{orgId}/bin'>) {
  const library = await staffLibrary(me, organizationId)
  const listed = (await storageItems.inList(binOf(organizationId))).filter((item) => isShown(library, item))
  const rows = await storageItems.getMany(listed.map(({ storageItemId }) => ({ storageItemId })))
  const items = rows.flatMap((row) => {
    const access = row && accessOf(library, row)
    return row?.deletedAt && access ? [{ ...row, deletedAt: row.deletedAt, access }] : []
  })
  const lines = items
    .toSorted((a, b) => b.deletedAt.localeCompare(a.deletedAt))
    .map(({ parentId, deletedAt, access, ...item }) => ({
      ...lineOf(item, library, { access, ...(parentId !== undefined && { parentId }) }),
      goesAt: addHours(deletedAt, 24 * binDays),
      forGood: mayDeletePermanently(library, item),
    }))
  return { items: await withPictures(lines, now) }
}

/** Restores items to their folder, or to the top level if that folder is deleted or in the bin. */
export const restoreItems = ({
  params: { orgId: organizationId },
  body: { ids },
  me,
  stamp,
}: CallOf<Api, 'POST /rest-api/academy/storage/organization/{orgId}/restore'>) =>
  retryOnConflict(async () => {
    const { library, items } = await readBinned(me, organizationId, ids)
    const itemsToRestore = items.filter(({ deletedAt }) => deletedAt !== undefined)
    if (itemsToRestore.length === 0) return { restored: 0 }
    const restoredIds = new Set(itemsToRestore.map(({ storageItemId }) => storageItemId))
    const remains = (id: string) => restoredIds.has(id) || chainOf(library.tree, { id }) !== undefined
    const parentOf = ({ parentId }: StorageItem) => (parentId !== undefined && remains(parentId) ? parentId : undefined)
    await write(
      stamp,
      ...itemsToRestore.map((item) => {
        const { storageItemId, version } = item
        const parentId = parentOf(item)
        const place = placeIn(organizationId, parentId)
        const set = { place, parentId, deletedAt: undefined, userId: undefined }
        return storageItems.change({ storageItemId }, { set, when: ifUnchanged({ version }) })
      }),
      ...folderWrites(library, itemsToRestore, ({ deleted: _deleted, ...node }, item) =>
        withParent(node, parentOf(item)),
      ),
    )
    return { restored: itemsToRestore.length }
  })

async function readBinned(me: Parameters<typeof staffLibrary>[0], organizationId: string, ids: readonly string[]) {
  const library = await staffLibrary(me, organizationId)
  const items = await itemsNow(ids)
  if (items.some((item) => item.deletedAt !== undefined && !accessOf(library, item))) throw new Problem('not_found')
  return { library, items }
}

/** Deletes items for good; a worker then deletes their contents: see goneHandler.ts. */
export const emptyBin = ({
  params: { orgId: organizationId },
  body: { ids },
  me,
  stamp,
}: CallOf<Api, 'DELETE /rest-api/academy/storage/organization/{orgId}/bin'>) =>
  retryOnConflict(async () => {
    const { library, items } = await readBinned(me, organizationId, ids)
    const itemsToDelete = items.filter(({ deletedAt }) => deletedAt !== undefined)
    if (itemsToDelete.length === 0) return { deleted: 0 }
    if (!itemsToDelete.every((item) => mayDeletePermanently(library, item))) throw new Problem('not_allowed')
    await write(
      stamp,
      ...itemsToDelete.map(({ storageItemId }) =>
        storageItems.remove({ storageItemId }, 'conflict', [['deletedAt', 'exists']]),
      ),
    )
    return { deleted: itemsToDelete.length }
  })
