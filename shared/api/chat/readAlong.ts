import * as z from 'zod/mini'
import type { Area } from '../route.ts'
import { Listed } from './conversations.ts'
import { Message, Place } from './fields.ts'

/** Guardians reading along with what their own children write and get. */
export const readAlong = {
  'GET /rest-api/chat/read-along': {
    can: 'signed_in',
    does: 'Lists the conversations of one’s own children, as far as their age and the club’s rule have guardians read along.',
    early: true,
    returns: z.object({
      children: z.array(z.object({ playerId: z.string(), name: z.string(), conversations: z.array(Listed) })),
    }),
  },
  'GET /rest-api/chat/read-along/{playerId}/{conversationSid}': {
    can: 'family',
    subject: 'path.playerId',
    does: 'Lists what one’s own child has before them in a conversation, the newest first. Who may edit the player is no guardian.',
    query: z.object({ cursor: z.optional(Place) }),
    returns: z.object({
      friendlyName: z.string(),
      people: z.array(z.object({ userId: z.string(), name: z.string() })),
      messages: z.array(Message),
      cursor: z.nullable(z.string()),
    }),
  },
} as const satisfies Area
