import { dequal } from 'dequal'
import type { academy } from '#shared/api/academy.ts'
import { fileOf, organizationOf, storageItemOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { storageLimit } from '#shared/rules/library.ts'
import { isAtLeast } from '#shared/rules/shares.ts'
import { fullName } from '#shared/rules/names.ts'
import { signedAddress } from '../media/bucket.ts'
import { fileLink } from '../media/fileLink.ts'
import { refuseIfHarmful } from '../media/harmful.ts'
import { itemFor, itemForStaff, staffLibrary } from './libraryAccess.ts'
import { newId } from '../table/newId.ts'
import type { CallOf } from '../serve.ts'
import { fileCounts, files, maxFilesPerDay, unattachedHours } from '../table/files.ts'
import { libraries, libraryUsage } from '../table/libraries.ts'
import { licences } from '../table/licences.ts'
import { profiles } from '../table/profiles.ts'
import { favorites, type StorageItem, storageItems, storageTags } from '../table/storageItems.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { shownNoteOf } from '../access/pictureConsent.ts'
import { shownPlayersAfterChange, shownPlayers } from './shownPlayers.ts'
import { lineOf, pathTo, shortTag, tagIdOf, withPicture } from './lines.ts'

type Api = typeof academy

/** The details of an item; who added it only for readers who may edit it. */
export async function readItem({
  params: { storageItemId },
  me,
  userId,
  now,
}: CallOf<Api, 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'>) {
  const { item, library, access } = await itemFor(me, storageItemId, 'VIEWER')
  const mayEdit = isAtLeast(access, 'EDITOR')
  const organizationId = organizationOf(storageItemId)
  const [favorite, tags, adder, consent] = await Promise.all([
    favorites.get({ userId, storageItemId }),
    storageTags.getMany((item.tags ?? []).map((tag) => ({ storageTagId: tagIdOf(organizationId)(tag) }))),
    mayEdit ? profiles.get({ userId: item.addedBy }) : undefined,
    mayEdit ? shownPlayers(library, item) : { shown: [], others: 0, allowed: false },
  ])
  const place = item.parentId === undefined ? {} : { parentId: item.parentId }
  return {
    ...(await withPicture(lineOf(item, library, { access, ...place }), now)),
    description: item.description ?? '',
    tagTexts: tags.flatMap((each) => (each ? [{ id: each.storageTagId, tag: each.tag }] : [])),
    path: pathTo(library, { id: storageItemId, ...place }),
    favorite: favorite !== undefined,
    ...consent,
    addedBy: adder ? fullName(adder) : null,
    addedAt: item.addedAt,
  }
}

/** A presigned URL of the item's file, valid for 15 minutes. */
export async function linkToFile({
  params: { fileMetadataId },
  me,
  now,
}: CallOf<Api, 'GET /rest-api/academy/file/presigned-url/{fileMetadataId}'>) {
  const { item } = await itemFor(me, storageItemOf(fileMetadataId), 'VIEWER')
  const { storageItemId, name, fileName, media } = item
  if (item.type !== 'FILE' || !media) throw new Problem('not_found')
  const file = { fileId: fileOf(storageItemId), name: fileName ?? name, type: media }
  refuseIfHarmful(await files.get(file))
  return { filePresignedUrl: await fileLink(file, now), contentType: media, name }
}

/** Presigned URLs to upload these files, if all of them fit into the club's storage. */
export async function createUploads(
  call: CallOf<Api, 'POST /rest-api/academy/file/presigned-url/organization/{orgId}'>,
) {
  const { params, body, userId, me, stamp, now } = call
  const { orgId: organizationId } = params
  const [, usage, licenceCount] = await Promise.all([
    staffLibrary(me, organizationId),
    libraryUsage.get({ organizationId }),
    licences.get({ organizationId }),
  ])
  const requestedBytes = body.reduce((sum, { contentLength }) => sum + contentLength, 0)
  if ((usage?.bytes ?? 0) + requestedBytes > storageLimit(licenceCount?.given ?? 0)) throw new Problem('storage_full')
  const until = addHours(now, unattachedHours)
  const newFiles = body.map((file) => ({ ...file, fileId: `${organizationId}.${newId('f')}` }))
  await write(
    stamp,
    ...newFiles.map(({ fileId, fileName: name, contentType: type, contentLength: size }) =>
      files.create({ fileId, userId, name, type, size, state: 'asked', until }),
    ),
    fileCounts.upsert(
      { userId, day: now.slice(0, 10) },
      { add: { sent: newFiles.length }, when: [['sent', '<=', maxFilesPerDay - newFiles.length]] },
      'too_many_requests',
    ),
  )
  return {
    files: await Promise.all(
      newFiles.map(async ({ fileId, contentType, contentLength }) => ({
        fileMetadataId: fileId,
        endpoint: await signedAddress(`incoming/${fileId}`, {
          method: 'PUT',
          now,
          headers: { 'content-type': contentType, 'content-length': String(contentLength) },
        }),
        // Browsers set the content length themselves.
        headers: { 'content-type': contentType },
      })),
    ),
  }
}

/** Changes name and description of an item. Throws `conflict` unless they are those that the caller saw. Idempotent. */
export const changeItem = ({
  params: { storageItemId },
  body,
  me,
  stamp,
}: CallOf<Api, 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'>) =>
  retryOnConflict(async () => {
    const { item, library } = await itemForStaff(me, storageItemId)
    const { name, description, hyperLink, tags, shows, began, before } = body
    if (item.type === 'LINK' && (hyperLink === null || hyperLink === ''))
      throw new Problem('bad_request', [faultAt('hyperLink', 'required')])
    await refuseUnknownTags(tags ?? [])
    const shown = shows && (await shownPlayersAfterChange(library, item, shows, began?.shows))
    const set: Partial<StorageItem> = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description: description || undefined }),
      ...(item.type === 'LINK' && hyperLink && { hyperLink }),
      ...(tags !== undefined && { tags: tags.length > 0 ? [...new Set(tags.map(shortTag))] : undefined }),
      ...(shown !== undefined && { note: shownNoteOf(shown) }),
    }
    const isAlreadySaved = Object.entries(set).every(([key, value]) => dequal(item[key as keyof StorageItem], value))
    if (before && isAlreadySaved) return { id: storageItemId }
    if (before && !dequal(editableFieldsOf(item), before)) throw new Problem('conflict')
    const change = storageItems.change({ storageItemId }, { set, when: ifUnchanged(item) })
    const node = library.tree[storageItemId]
    if (item.type === 'DIRECTORY' && node && name !== undefined && name !== item.name)
      await write(stamp, change, libraries.change(library, { [storageItemId]: { ...node, name } }))
    else await update(stamp, change)
    return { id: storageItemId }
  })

function editableFieldsOf({ storageItemId, name, description = '', hyperLink, tags = [] }: StorageItem) {
  return { name, description, hyperLink: hyperLink ?? null, tags: tags.map(tagIdOf(organizationOf(storageItemId))) }
}

async function refuseUnknownTags(storageTagIds: readonly string[]): Promise<void> {
  const rows = await storageTags.getMany(storageTagIds.map((storageTagId) => ({ storageTagId })))
  if (rows.includes(undefined)) throw new Problem('not_found')
}
