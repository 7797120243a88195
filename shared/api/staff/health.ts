import * as z from 'zod/mini'
import type { Area } from '../route.ts'

export const health = {
  'GET /rest-api/healthcheck': {
    can: 'anyone',
    does: 'Says, for machines, that requests are answered; reads nothing.',
    returns: z.object({ status: z.literal('UP'), now: z.string() }),
  },
  'GET /rest-api/healthreview': {
    can: { staff: ['ROLE_ADMIN', 'ROLE_ORG_ADMIN'] },
    does: 'Asks each of what the product stands on, and says how it is, and since when as far as that is known.',
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
