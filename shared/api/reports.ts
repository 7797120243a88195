import * as z from 'zod/mini'
import { type ReportColumn, reportColumnNames, reportFormats } from '../rules/reportColumns.ts'
import { file } from './media.ts'
import type { Area } from './route.ts'

/** Columns of a report, by name, separated by commas: in the order of the report, whatever the order in which they are named. */
const Columns = z.pipe(
  z.string().check(z.maxLength(1000)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(z.enum(reportColumnNames as [ReportColumn, ...ReportColumn[]])).check(z.minLength(1)),
  ),
)
const Asked = z.object({ columns: z.optional(Columns), format: z.optional(z.enum(reportFormats)) })
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The players of a team or of a whole club as a table, with exactly the columns that are asked for. */
export const reports = {
  'GET /api/v1/playerReportByOrganization/{orgId}': {
    can: 'canEditPlayers',
    subject: 'path.orgId',
    does: 'Gives all players of an organization, by name, as a table for spreadsheets. Health is for who may know it.',
    query: Asked,
    returns: file('text/csv', workbook),
  },
  'GET /api/v1/playerReportByTeam/{teamId}': {
    can: 'canEditPlayers',
    subject: 'path.teamId',
    does: 'Gives the players of a team, by name, as a table for spreadsheets. Health is for who may know it.',
    query: Asked,
    returns: file('text/csv', workbook),
  },
} as const satisfies Area
