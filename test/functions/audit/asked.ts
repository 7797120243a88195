import type { Requests } from '../requests.ts'

/** A right request to each route of the log. */
export const asked: Requests = {
  queries: { 'GET /rest-api/audit/{orgId}/csv': { month: '2026-11' } },
}
