import * as z from 'zod/mini'
import { groupLimit, messageFileLimit, pollOptions, reactions } from '../../rules/chat.ts'
import { id, UserId } from '../fields.ts'
import type { Area } from '../route.ts'
import { Caption, Message, MessageSid, MessageText, ofOne, Place, Poll } from './fields.ts'

const refuses = ['chat_off', 'chat_archived', 'chat_alone', 'chat_stopped'] as const

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
    does: 'Sends a message: text, files that one has sent and that were kept, a poll, or an event. The same one sent again, by its name, is there once.',
    early: true,
    body: z.object({
      messageSid: MessageSid,
      text: Caption,
      replyTo: z.optional(MessageSid),
      files: z.optional(z.array(id('file')).check(z.maxLength(messageFileLimit))),
      poll: z.optional(Poll),
      eventId: z.optional(id('event')),
      /** Mentioned users; those who are not in the conversation are dropped. */
      mentions: z.optional(z.array(UserId).check(z.maxLength(groupLimit))),
    }),
    returns: Message,
    refuses: [...refuses, 'file_missing', 'file_harmful', 'already_there'],
  },
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': {
    ...ofOne,
    does: 'Changes what one has written, within 15 minutes; what one has taken back is there again with this text.',
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
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote': {
    ...ofOne,
    does: 'Answers a poll, in place of one’s answer before; none takes it back.',
    body: z.object({
      options: z.array(z.int().check(z.minimum(0), z.maximum(pollOptions.max - 1))).check(z.maxLength(pollOptions.max)),
    }),
    returns: Message,
    refuses,
  },
  'POST /rest-api/chat/conversations/{conversationSid}/search': {
    ...ofOne,
    does: 'Finds messages of a conversation of one’s own by words, the newest first. What is looked for stays out of addresses.',
    body: z.object({
      text: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)),
      cursor: z.optional(Place),
    }),
    returns: z.object({ messages: z.array(Message), cursor: z.nullable(z.string()) }),
  },
  'PUT /rest-api/chat/conversations/{conversationSid}/pinned': {
    ...ofOne,
    does: 'Has a message stand at the head of a conversation, or none: in a team’s by its coaches and who runs the club.',
    body: z.object({ messageSid: z.nullable(MessageSid) }),
    returns: z.object({}),
    refuses,
  },
  'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}': {
    ...ofOne,
    does: `Reacts to a message, in place of one’s reaction before: ${reactions.join(', ')}, or none.`,
    returns: Message,
    refuses,
  },
} as const satisfies Area
