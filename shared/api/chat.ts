import * as z from 'zod/mini'
import type { Area } from './route.ts'

export const chat = {
  'GET /rest-api/chat/unread-count': {
    can: 'signed_in',
    does: 'Counts the chat messages that one has not read.',
    early: true,
    returns: z.object({ unreadCount: z.int() }),
  },
} as const satisfies Area
