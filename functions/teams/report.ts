import { writeXlsxStream } from 'hucre/xlsx'
import type { reports } from '#shared/api/reports.ts'
import { organizationOf } from '#shared/ids.ts'
import { mayKnow, type Viewer, viewerOf } from '#shared/childData.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { csvHead, csvLine } from '#shared/rules/csv.ts'
import { dayIn } from '#shared/rules/days.ts'
import { byName } from '#shared/rules/names.ts'
import { reportColumns, reportColumnNames, usualColumns } from '#shared/rules/reportColumns.ts'
import type { Person } from '../http/caller.ts'
import { sayToCaller } from '../mail/sayTo.ts'
import type { CallOf } from '../serve.ts'
import type { Me } from '../table/me.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { type Player, players } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'
import { linesOf } from './reportLines.ts'

type Api = typeof reports
type ReportQuery = CallOf<Api, 'GET /api/v1/playerReportByTeam/{teamId}'>['query']
type PlayerBatches = AsyncIterable<Player[]>
type Column = { id: string; head: string }
/** `sheet`: the name of the worksheet. */
type ReportSetup = { columns: Column[]; club: Organization; sheet: string }

/** All players of a club, by name. */
export async function reportByOrganization(call: CallOf<Api, 'GET /api/v1/playerReportByOrganization/{orgId}'>) {
  const { orgId } = call.params
  const columns = await columnsFor(call, { organizationId: orgId })
  return report(call, orgId, columns, players.everyone(orgId))
}

/** The players of one team. */
export async function reportByTeam(call: CallOf<Api, 'GET /api/v1/playerReportByTeam/{teamId}'>) {
  const { teamId } = call.params
  const columns = await columnsFor(call, { organizationId: organizationOf(teamId), teamId })
  return report(call, teamId, columns, rosterOf(teamId))
}

async function* rosterOf(teamId: string): PlayerBatches {
  const { team, players: roster } = await teamPlayers.withTeam({ teamId })
  if (!team) throw new Problem('not_found')
  const playerRows = await players.getMany(roster)
  yield playerRows.filter((player) => player !== undefined).toSorted(byName)
}

/** The requested columns, in report order: the standard ones, then the club's custom fields. */
async function columnsFor(
  { me, query, userId, token }: { me: Promise<Me>; query: ReportQuery } & Pick<Person, 'userId' | 'token'>,
  subject: { organizationId: string; teamId?: string },
): Promise<ReportSetup> {
  const requestedIds = new Set<string>(query.columns ?? usualColumns)
  const [{ access }, club, say] = await Promise.all([me, organizations.get(subject), sayToCaller({ userId, token })])
  if (!club) throw new Problem('not_found')
  const viewer: Viewer = viewerOf(access, subject, { isRosterVisible: false })
  if (requestedIds.has('medical') && !mayKnow('medical', viewer, '')) throw new Problem('not_allowed')
  const customFields = club.playerFields ?? []
  const all: Column[] = [
    ...reportColumnNames.map((id) => ({ id, head: say(...reportColumns[id]) })),
    ...customFields.map(({ id, name }) => ({ id, head: name })),
  ]
  if ([...requestedIds].some((id) => all.every((column) => column.id !== id)))
    throw new Problem('bad_request', [faultAt('columns', 'invalid')])
  return { columns: all.filter(({ id }) => requestedIds.has(id)), club, sheet: say('Players', 'Jugadores') }
}

function report(
  { query, now }: { query: ReportQuery; now: string },
  unitId: string,
  { columns, club, sheet }: ReportSetup,
  parts: PlayerBatches,
) {
  const titles = columns.map(({ head }) => head)
  const ids = columns.map(({ id }) => id)
  const lines = linesOf(parts, ids, unitId, now)
  const name = `players-${dayIn(now, club.timezone)}`
  if (query.format !== 'xlsx') return { name: `${name}.csv`, content: csv(titles, lines) }
  return {
    name: `${name}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    // Every cell is written as text, never as a formula.
    content: writeXlsxStream(withTitles(titles, lines), { name: sheet, freezePane: { rows: 1 } }),
  }
}

async function* withTitles(titles: string[], lines: AsyncIterable<string[][]>) {
  yield titles
  for await (const batch of lines) yield* batch
}

async function* csv(titles: string[], lines: AsyncIterable<string[][]>) {
  yield csvHead(titles)
  for await (const batch of lines) yield batch.map(csvLine).join('')
}
