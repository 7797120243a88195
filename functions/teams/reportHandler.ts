import { reports } from '#shared/api/reports.ts'
import { serve } from '../serve.ts'
import { reportByOrganization, reportByTeam } from './report.ts'

export const handler = serve(reports, {
  'GET /api/v1/playerReportByOrganization/{orgId}': reportByOrganization,
  'GET /api/v1/playerReportByTeam/{teamId}': reportByTeam,
})
