import type { academy } from '#shared/api/academy.ts'
import { organizationOf } from '#shared/ids.ts'
import { recentSize } from '#shared/rules/library.ts'
import { itemFor, libraryFor } from './libraryAccess.ts'
import type { CallOf } from '../serve.ts'
import { withConsent } from '../access/pictureConsent.ts'
import { favorites, recentItems } from '../table/storageItems.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { compareLines, linesOf, withPictures } from './lines.ts'
import { playerFor } from './playerFor.ts'

type Api = typeof academy

/** Items of several clubs as the caller may see them now, in the same order. */
async function openLines(
  { me, now }: Pick<CallOf<Api, 'GET /rest-api/academy/storage/favorite'>, 'me' | 'now'>,
  ids: readonly string[],
) {
  const clubs = Object.entries(Object.groupBy(ids, organizationOf))
  const linesByClub = await Promise.all(
    clubs.map(async ([organizationId, clubItemIds = []]) => {
      const library = await libraryFor(me, organizationId)
      return withConsent(library, await linesOf(library, clubItemIds))
    }),
  )
  const lines = new Map((await withPictures(linesByClub.flat(), now)).map((line) => [line.id, line]))
  return ids.flatMap((id) => lines.get(id) ?? [])
}

export async function listFavorites(call: CallOf<Api, 'GET /rest-api/academy/storage/favorite'>) {
  const { query, userId } = call
  const rows = await favorites.of({ userId }, query.organizationId)
  const lines = await openLines(
    call,
    rows.map(({ storageItemId }) => storageItemId),
  )
  return { items: lines.toSorted(compareLines) }
}

/** The most that are kept: some may no longer be visible to the user, or belong to another club. */
const maxRecent = 30

export async function listRecent(call: CallOf<Api, 'GET /rest-api/academy/storage/recent'>) {
  const { query, userId } = call
  const { ids = [] } = (await recentItems.get({ userId })) ?? {}
  const { organizationId } = query
  const recentIds = ids.filter((id) => organizationId === undefined || organizationOf(id) === organizationId)
  return { items: (await openLines(call, recentIds)).slice(0, recentSize) }
}

type NoteForPlayerRoute =
  'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}/player/{playerId}'
export async function noteRecentFor(call: CallOf<Api, NoteForPlayerRoute>) {
  await playerFor(call.me, call.params.playerId)
  return noteRecent(call)
}

type NoteRoute = 'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}'
export async function noteRecent({
  params,
  me,
  userId,
  stamp,
}: Pick<CallOf<Api, NoteRoute>, 'params' | 'me' | 'userId' | 'stamp'>) {
  const { storageItemId } = params
  await itemFor(me, storageItemId, 'VIEWER')
  await retryOnConflict(async () => {
    const before = await recentItems.get({ userId }, { consistent: true })
    const ids = [storageItemId, ...(before?.ids ?? []).filter((id) => id !== storageItemId)].slice(0, maxRecent)
    const when = before ? ifUnchanged(before) : []
    await update(stamp, recentItems.upsert({ userId }, { set: { ids }, when }))
  })
  return {}
}

export async function isFavorite({
  params: { storageItemId },
  me,
  userId,
}: CallOf<Api, 'GET /rest-api/academy/storage/favorite/{storageItemId}'>) {
  await itemFor(me, storageItemId, 'VIEWER')
  return { favorite: (await favorites.get({ userId, storageItemId }, { consistent: true })) !== undefined }
}

export async function addFavorite({
  params: { storageItemId },
  me,
  userId,
  stamp,
}: CallOf<Api, 'POST /rest-api/academy/storage/favorite/{storageItemId}'>) {
  await itemFor(me, storageItemId, 'VIEWER')
  await update(stamp, favorites.upsert({ userId, storageItemId }, { set: { storageItemId } }))
  return { favorite: true }
}

/** Removes a mark, also of an item that the caller can no longer open. Throws `not_found` for an unknown item without a mark. */
export async function removeFavorite({
  params: { storageItemId },
  me,
  userId,
  stamp,
}: CallOf<Api, 'DELETE /rest-api/academy/storage/favorite/{storageItemId}'>) {
  await retryOnConflict(async () => {
    const isMarked = await favorites.get({ userId, storageItemId }, { consistent: true })
    if (isMarked) await write(stamp, favorites.remove({ userId, storageItemId }, 'conflict'))
    else await itemFor(me, storageItemId, 'VIEWER')
  })
  return { favorite: false }
}
