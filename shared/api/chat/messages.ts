import * as z from 'zod/mini'
import { groupLimit, messageFileLimit, pollOptions, reactions } from '../../rules/chat.ts'
import { id, UserId } from '../fields.ts'
import type { Area } from '../route.ts'
import { Caption, Message, MessageSid, MessageText, memberOfConversation, Place, Poll } from './fields.ts'

const refusals = ['chat_off', 'chat_archived', 'chat_alone', 'chat_stopped'] as const

export const messages = {
  'GET /rest-api/chat/conversations/{conversationSid}/messages': {
    ...memberOfConversation,
    does: 'Lists the messages of a conversation of the caller, newest first, 50 per page; with `after`, those after a message.',
    early: true,
    query: z.object({ cursor: z.optional(Place), after: z.optional(Place) }),
    returns: z.object({ messages: z.array(Message), cursor: z.nullable(z.string()) }),
  },
  'POST /rest-api/chat/conversations/{conversationSid}/messages': {
    ...memberOfConversation,
    does: 'Sends a message: a text, the caller’s uploaded files, a poll, or an event. Idempotent by `messageSid`.',
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
    refuses: [...refusals, 'file_missing', 'file_harmful', 'already_there'],
  },
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': {
    ...memberOfConversation,
    does: 'Edits a message of the caller, within 15 minutes. A deleted message is restored with the new text.',
    body: z.object({ text: MessageText }),
    returns: Message,
    refuses: [...refusals, 'too_late_to_change'],
  },
  'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': {
    ...memberOfConversation,
    does: 'Deletes a message of the caller, within 15 minutes. The conversation still shows that there was one.',
    returns: Message,
    refuses: ['too_late_to_change'],
  },
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote': {
    ...memberOfConversation,
    does: 'Votes in a poll, in place of the caller’s earlier vote; an empty list removes the vote.',
    body: z.object({
      options: z.array(z.int().check(z.minimum(0), z.maximum(pollOptions.max - 1))).check(z.maxLength(pollOptions.max)),
    }),
    returns: Message,
    refuses: refusals,
  },
  'POST /rest-api/chat/conversations/{conversationSid}/search': {
    ...memberOfConversation,
    does: 'Searches a conversation of the caller by words, newest message first. The search text is in the body, so that it does not appear in URLs.',
    body: z.object({
      text: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)),
      cursor: z.optional(Place),
    }),
    returns: z.object({ messages: z.array(Message), cursor: z.nullable(z.string()) }),
  },
  'PUT /rest-api/chat/conversations/{conversationSid}/pinned': {
    ...memberOfConversation,
    does: 'Pins a message in a conversation, or none. In a team’s conversation only coaches and administrators of the club can do this.',
    body: z.object({ messageSid: z.nullable(MessageSid) }),
    returns: z.object({}),
    refuses: refusals,
  },
  'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}': {
    ...memberOfConversation,
    does: `Reacts to a message, in place of the caller’s earlier reaction: ${reactions.join(', ')}, or none.`,
    returns: Message,
    refuses: refusals,
  },
} as const satisfies Area
