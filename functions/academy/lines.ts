import { fileOf, lastPart, organizationOf } from '#shared/ids.ts'
import { byTitle } from '#shared/rules/names.ts'
import { type AccessType, accessTo, chainOf, isAtLeast, mayRemoveShare, userOf } from '#shared/rules/shares.ts'
import type { OpenLibrary } from './libraryAccess.ts'
import { shownPlayerIds } from '../access/pictureConsent.ts'
import { type StorageItem, storageItems } from '../table/storageItems.ts'
import { thumbnailLink } from '../media/thumbnail.ts'

export const tagIdOf = (organizationId: string) => (short: string) => `${organizationId}.${short}`
export const shortTag = (storageTagId: string) => lastPart(storageTagId)

type ListedItem = Pick<
  StorageItem,
  'storageItemId' | 'type' | 'name' | 'media' | 'amount' | 'hyperLink' | 'tags' | 'state' | 'note'
> &
  // A folder's list does not carry it.
  Partial<Pick<StorageItem, 'fileName'>>
type ItemAccess = { access: AccessType; parentId?: string }

/** An item in the shape of lists; only name and type if the reader may only find it. */
export function lineOf(
  item: ListedItem,
  { tree, reader }: Pick<OpenLibrary, 'tree' | 'reader'>,
  { access, parentId }: ItemAccess,
) {
  const { storageItemId: id, name, type, media, amount, fileName, hyperLink, tags = [], state } = item
  const organizationId = organizationOf(id)
  const isOpen = isAtLeast(access, 'VIEWER')
  const isFile = isOpen && type === 'FILE' && media !== undefined && amount !== undefined
  return {
    id,
    name,
    type,
    parentId: isOpen ? (parentId ?? null) : null,
    organizationId,
    fileMetadata: isFile ? { id: fileOf(id), ...(fileName && { fileName }), contentType: media, size: amount } : null,
    hyperLink: (isOpen && hyperLink) || null,
    tags: isOpen ? tags.map(tagIdOf(organizationId)) : [],
    access,
    movable: mayRemoveShare(tree, reader, { access, parentId }),
    // A coach owns the items they added: that share shows an item to nobody else.
    shared:
      isAtLeast(access, 'EDITOR') &&
      Object.keys(tree[id]?.shares ?? {}).some((party) => !userOf(party) || !reader.parties.has(party)),
    shows: shownPlayerIds(item),
    isPictured: isFile && state === 'pictured',
  }
}
export type Line = ReturnType<typeof lineOf>

/** A line with the URL of its thumbnail. */
export const withPicture = async <L extends Line>(line: L, now: string) => ({
  ...line,
  thumbnailPresignedUrl: line.isPictured ? await thumbnailLink(fileOf(line.id), now) : null,
})
export const withPictures = <L extends Line>(lines: readonly L[], now: string) =>
  Promise.all(lines.map((line) => withPicture(line, now)))

/** Folders first, then by name with numbers in numeric order. */
export const compareLines = (a: Pick<Line, 'type' | 'name'>, b: Pick<Line, 'type' | 'name'>): number =>
  Number(b.type === 'DIRECTORY') - Number(a.type === 'DIRECTORY') || byTitle(a, b)

/** The parent folders of an item that the reader may open, outermost first. */
export function pathTo(
  { tree, reader }: Pick<OpenLibrary, 'tree' | 'reader'>,
  item: { id: string; parentId?: string },
) {
  const [, ...ancestorIds] = chainOf(tree, item) ?? []
  return ancestorIds
    .toReversed()
    .filter((id) => isAtLeast(accessTo(tree, { id }, reader), 'VIEWER'))
    .map((id) => ({ id, name: tree[id]?.name ?? '' }))
}

/** Items by id; those that are deleted, in the bin or not visible to the reader are left out. */
export async function linesOf(library: OpenLibrary, ids: readonly string[], minimumAccess: AccessType = 'VIEWER') {
  const rows = await storageItems.getMany(ids.map((storageItemId) => ({ storageItemId })))
  return rows.flatMap((item) => {
    if (!item || item.deletedAt) return []
    const { storageItemId: id, parentId } = item
    const place = { ...(parentId !== undefined && { parentId }) }
    const access = accessTo(library.tree, { id, ...place }, library.reader)
    return access && isAtLeast(access, minimumAccess) ? [lineOf(item, library, { access, ...place })] : []
  })
}
