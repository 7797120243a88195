import type { academy } from '#shared/api/academy.ts'
import { Problem } from '#shared/problems.ts'
import { accessTo, canMoveInto, isAtLeast, type LibraryNode, mayRemoveShare } from '#shared/rules/shares.ts'
import { accessFor, type OpenLibrary, staffLibrary } from './libraryAccess.ts'
import type { CallOf } from '../serve.ts'
import { libraries } from '../table/libraries.ts'
import { binOf, placeIn, type StorageItem, storageItems } from '../table/storageItems.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'

type Api = typeof academy

/** Items, read consistently and without duplicates. Throws if one does not exist. */
export async function itemsNow(ids: readonly string[]): Promise<Stored<StorageItem>[]> {
  const rows = await storageItems.getMany(
    [...new Set(ids)].map((storageItemId) => ({ storageItemId })),
    { consistent: true },
  )
  return rows.map((row) => {
    if (!row) throw new Problem('not_found')
    return row
  })
}

/**
 * Moves items. Only the item itself is written: the contents of a folder refer to the folder. The caller must be allowed to edit the item
 * and to add to the target folder.
 */
export const moveItems = ({
  params: { orgId: organizationId },
  body: { ids, parentId: requestedParentId },
  me,
  stamp,
}: CallOf<Api, 'POST /rest-api/academy/storage/organization/{orgId}/move'>) =>
  retryOnConflict(async () => {
    const library = await staffLibrary(me, organizationId)
    const items = await itemsNow(ids)
    const parentId = requestedParentId ?? undefined
    for (const item of items) refuseUnlessMayTake(library, item)
    refuseUnlessMayMoveTo(library, items, parentId)
    const itemsToMove = items.filter((item) => item.parentId !== parentId)
    if (itemsToMove.length === 0) return { moved: 0, back: [] }
    const nodes: Record<string, LibraryNode> = {}
    const { tree } = library
    for (const { storageItemId: id, type } of itemsToMove) {
      if (type !== 'DIRECTORY') continue
      if (!canMoveInto(tree, id, parentId)) throw new Problem('into_itself')
      nodes[id] = withParent(tree[id] ?? {}, parentId)
    }
    await write(
      stamp,
      ...itemsToMove.map(({ storageItemId, version }) =>
        storageItems.change(
          { storageItemId },
          { set: { parentId, place: placeIn(organizationId, parentId) }, when: ifUnchanged({ version }) },
        ),
      ),
      Object.keys(nodes).length > 0 ? libraries.change(library, nodes) : libraries.check(library),
    )
    return { moved: itemsToMove.length, back: undoMoves(library, itemsToMove) }
  })

/** A folder, by its parent folder or the top level. */
export function withParent(node: LibraryNode, parentId: string | undefined): LibraryNode {
  const { parentId: _before, ...rest } = node
  return parentId === undefined ? rest : { ...rest, parentId }
}

function refuseUnlessMayTake(library: OpenLibrary, item: StorageItem): void {
  const access = accessFor(library, item, 'EDITOR')
  const { tree, reader } = library
  if (!mayRemoveShare(tree, reader, { access, parentId: item.parentId })) throw new Problem('not_allowed')
}

/** How to move the items back: by their previous folders. */
function undoMoves(library: OpenLibrary, moved: StorageItem[]) {
  const parents = [...new Set(moved.map(({ parentId }) => parentId))]
  return parents.flatMap((parentId) => {
    const items = moved.filter((item) => item.parentId === parentId)
    const ids = items.map(({ storageItemId }) => storageItemId)
    return whyCannotMoveTo(library, items, parentId) ? [] : [{ ids, parentId: parentId ?? null }]
  })
}

function refuseUnlessMayMoveTo(...[library, items, parentId]: Parameters<typeof whyCannotMoveTo>): void {
  const why = whyCannotMoveTo(library, items, parentId)
  if (why) throw new Problem(why)
}

/** To the top level: only those who run the club, or own the item directly and so still see it there. */
function whyCannotMoveTo({ tree, reader }: OpenLibrary, items: StorageItem[], parentId: string | undefined) {
  if (parentId === undefined) {
    const isOwnedDirectly = ({ storageItemId }: StorageItem) =>
      Object.entries(tree[storageItemId]?.shares ?? {}).some(([to, as]) => as === 'OWNER' && reader.parties.has(to))
    return reader.owns || items.every(isOwnedDirectly) ? undefined : 'not_allowed'
  }
  const access = accessTo(tree, { id: parentId }, reader)
  if (!access || tree[parentId]?.name === undefined) return 'not_found'
  return isAtLeast(access, 'EDITOR') ? undefined : 'not_allowed'
}

/** Moves items to the bin; the contents of a folder become invisible with it. */
export const deleteItems = ({
  params: { orgId: organizationId },
  body,
  me,
  userId,
  stamp,
}: CallOf<Api, 'DELETE /rest-api/academy/storage/organization/{orgId}/storage-item'>) =>
  retryOnConflict(async () => {
    const library = await staffLibrary(me, organizationId)
    const items = await itemsNow('ids' in body ? body.ids : body)
    const itemsToDelete = items.filter(({ deletedAt }) => deletedAt === undefined)
    for (const item of itemsToDelete) refuseUnlessMayTake(library, item)
    if (itemsToDelete.length === 0) return { deleted: 0 }
    const set = { place: binOf(organizationId), deletedAt: stamp.at, userId }
    await write(
      stamp,
      ...itemsToDelete.map(({ storageItemId, version }) =>
        storageItems.change({ storageItemId }, { set, when: ifUnchanged({ version }) }),
      ),
      ...folderWrites(library, itemsToDelete, (node) => ({ ...node, deleted: true })),
    )
    return { deleted: itemsToDelete.length }
  })

/** The write that changes the folders among these items. */
export function folderWrites(
  library: OpenLibrary,
  items: readonly StorageItem[],
  change: (node: LibraryNode, item: StorageItem) => LibraryNode,
): Write[] {
  const changedNodes = items.flatMap((item) => {
    const node = library.tree[item.storageItemId]
    return node ? [[item.storageItemId, change(node, item)] as const] : []
  })
  return changedNodes.length > 0 ? [libraries.change(library, Object.fromEntries(changedNodes))] : []
}
