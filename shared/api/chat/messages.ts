import * as z from 'zod/mini'
import { reactions } from '../../rules/chat.ts'
import type { Area } from '../route.ts'
import { Message, MessageSid, MessageText } from './fields.ts'

const ofOne = { can: 'member', subject: 'path.conversationSid' } as const
const refuses = ['chat_off', 'chat_stopped'] as const
/** The place of a message, as text. */
const Place = z.string().check(z.regex(/^\d{1,12}$/))

export const messages = {
  'GET /rest-api/chat/conversations/{conversationSid}/messages': {
    ...ofOne,
    does: 'Lists the messages of a conversation of one’s own, the newest first, fifty at a time; or those after one.',
    early: true,
    query: z.object({ cursor: z.optional(Place), after: z.optional(Place) }),
    returns: z.object({ messages: z.array(Message), cursor: z.nullable(z.string()) }),
  },
  'POST /rest-api/chat/conversations/{conversationSid}/messages': {
    ...ofOne,
    does: 'Sends a message. The same one sent again, by its name, is there once.',
    early: true,
    body: z.object({ messageSid: MessageSid, text: MessageText, replyTo: z.optional(MessageSid) }),
    returns: Message,
    refuses,
  },
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': {
    ...ofOne,
    does: 'Changes what one has written, within 15 minutes.',
    body: z.object({ text: MessageText }),
    returns: Message,
    refuses: [...refuses, 'too_late_to_change'],
  },
  'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': {
    ...ofOne,
    does: 'Takes back what one has written, within 15 minutes. That something stood there stays.',
    returns: Message,
    refuses: ['too_late_to_change'],
  },
  'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}': {
    ...ofOne,
    does: `Reacts to a message, in place of one’s reaction before: ${reactions.join(', ')}, or none.`,
    returns: Message,
    refuses,
  },
} as const satisfies Area
