import type { staff } from '#shared/api/staff.ts'
import { csvHead, csvLine } from '#shared/rules/csv.ts'
import { addDays } from '#shared/rules/days.ts'
import { daysBySpan } from '#shared/rules/staff.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type ClubLine, clubLines } from '../table/clubLines.ts'
import { figures } from '../table/figures.ts'
import { page, pages } from '../table/table.ts'

type Api = typeof staff
const pageSize = 40

export async function listClubs({ query: { show = '', cursor } }: CallOf<Api, 'GET /rest-api/report/org-list'>) {
  const list = `clubs called ${show}`
  const after = await positionOf(list, cursor)
  const { rows, next } = await page<ClubLine>({ ...clubLines.named(show), limit: pageSize, after })
  return { clubs: rows.map(clubCard), cursor: await cursorAt(list, next) }
}

const clubCard = (row: ClubLine) => ({
  id: row.organizationId,
  name: row.name,
  sport: row.sport,
  timezone: row.timezone,
  country: row.country,
  academyEnabled: row.academy,
  customRegistrationEnabled: row.registration,
})

export async function exportClubs({ query: { show = '' }, now }: CallOf<Api, 'GET /rest-api/report/org-list/csv'>) {
  async function* lines() {
    yield csvHead(['Club', 'Sport', 'Time zone', 'Country', 'Academy', 'Registration', 'Id'])
    for await (const rows of pages<ClubLine>(clubLines.named(show)))
      for (const club of rows.map(clubCard))
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
  const { rows, next } = await page<ClubLine>({ ...clubLines.named(), limit: pageSize, after })
  return { clubs: withLicences(rows), cursor: await cursorAt(list, next) }
}

const withLicences = (rows: readonly ClubLine[]) =>
  rows.map(({ organizationId: id, name, sport, given, used }) => ({ id, name, sport, given, used }))

export async function exportSubscriptions({ now }: CallOf<Api, 'GET /rest-api/report/organization-subscriptions/csv'>) {
  async function* lines() {
    yield csvHead(['Club', 'Sport', 'Team licences', 'Active teams', 'Id'])
    for await (const rows of pages<ClubLine>(clubLines.named()))
      for (const { name, sport, given, used, id } of withLicences(rows)) yield csvLine([name, sport, given, used, id])
  }
  return { name: `subscriptions-${now.slice(0, 10)}.csv`, content: lines() }
}

export async function readStats({ query: { show = 'month' }, now }: CallOf<Api, 'GET /rest-api/report/stats'>) {
  const today = now.slice(0, 10)
  const rows = await figures.between(addDays(today, 1 - daysBySpan[show]), today)
  const sports = Object.entries(rows.at(-1)?.bySport ?? {}).map(([sport, clubs]) => ({ sport, clubs }))
  return {
    days: rows.map(({ day, clubs, people, teams, licences }) => ({
      day,
      clubs,
      people,
      teams,
      licences,
    })),
    sports: sports.toSorted((one, other) => other.clubs - one.clubs),
  }
}
