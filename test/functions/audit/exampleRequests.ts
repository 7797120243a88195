import type { Requests } from '../exampleRequests.ts'

/** A valid request to each route of the audit log. */
export const exampleRequests: Requests = {
  queries: { 'GET /rest-api/audit/{orgId}/csv': { month: '2026-11' } },
}
