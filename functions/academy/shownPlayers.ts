import { faultAt, Problem } from '#shared/problems.ts'
import { byTitle, fullName } from '#shared/rules/names.ts'
import type { OpenLibrary } from './libraryAccess.ts'
import { isShownIn } from '#shared/rules/pictures.ts'
import { rebaseList } from '#shared/rules/listChange.ts'
import { playersShown, shownIdsToStore, shownPlayerIds } from '../access/pictureConsent.ts'
import { players } from '../table/players.ts'
import type { StorageItem } from '../table/storageItems.ts'
import { knowsPlayer } from './playerFor.ts'

/**
 * The players that a picture or film shows, as far as the reader may see them, with their families' consent; and whether the families of
 * all shown players have consented, including those hidden from the reader.
 */
export async function shownPlayers({ access }: OpenLibrary, item: Pick<StorageItem, 'storageItemId' | 'note'>) {
  const rows = await playersShown(shownPlayerIds(item))
  const visibleEntries = rows.flatMap((row) => (row && knowsPlayer(access, row) ? [[row.playerId, row] as const] : []))
  return {
    shown: [...new Map(visibleEntries).values()]
      .map((row) => ({ playerId: row.playerId, name: fullName(row), audience: row.pictures ?? null }))
      .toSorted(byTitle),
    others: rows.length - visibleEntries.length,
    allowed: rows.length > 0 && rows.every((row) => isShownIn(row?.pictures, 'club')),
  }
}

/**
 * The shown players of an item after a change, by the ids to store. Only pictures and films can show players. Only players whom the caller
 * may see are added or removed: the others were not visible to the caller.
 */
export async function shownPlayersAfterChange(
  { access }: OpenLibrary,
  item: Pick<StorageItem, 'storageItemId' | 'note' | 'media'>,
  playerIds: readonly string[],
  baseIds: readonly string[] | undefined,
): Promise<string[]> {
  if (playerIds.length > 0 && !/^(image|video)\//.test(item.media ?? ''))
    throw new Problem('bad_request', [faultAt('shows', 'invalid')])
  const storedIds = shownPlayerIds(item)
  const storedRows = await playersShown(storedIds)
  const before = [...new Set(storedIds.map((playerId, i) => storedRows[i]?.playerId ?? playerId))]
  const all = [...new Set([...before, ...playerIds])]
  const rows = await players.getMany(all.map((playerId) => ({ playerId })))
  const visibilityById = new Map(
    rows.flatMap((row) => (row ? [[row.playerId, knowsPlayer(access, row)] as const] : [])),
  )
  const visibleIds = before.filter((playerId) => visibilityById.get(playerId))
  const shown = rebaseList(visibleIds, playerIds, baseIds)
  const added = shown.filter((playerId) => !before.includes(playerId))
  if (!added.every((playerId) => visibilityById.get(playerId))) throw new Problem('not_found')
  const hidden = before.filter((playerId) => visibilityById.get(playerId) === false)
  return shownIdsToStore(storedIds, storedRows, [...hidden, ...shown])
}
