import * as z from 'zod/mini'
import { ownColumn, type ReportColumn, reportColumnNames, reportFormats } from '../rules/reportColumns.ts'
import { file } from './media.ts'
import type { Area } from './route.ts'

/**
 * Columns of a report, by name, or by the id of a club's custom field, separated by commas: in report order, whatever order they
 * are given in.
 */
const Columns = z.pipe(
  z.string().check(z.maxLength(2000)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z
      .array(
        z.union([z.enum(reportColumnNames as [ReportColumn, ...ReportColumn[]]), z.string().check(z.regex(ownColumn))]),
      )
      .check(z.minLength(1), z.maxLength(100)),
  ),
)
const ReportQuery = z.object({ columns: z.optional(Columns), format: z.optional(z.enum(reportFormats)) })
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The players of a team or a whole club as a table, with exactly the requested columns. */
export const reports = {
  'GET /api/v1/playerReportByOrganization/{orgId}': {
    logged: 'Export',
    can: 'canEditPlayers',
    subject: 'path.orgId',
    does: 'Exports all players of an organization, sorted by name, as a CSV or Excel file. Health information is included only if the caller may see it.',
    query: ReportQuery,
    returns: file('text/csv', workbook),
  },
  'GET /api/v1/playerReportByTeam/{teamId}': {
    logged: 'Export',
    can: 'canEditPlayers',
    subject: 'path.teamId',
    does: 'Exports the players of a team, sorted by name, as a CSV or Excel file. Health information is included only if the caller may see it.',
    query: ReportQuery,
    returns: file('text/csv', workbook),
  },
} as const satisfies Area
