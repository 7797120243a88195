import { audit } from '#shared/api/audit.ts'
import { serve } from '../serve.ts'
import { exportEntries, listEntries } from './entries.ts'

export const handler = serve(audit, {
  'GET /rest-api/audit/{orgId}': listEntries,
  'GET /rest-api/audit/{orgId}/csv': exportEntries,
})
