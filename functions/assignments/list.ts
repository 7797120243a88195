import type { assignments as area } from '#shared/api/assignments.ts'
import { organizationOf } from '#shared/ids.ts'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import type { CallOf } from '../serve.ts'
import { assignments, favoriteAssignments } from '../table/assignments.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { page, type Page, type Range } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'
import { checkUnit, lineOf, type ExistingAssignment } from './existing.ts'

const pageSize = 50
/** The most items read for one page when few match: such a page may be shorter without being the last. */
const maxScanned = 500

/** A page of the items of a range for which `matches` is true, and the position of the next one. */
export async function pageOf<Row>(range: Range, matches: (row: Stored<Row>) => boolean): Promise<Page<Row>> {
  const matchingRows: Stored<Row>[] = []
  let next = range.after
  for (let scanned = 0; scanned < maxScanned && matchingRows.length < pageSize; scanned += pageSize) {
    // No more than fit, so that the page ends where the cursor continues.
    const limit = pageSize - matchingRows.length
    const read = await page<Row>({ ...range, limit, after: next })
    matchingRows.push(...read.rows.filter(matches))
    next = read.next
    if (!next) break
  }
  return { rows: matchingRows, next }
}

/** The assignments of a team or a club; one query if nothing is filtered. */
export async function listAssignments({
  params: { orgUnitId },
  query: { status = 'OPEN', filter = '', cursor },
  userId,
}: CallOf<typeof area, 'GET /rest-api/assignment/organization/{orgUnitId}'>) {
  const list = `assignments of ${orgUnitId} ${JSON.stringify([status, filter])}`
  const [after, favorites] = await Promise.all([
    positionOf(list, cursor),
    favoriteAssignments.of(userId, organizationOf(orgUnitId)),
    checkUnit(orgUnitId),
  ])
  const isFavorite = new Set(favorites.map(({ assignmentId }) => assignmentId))
  const query = words(fold(filter))
  const range = { ...assignments.listOf(orgUnitId, status), after }
  const { rows, next } = await pageOf<ExistingAssignment>(range, ({ name }) => matchesText(name, query))
  return {
    assignments: rows.map((row) => ({ ...lineOf(row), favorite: isFavorite.has(row.assignmentId) })),
    cursor: await cursorAt(list, next),
  }
}
