import type { recordings as area } from '#shared/api/recordings.ts'
import { fileOf, teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { byName } from '#shared/rules/names.ts'
import { sharedWith } from '#shared/rules/recordings.ts'
import { playerCard } from '../people/playerCard.ts'
import { fileLink } from '../media/fileLink.ts'
import { harmfulAmong } from '../media/harmful.ts'
import type { CallOf } from '../serve.ts'
import { playersShown, shownPlayerIds, withConsent } from '../access/pictureConsent.ts'
import { type Moment, type MomentId, type Recording, recordings } from '../table/recordings.ts'
import { type Player, players } from '../table/players.ts'
import { linesOf } from './lines.ts'
import { accessFor } from './access.ts'

/** A recording with its moments; one query, in parallel with the permission check. */
export async function readRecording({
  params: { recordingId },
  me,
  now,
}: CallOf<typeof area, 'GET /rest-api/recordings/{recordingId}'>) {
  const [caller, rows] = await Promise.all([me, recordings.withMoments({ recordingId })])
  const row = rows.find((each): each is (typeof rows)[number] & Recording => 'media' in each)
  const access = accessFor(caller, recordingId, row)
  if (!row) throw new Problem('not_found')
  const shows = shownPlayerIds(row)
  const [visible] = await withConsent({ access: caller.access, isStaff: true }, [{ shows, access }])
  if (!visible) throw new Problem('not_found')
  const isOwner = access === 'OWNER'
  const shares = sharedWith(teamOf(recordingId) ?? '', row.shares)
  const fileId = fileOf(recordingId)
  const [[line], harmful, url, sharedPlayers, shownPlayers] = await Promise.all([
    linesOf([{ row, access }], now),
    harmfulAmong([fileId]),
    fileLink({ fileId, name: row.title, type: row.media }, now),
    isOwner ? players.getMany(shares.playerIds.map((playerId) => ({ playerId }))) : [],
    isOwner ? playersShown(shows) : [],
  ])
  if (!line) throw new Problem('not_found')
  return {
    ...line,
    filePresignedUrl: harmful.has(fileId) ? null : url,
    marked: rows
      .filter((each): each is (typeof rows)[number] & Moment & MomentId => 'momentId' in each)
      .toSorted((a, b) => a.second - b.second)
      .map(({ momentId: id, second, comment, strokes = [] }) => ({
        id,
        second,
        comment,
        strokes: strokes.map(({ color, points }) => ({ color, points: [...points] })),
      })),
    sharedWith: isOwner ? { team: shares.team, players: cardsOf(sharedPlayers) } : null,
    shows: isOwner ? cardsOf(shownPlayers) : null,
  }
}

/** Players by name, each once: two may have been merged. */
const cardsOf = (rows: readonly (Player | undefined)[]) =>
  [...new Map(rows.flatMap((row) => (row ? [[row.playerId, row] as const] : []))).values()]
    .toSorted(byName)
    .map(playerCard)
