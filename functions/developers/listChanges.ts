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

type Club = { organizationId: string }
type Row = Stored<ClubChange> | undefined
/** Places have no gaps: if the next one is missing or about to be deleted, later ones may be gone too. */
async function refuseGap(club: Club, place: string, first: Row, now: string) {
  if (first ? follows(first, place, now) : await isNewest(club, place, now)) return
  const message = 'What has changed since then is no longer kept: read everything anew, and begin without a cursor.'
  throw new Problem('bad_request', [faultAt('cursor', 'invalid', { message })])
}

const follows = (row: Stored<ClubChange>, place: string, now: string): boolean =>
  row.place === placeOf(Number(place) + 1) && (row.ttl ?? 0) * 1000 > Date.parse(now)

/**
 * Whether nothing was recorded after a place at which the page was empty, or only since that was read. A counter below the place is that of
 * a restored club, in which numbers are given a second time.
 */
async function isNewest(club: Club, place: string, now: string): Promise<boolean> {
  const { last = 0 } = (await changeCounts.get(club, { consistent: true })) ?? {}
  if (last <= Number(place)) return last === Number(place)
  const [next] = (await page<ClubChange>(clubChanges.after(club, place, 1))).rows
  return next !== undefined && follows(next, place, now)
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
