import { writeXlsxStream } from 'hucre/xlsx'
import type { reports } from '#shared/api/reports.ts'
import { organizationOf } from '#shared/ids.ts'
import { mayKnow, type Viewer, viewerOf } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { csvLine } from '#shared/rules/csv.ts'
import { dayIn } from '#shared/rules/days.ts'
import { byName } from '#shared/rules/names.ts'
import { type ReportColumn, reportColumns, reportColumnNames, usualColumns } from '#shared/rules/reportColumns.ts'
import type { CallOf } from '../serve.ts'
import type { Me } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { type Player, players } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'
import { linesOf } from './reportLines.ts'

type Api = typeof reports
type Asked = CallOf<Api, 'GET /api/v1/playerReportByTeam/{teamId}'>['query']
type Parts = AsyncIterable<Player[]>

/** So that a spreadsheet reads the file as UTF-8. */
const bom = '\ufeff'

/** All players of a club, by name. */
export async function reportByOrganization(call: CallOf<Api, 'GET /api/v1/playerReportByOrganization/{orgId}'>) {
  const { orgId } = call.params
  const columns = await columnsFor(call, { organizationId: orgId })
  return report(call, orgId, columns, players.everyone(orgId))
}

/** Those of one team. */
export async function reportByTeam(call: CallOf<Api, 'GET /api/v1/playerReportByTeam/{teamId}'>) {
  const { teamId } = call.params
  const columns = await columnsFor(call, { organizationId: organizationOf(teamId), teamId })
  return report(call, teamId, columns, rosterOf(teamId))
}

async function* rosterOf(teamId: string): Parts {
  const { team, players: roster } = await teamPlayers.withTeam({ teamId })
  if (!team) throw new Problem('not_found')
  const found = await players.getMany(roster)
  yield found.filter((player) => player !== undefined).toSorted(byName)
}

/** What is asked for, in the order of the report; refused where the caller may not know it. */
async function columnsFor(
  { me, query }: { me: Promise<Me>; query: Asked },
  subject: { organizationId: string; teamId?: string },
): Promise<ReportColumn[]> {
  const wanted = new Set(query.columns ?? usualColumns)
  const viewer: Viewer = viewerOf((await me).access, subject, { isRosterVisible: false })
  if (wanted.has('medical') && !mayKnow('medical', viewer, '')) throw new Problem('not_allowed')
  return reportColumnNames.filter((column) => wanted.has(column))
}

async function report(
  { query, now }: { query: Asked; now: string },
  unitId: string,
  columns: ReportColumn[],
  parts: Parts,
) {
  const club = await organizations.get({ organizationId: organizationOf(unitId) })
  if (!club) throw new Problem('not_found')
  const heads = columns.map((column) => reportColumns[column])
  const lines = linesOf(parts, columns, unitId)
  const name = `players-${dayIn(now, club.timezone)}`
  if (query.format !== 'xlsx') return { name: `${name}.csv`, content: csv(heads, lines) }
  return {
    name: `${name}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    // Every cell is written as a text, never as a formula.
    content: writeXlsxStream(withHeads(heads, lines), { name: 'Players', freezePane: { rows: 1 } }),
  }
}

async function* withHeads(heads: string[], lines: AsyncIterable<string[]>) {
  yield heads
  yield* lines
}

async function* csv(heads: string[], lines: AsyncIterable<string[]>) {
  yield bom + csvLine(heads)
  for await (const line of lines) yield csvLine(line)
}
