import type { academy } from '#shared/api/academy.ts'
import { organizationOf } from '#shared/ids.ts'
import { can, clubsOf, flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { fold } from '#shared/rules/textMatching.ts'
import { maxTags } from '#shared/rules/library.ts'
import { titleOrder } from '#shared/rules/names.ts'
import { isStaffOf } from '#shared/rules/shares.ts'
import { isHeldBackIn } from '../http/secondFactor.ts'
import { itemFor } from './libraryAccess.ts'
import { newId } from '../table/newId.ts'
import type { CallOf } from '../serve.ts'
import { libraryUsage } from '../table/libraries.ts'
import { type StorageTag, storageTags } from '../table/storageItems.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { tagIdOf } from './lines.ts'

type Api = typeof academy

const card = ({ storageTagId: id, tag }: StorageTag) => ({ id, tag })
const toSortedCards = (tags: StorageTag[]) => tags.map(card).toSorted((a, b) => titleOrder.compare(a.tag, b.tag))

export async function searchTags({
  query: { organizationId, filter = '' },
  me,
}: CallOf<Api, 'GET /rest-api/academy/storage/tag'>) {
  const { access } = await me
  const candidateIds = organizationId === undefined ? clubsOf(access) : [organizationId]
  const ids = candidateIds.filter((id) => can({ access, groups: [] }, 'member', { organizationId: id }).allowed)
  if (organizationId !== undefined && ids.length === 0)
    throw new Problem(isHeldBackIn(access, organizationId) ? 'club_second_factor' : 'not_allowed')
  const all = (await Promise.all(ids.map((id) => storageTags.of(id)))).flat()
  return { tags: toSortedCards(all.filter(({ tag }) => fold(tag).startsWith(fold(filter)))) }
}

/** Creates a tag, returns the existing one with this name, or renames one. */
export const putTag = ({ body, me, stamp }: CallOf<Api, 'PUT /rest-api/academy/storage/tag'>) =>
  retryOnConflict(async () => {
    const { organizationId, tag, id: changedTagId, part } = body
    const { access } = await me
    // All staff may add a tag; an existing one is also on other people's items.
    const isAllowed =
      changedTagId === undefined
        ? isStaffOf(access, organizationId)
        : flagsOn(access, { organizationId }).has('canEditTeam')
    if (!isAllowed) throw new Problem('not_allowed')
    // Read before the tags: if someone adds one after this, the write conflicts.
    const usage = await libraryUsage.get({ organizationId }, { consistent: true })
    const all = await storageTags.of(organizationId)
    const concurrencyGuard = libraryUsage.touchAsRead(organizationId, usage)
    const wanted = part && `${organizationId}.${part}`
    const existingTag = all.find((each) => each.storageTagId === wanted || fold(each.tag) === fold(tag))
    if (changedTagId !== undefined) {
      if (existingTag && existingTag.storageTagId !== changedTagId)
        throw new Problem('bad_request', [faultAt('tag', 'twice')])
      await write(
        stamp,
        storageTags.change({ storageTagId: changedTagId }, { set: { tag } }, 'not_found'),
        concurrencyGuard,
      )
      return card({ storageTagId: changedTagId, tag })
    }
    if (existingTag) return card(existingTag)
    if (all.length >= maxTags) throw new Problem('library_full')
    const newTag = { storageTagId: wanted ?? `${organizationId}.${newId('k')}`, tag }
    await write(stamp, storageTags.createOnce(newTag), concurrencyGuard)
    return card(newTag)
  })

/** Deletes a tag. Items keep its id, which is not shown any more. */
export async function deleteTag({
  params: { storageTagId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/academy/storage/tag/{storageTagId}'>) {
  await write(stamp, storageTags.remove({ storageTagId }))
  return {}
}

export async function tagsOfItem({
  params: { storageItemId },
  me,
}: CallOf<Api, 'GET /rest-api/academy/storage/tag/storage-item/{storageItemId}'>) {
  const { item } = await itemFor(me, storageItemId, 'VIEWER')
  const idOf = tagIdOf(organizationOf(storageItemId))
  const rows = await storageTags.getMany((item.tags ?? []).map((short) => ({ storageTagId: idOf(short) })))
  return { tags: toSortedCards(rows.filter((row) => row !== undefined)) }
}
