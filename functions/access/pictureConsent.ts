import { lastPart, organizationOf } from '#shared/ids.ts'
import { type Access, playersWith } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { maxShown } from '#shared/rules/library.ts'
import { isShownIn } from '#shared/rules/pictures.ts'
import { type AccessType, coachedTeams, isAtLeast } from '#shared/rules/shares.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import { type Player, players } from '../table/players.ts'

type ItemWithPlayers = { note?: string } & ({ storageItemId: string } | { recordingId: string })

/** The ids of the players that a library picture or a recording shows. Its `note` holds their last parts, separated by spaces. */
export const shownPlayerIds = ({ note = '', ...item }: ItemWithPlayers): string[] => {
  const organizationId = organizationOf('recordingId' in item ? item.recordingId : item.storageItemId)
  return note.split(' ').flatMap((part) => (part ? [`${organizationId}.${part}`] : []))
}
/** The note for an item that shows these players; undefined for none. Throws `bad_request` if there are too many. */
export function shownNoteOf(playerIds: readonly string[]): string | undefined {
  const parts = [...new Set(playerIds)].map(lastPart)
  if (parts.length > maxShown) throw new Problem('bad_request', [faultAt('shows', 'too_many', { limit: maxShown })])
  return parts.join(' ') || undefined
}

/**
 * The players shown after a change, by the ids to store: those who stay keep their stored ids, also ones that were merged since. If the
 * merge is undone, the item still shows that child, and needs the consent of that family. `rows`: the players of the stored ids now.
 */
export function shownIdsToStore(
  storedIds: readonly string[],
  rows: readonly (Player | undefined)[],
  shown: readonly string[],
): string[] {
  const currentIds = storedIds.map((playerId, i) => rows[i]?.playerId ?? playerId)
  return [
    ...storedIds.filter((_id, i) => shown.includes(currentIds[i] ?? '')),
    ...shown.filter((playerId) => !currentIds.includes(playerId)),
  ]
}

/**
 * Whether the user may see pictures of a player at all, whatever is shared: of their own player, or if the family allows pictures
 * to be shown to the club, or to the team and the user has a player on it, with the right `sees`, or coaches it.
 */
function maySee(
  access: Access,
  { playerId, teams, pictures }: Pick<Player, 'playerId' | 'teams' | 'pictures'>,
): boolean {
  const seen = playersWith(access, 'sees')
  if (seen.some(({ id }) => id === playerId)) return true
  const ownTeamIds = new Set([
    ...seen.flatMap((player) => player.teams.map(({ id }) => id)),
    ...coachedTeams(access, organizationOf(playerId)),
  ])
  return isShownIn(pictures, teams.some(({ id }) => ownTeamIds.has(id)) ? 'team' : 'club')
}

/**
 * The players with these ids, in order; a merged player is replaced by the one they were merged into. `consistent`: a consistent
 * read.
 */
export async function playersShown(
  playerIds: readonly string[],
  { consistent = true } = {},
): Promise<(Player | undefined)[]> {
  const rowsOf = (ids: readonly string[]) =>
    players.getMany(
      ids.map((playerId) => ({ playerId })),
      { consistent },
    )
  const rows = await rowsOf(playerIds)
  const missingIds = playerIds.filter((_id, i) => rows[i] === undefined)
  if (missingIds.length === 0) return rows
  const mergedIds = [...(await mergedPlayers.currentIds(missingIds))]
  const mergedRows = await rowsOf(mergedIds.map(([, playerId]) => playerId))
  const playerByMissingId = new Map(mergedIds.map(([playerId], i) => [playerId, mergedRows[i]]))
  return playerIds.map((playerId, i) => rows[i] ?? playerByMissingId.get(playerId))
}

/**
 * The items that the user may see by the consent of the players shown: all of them must have consented, and a deleted player has
 * not. Staff who may edit an item see it without consent: they decide whom it shows.
 */
export async function withConsent<Line extends { shows: readonly string[]; access: AccessType }>(
  { access, isStaff }: { access: Access; isStaff: boolean },
  lines: readonly Line[],
): Promise<readonly Line[]> {
  const isExempt = (line: Line) => isStaff && isAtLeast(line.access, 'EDITOR')
  const shownIds = [...new Set(lines.flatMap((line) => (isExempt(line) ? [] : line.shows)))]
  if (shownIds.length === 0) return lines
  const rows = await playersShown(shownIds)
  const visibleIds = new Set(rows.flatMap((row, i) => (row && maySee(access, row) ? [shownIds[i]] : [])))
  return lines.filter((line) => isExempt(line) || line.shows.every((playerId) => visibleIds.has(playerId)))
}
