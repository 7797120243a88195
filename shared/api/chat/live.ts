import * as z from 'zod/mini'
import type { Area } from '../route.ts'

export const live = {
  'POST /rest-api/chat/ticket': {
    can: 'signed_in',
    does: 'Returns a ticket for opening a connection that receives chat events. It can be used once, within a minute.',
    returns: z.object({ ticket: z.string() }),
  },
} as const satisfies Area
