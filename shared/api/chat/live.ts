import * as z from 'zod/mini'
import type { Area } from '../route.ts'

export const live = {
  'POST /rest-api/chat/ticket': {
    can: 'signed_in',
    does: 'Gives a ticket with which a device opens a line on which it hears of chat as it happens: once, within a minute.',
    returns: z.object({ ticket: z.string() }),
  },
} as const satisfies Area
