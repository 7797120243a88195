import { staff } from '#shared/api/staff.ts'
import { serve } from '../serve.ts'
import { checkHealth, reviewHealth } from './health.ts'
import { listCosts } from './costs.ts'
import { listErasures } from './erasures.ts'
import { beginInPlace } from './inPlace.ts'
import { findMails } from './mails.ts'
import { exportClubs, exportSubscriptions, listClubs, listSubscriptions, readStats } from './reports.ts'
import { endSessions, setDisabled } from './sessions.ts'
import { readUse } from './use.ts'
import { listUsers, readUser } from './users.ts'

export const handler = serve(staff, {
  'GET /rest-api/staff/erasures': listErasures,
  'POST /rest-api/staff/users/search': listUsers,
  'GET /rest-api/staff/user/{userId}': readUser,
  'POST /rest-api/staff/user/{userId}/end-sessions': endSessions,
  'PUT /rest-api/staff/user/{userId}/disabled': setDisabled,
  'POST /rest-api/staff/user/{userId}/in-place': beginInPlace,
  'GET /api/v1/mail-delivery': findMails,
  'GET /rest-api/report/org-list': listClubs,
  'GET /rest-api/report/org-list/csv': exportClubs,
  'GET /rest-api/report/costs': listCosts,
  'GET /rest-api/report/stats': readStats,
  'GET /rest-api/report/use': readUse,
  'GET /rest-api/report/organization-subscriptions': listSubscriptions,
  'GET /rest-api/report/organization-subscriptions/csv': exportSubscriptions,
  'GET /rest-api/healthcheck': checkHealth,
  'GET /rest-api/healthreview': reviewHealth,
})
