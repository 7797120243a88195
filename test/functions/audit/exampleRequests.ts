import type { Requests } from '../requests.ts'

/** A valid request to each route of the audit log. */
export const asked: Requests = {
  queries: { 'GET /rest-api/audit/{orgId}/csv': { month: '2026-11' } },
}
