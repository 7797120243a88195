import * as z from 'zod/mini'
import type { Area } from '../route.ts'

export const health = {
  'GET /rest-api/healthcheck': {
    can: 'anyone',
    does: 'Returns a fixed status for automated checks that the API responds. Reads no data.',
    returns: z.object({ status: z.literal('UP'), now: z.string() }),
  },
  'GET /rest-api/healthreview': {
    can: { staff: ['ROLE_ADMIN', 'ROLE_ORG_ADMIN'] },
    does: 'Checks each service that the product depends on, and returns its state and, if known, since when.',
    returns: z.object({
      parts: z.array(
        z.object({
          part: z.enum(['table', 'indexes', 'accounts', 'mail', 'figures']),
          state: z.enum(['UP', 'SLOW', 'DOWN', 'UNKNOWN']),
          /** When it was last known to work. */
          since: z.nullable(z.string()),
          tookMs: z.int(),
        }),
      ),
    }),
  },
} as const satisfies Area
