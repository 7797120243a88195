import { faultAt, Problem } from '#shared/problems.ts'
import { byTitle, fullName } from '#shared/rules/names.ts'
import type { OpenLibrary } from '../libraryAccess.ts'
import { shownIn } from '../shownIn.ts'
import { players } from '../table/players.ts'
import type { StorageItem } from '../table/storageItems.ts'
import { knowsPlayer } from './playerFor.ts'

/** Whom a picture or film shows, as far as the reader may know these players, with what their families have said. */
export async function shownPlayers({ access }: OpenLibrary, item: Pick<StorageItem, 'storageItemId' | 'note'>) {
  const rows = await players.getMany(shownIn(item).map((playerId) => ({ playerId })))
  return rows
    .flatMap((row) => (row && knowsPlayer(access, row) ? [row] : []))
    .map((row) => ({ playerId: row.playerId, name: fullName(row), audience: row.pictures ?? null }))
    .toSorted(byTitle)
}

/** Only pictures and films show players; and only those that one knows are added to whom they show. */
export async function refuseUnknownPlayers(
  { access }: OpenLibrary,
  item: Pick<StorageItem, 'storageItemId' | 'note' | 'media'>,
  playerIds: readonly string[],
): Promise<void> {
  if (playerIds.length === 0) return
  if (!/^(image|video)\//.test(item.media ?? '')) throw new Problem('bad_request', [faultAt('shows', 'invalid')])
  const before = new Set(shownIn(item))
  const added = playerIds.filter((playerId) => !before.has(playerId))
  const rows = await players.getMany(added.map((playerId) => ({ playerId })))
  if (!rows.every((row) => row && knowsPlayer(access, row))) throw new Problem('not_found')
}
