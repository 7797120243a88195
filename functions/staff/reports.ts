import type { staff } from '#shared/api/staff.ts'
import { csvLine } from '#shared/rules/csv.ts'
import { addDays } from '#shared/rules/days.ts'
import { spans } from '#shared/rules/staff.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { figures } from '../table/figures.ts'
import { licences } from '../table/licences.ts'
import { type Organization, organizations, settingsOf } from '../table/organizations.ts'
import { page, pages } from '../table/table.ts'

type Api = typeof staff
const pageSize = 50
/** So that a spreadsheet reads the file as UTF-8. */
const bom = '\ufeff'

export async function listClubs({ query: { show = '', cursor } }: CallOf<Api, 'GET /rest-api/report/org-list'>) {
  const list = `clubs called ${show}`
  const after = await positionOf(list, cursor)
  const { rows, next } = await page<Organization>({ ...organizations.named(show), limit: pageSize, after })
  return { clubs: rows.map(shownClub), cursor: await cursorAt(list, next) }
}

function shownClub(row: Organization) {
  const { name, sport, timezone, country, academyEnabled, customRegistrationEnabled } = settingsOf(row)
  return { id: row.organizationId, name, sport, timezone, country, academyEnabled, customRegistrationEnabled }
}

export async function exportClubs({ query: { show = '' }, now }: CallOf<Api, 'GET /rest-api/report/org-list/csv'>) {
  async function* lines() {
    yield bom + csvLine(['Club', 'Sport', 'Time zone', 'Country', 'Academy', 'Registration', 'Id'])
    for await (const rows of pages<Organization>(organizations.named(show)))
      for (const club of rows.map(shownClub))
        yield csvLine([
          club.name,
          club.sport,
          club.timezone,
          club.country,
          club.academyEnabled ? 'yes' : 'no',
          club.customRegistrationEnabled ? 'yes' : 'no',
          club.id,
        ])
  }
  return { name: `clubs-${now.slice(0, 10)}.csv`, content: lines() }
}

export async function listSubscriptions({
  query: { cursor },
}: CallOf<Api, 'GET /rest-api/report/organization-subscriptions'>) {
  const list = 'subscriptions of clubs'
  const after = await positionOf(list, cursor)
  const { rows, next } = await page<Organization>({ ...organizations.named(), limit: pageSize, after })
  return { clubs: await withLicences(rows), cursor: await cursorAt(list, next) }
}

async function withLicences(rows: readonly Organization[]) {
  const counts = await licences.getMany(rows.map(({ organizationId }) => ({ organizationId })))
  return rows.map(({ organizationId: id, name, sport }, i) => ({
    id,
    name,
    sport: sport.name,
    given: counts[i]?.given ?? 0,
    used: counts[i]?.used ?? 0,
  }))
}

export async function exportSubscriptions({ now }: CallOf<Api, 'GET /rest-api/report/organization-subscriptions/csv'>) {
  async function* lines() {
    yield bom + csvLine(['Club', 'Sport', 'Team licences', 'Active teams', 'Id'])
    for await (const rows of pages<Organization>(organizations.named()))
      for (const { name, sport, given, used, id } of await withLicences(rows))
        yield csvLine([name, sport, given, used, id])
  }
  return { name: `subscriptions-${now.slice(0, 10)}.csv`, content: lines() }
}

export async function readStats({ query: { show = 'month' }, now }: CallOf<Api, 'GET /rest-api/report/stats'>) {
  const today = now.slice(0, 10)
  const rows = await figures.between(addDays(today, 1 - spans[show]), today)
  const sports = Object.entries(rows.at(-1)?.bySport ?? {}).map(([sport, clubs]) => ({ sport, clubs }))
  return {
    days: rows.map(({ day, clubs, people, teams, licences: given }) => ({
      day,
      clubs,
      people,
      teams,
      licences: given,
    })),
    sports: sports.toSorted((one, other) => other.clubs - one.clubs),
  }
}
