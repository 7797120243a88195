import type { developers as contract } from '#shared/api/developers.ts'
import type { Access } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { isWithin, mayReceiveChange } from '#shared/rules/changes.ts'
import { mayBeAskedFor, mayEditFee } from '../access/fees.ts'
import type { CallOf } from '../serve.ts'
import { developerSettings } from '../table/accessTokens.ts'
import { changeCounts, type ClubChange, clubChanges, placeOf } from '../table/clubChanges.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { fees } from '../table/fees.ts'
import { page } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'

const pageSize = 100
/** The most pages read at once when few changes are visible to the caller. */
const maxPages = 5

/**
 * The changes since the cursor, oldest first, as far as the caller may read the objects and the token has their area. Throws for a cursor
 * so old that changes after it are deleted.
 */
export async function listChanges({
  params: { orgId: organizationId },
  query: { cursor },
  me,
  token,
  now,
}: CallOf<typeof contract, 'GET /api/v1/organizations/{orgId}/changes'>) {
  const club = { organizationId }
  const list = `changes of ${organizationId}`
  const [{ access }, settings, position] = await Promise.all([
    me,
    developerSettings.get(club, { consistent: true }),
    positionOf(list, cursor),
  ])
  let place = position?.['place'] ?? placeOf(0)
  let more = settings?.changes === 'on'
  const visibleChanges: ClubChange[] = []
  for (let i = 0; i < maxPages && more && visibleChanges.length < pageSize; i++) {
    const { rows, next } = await page<ClubChange>(clubChanges.after(club, place, pageSize - visibleChanges.length))
    if (position && i === 0) await refuseGap(club, place, rows[0], now)
    visibleChanges.push(
      ...(await withoutOtherHomes(
        rows.filter(({ what, about }) => isWithin(token?.areas, what) && mayReceiveChange(access, what, about)),
        access,
      )),
    )
    place = rows.at(-1)?.place ?? place
    more = next !== undefined
  }
  return {
    since: settings?.changesSince ?? null,
    changes: visibleChanges.map(({ changeId, what, verb, about, when }) => ({
      id: changeId,
      kind: what,
      verb,
      objectId: about,
      at: when,
    })),
    // Also if nothing has changed: the next poll continues from there.
    cursor: await cursorAt(list, { place }),
    more,
  }
}

/** Places have no gaps: if the next one is missing or about to be deleted, later ones may be gone too. */
async function refuseGap(
  club: { organizationId: string },
  place: string,
  first: Stored<ClubChange> | undefined,
  now: string,
) {
  const hasNoGap = first
    ? first.place === placeOf(Number(place) + 1) && (first.ttl ?? 0) * 1000 > Date.parse(now)
    : ((await changeCounts.get(club, { consistent: true }))?.last ?? 0) <= Number(place)
  if (hasNoGap) return
  const message = 'What has changed since then is no longer kept: read everything anew, and begin without a cursor.'
  throw new Problem('bad_request', [faultAt('cursor', 'invalid', { message })])
}

/**
 * Leaves out fees of a player's other home: one home learns nothing of the other's part, not even that it was paid. Whose a
 * deleted fee was cannot be told any more: only users who edit fees see it.
 */
async function withoutOtherHomes(rows: readonly ClubChange[], access: Access): Promise<ClubChange[]> {
  const needsCheck = ({ what, about }: ClubChange) => what === 'fee' && !mayEditFee(access, about)
  const ids = [...new Set(rows.filter(needsCheck).map(({ about }) => about))]
  const feeRows = await fees.getMany(ids.map((playerFeeId) => ({ playerFeeId })))
  const visible = new Set(ids.filter((_, i) => feeRows[i] && mayBeAskedFor(access, feeRows[i])))
  return rows.filter((row) => !needsCheck(row) || visible.has(row.about))
}
