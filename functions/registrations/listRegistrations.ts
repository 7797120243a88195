import type { registrations as contract } from '#shared/api/registrations.ts'
import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import type { RegistrationStatus } from '#shared/rules/registrations/registration.ts'
import { statusOf } from '#shared/rules/registrations/window.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type Registration, registrations } from '../table/registrations.ts'
import { page } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import { teamsWith } from '../access/teamsWith.ts'
import { clubOf } from './registrationOf.ts'

type Api = typeof contract

const pageSize = 50
/** The most items read for one page when few match: such a page may be shorter without being the last. */
const maxScanned = 500

/** The teams of a club whose registrations the caller may manage; all with the right on the club. */
export async function listTeams({ params: { orgId }, me }: CallOf<Api, 'GET /rest-api/registration/teams/{orgId}'>) {
  return teamsWith('canManageRegistration', (await me).access, orgId)
}

/** The registrations of a team or a club by filter, a page at a time. */
export async function listRegistrations({
  params: { orgUnitId },
  query: { cursor, registrationStatus, filter = '', tags = '', isAllTeams },
  now,
}: CallOf<Api, 'GET /rest-api/registration/list/{orgUnitId}'>) {
  const organizationId = organizationOf(orgUnitId)
  const everywhere = orgUnitId === organizationId && isAllTeams === 'true'
  const list = `registrations of ${JSON.stringify([orgUnitId, everywhere, registrationStatus, filter, tags])}`
  const [after, club, teams] = await Promise.all([
    positionOf(list, cursor),
    clubOf(orgUnitId),
    organizationTeams.of({ organizationId }, { consistent: false }),
  ])
  const nameOf = new Map([[organizationId, club.name], ...teams.map(({ teamId, name }) => [teamId, name] as const)])
  if (!nameOf.has(orgUnitId)) throw new Problem('not_found')
  const clock = { timezone: club.timezone, now }
  const filters = { registrationStatus, filter: words(fold(filter)), tags: tags.split(',').filter(Boolean), ...clock }
  const { found, next } = await findMatching(
    everywhere ? registrations.ofClub(organizationId) : registrations.ofUnit(orgUnitId),
    {
      filters,
      after,
    },
  )
  return {
    registrations: found.map((row) => lineOf(row, nameOf.get(orgUnitOf(row.registrationId)) ?? '', clock)),
    cursor: await cursorAt(list, next),
  }
}

const lineOf = (row: Registration, unitName: string, { timezone, now }: Clock) => ({
  registrationId: row.registrationId,
  registrationType: row.registrationType,
  name: row.name,
  orgUnit: { id: orgUnitOf(row.registrationId), name: unitName },
  tags: row.tags,
  registrationStatus: statusOf(row, timezone, now),
  launchDate: row.launchDate,
  closeDate: row.closeDate,
  createdAt: row.createdAt,
})

type Clock = { timezone: string; now: string }
type ListFilters = {
  registrationStatus: RegistrationStatus | undefined
  filter: string[]
  tags: string[]
} & Clock
type SearchOptions = { filters: ListFilters; after: Record<string, string> | undefined }

async function findMatching(range: ReturnType<typeof registrations.ofClub>, { filters, after }: SearchOptions) {
  const found: Registration[] = []
  let next = after
  for (let scanned = 0; scanned < maxScanned; ) {
    const read = await page<Registration>({ ...range, limit: pageSize, after: next })
    const rows = range.index === 'gsi1' ? await wholeRows(read.rows) : read.rows
    scanned += read.rows.length
    next = read.next
    for (const [i, row] of rows.entries()) {
      if (!row || !isWanted(row, filters)) continue
      found.push(row)
      const isLast = i === rows.length - 1
      if (found.length === pageSize) return { found, next: isLast ? next : placeOf(read.rows[i], range.index) }
    }
    if (!next) break
  }
  return { found, next }
}

/** The list items of a unit only hold references. */
const wholeRows = (listed: readonly object[]) =>
  registrations.getMany(listed.map((item) => ({ registrationId: registrations.idOf(item) })))

/** The list's position after an item: its keys in the table and on the index. */
function placeOf(item: object | undefined, index = 'gsi1'): Record<string, string> {
  const row = item as Record<string, string>
  return Object.fromEntries(['pk', 'sk', `${index}pk`, `${index}sk`].map((name) => [name, row[name] ?? '']))
}

const isWanted = (row: Registration, { registrationStatus, filter, tags, timezone, now }: ListFilters): boolean =>
  (registrationStatus === undefined || statusOf(row, timezone, now) === registrationStatus) &&
  tags.every((tag) => row.tags.some(({ id }) => id === tag)) &&
  matchesText(row.name, filter)
