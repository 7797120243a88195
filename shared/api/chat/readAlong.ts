import * as z from 'zod/mini'
import type { Area } from '../route.ts'
import { ConversationSummary } from './conversations.ts'
import { Message, Place } from './fields.ts'

/** Read access of guardians to their own children's conversations. */
export const readAlong = {
  'GET /rest-api/chat/read-along': {
    can: 'signed_in',
    does: 'Lists the conversations of the caller’s own children, as far as their age and the rules of the club let guardians read along.',
    early: true,
    returns: z.object({
      children: z.array(
        z.object({ playerId: z.string(), name: z.string(), conversations: z.array(ConversationSummary) }),
      ),
    }),
  },
  'GET /rest-api/chat/read-along/{playerId}/{conversationSid}': {
    can: 'family',
    subject: 'path.playerId',
    does: 'Lists the messages of a conversation as the caller’s own child sees them, newest first. For guardians only: the right to edit the player is not enough.',
    query: z.object({ cursor: z.optional(Place) }),
    returns: z.object({
      friendlyName: z.string(),
      people: z.array(z.object({ userId: z.string(), name: z.string() })),
      messages: z.array(Message),
      cursor: z.nullable(z.string()),
    }),
  },
} as const satisfies Area
