import * as z from 'zod/mini'
import {
  conversationNameLimit,
  messageLimit,
  pollOptionLimit,
  pollOptions,
  reactions,
  whyCannotBeOption,
  whyCannotCaption,
  whyCannotMessage,
  whyCannotNameConversation,
} from '../../rules/chat.ts'
import { rule } from '../fields.ts'
import { SentFile } from '../files.ts'

/** Shapes shared by the chat contracts. */

/** A message's number in its conversation, in a query. */
export const Place = z.string().check(z.regex(/^\d{1,12}$/))
export const MessageSid = z.string().check(z.regex(/^[\w-]{8,40}$/))
export const MessageText = z.string().check(rule(whyCannotMessage, messageLimit))
/** The text sent with files; may be empty. */
export const Caption = z.string().check(rule(whyCannotCaption, messageLimit))
/** A poll: the message's text is the question; one or several of the options can be chosen. */
export const Poll = z.object({
  options: z
    .array(z.string().check(z.trim(), rule(whyCannotBeOption, pollOptionLimit)))
    .check(z.minLength(pollOptions.min), z.maxLength(pollOptions.max)),
  several: z.boolean(),
})
export const ConversationName = z.string().check(z.trim(), rule(whyCannotNameConversation, conversationNameLimit))
/** A message's number in its conversation: the first is 1. */
export const Sequence = z.int().check(z.minimum(0), z.maximum(999_999_999_999))
/** `team`: all families and coaches of a team. `direct`: two people. `group`: the people added to it. */
export const ConversationType = z.enum(['team', 'group', 'direct'])
/** Why nobody can write in a conversation now. */
export const StopReason = z.enum(['chat_off', 'chat_archived', 'chat_alone', 'chat_stopped'])

export const Message = z.object({
  messageSid: z.string(),
  seq: z.int(),
  userId: z.string(),
  /** Empty once it was deleted. */
  text: z.string(),
  sentAt: z.string(),
  editedAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
  /** Hidden by the club after a report. */
  hidden: z.boolean(),
  /** The message that it replies to, as it is now. */
  replyTo: z.nullable(z.object({ messageSid: z.string(), seq: z.int(), userId: z.string(), text: z.string() })),
  /** Each with a URL that is valid for a few minutes. */
  files: z.array(SentFile),
  poll: z.nullable(
    z.object({
      several: z.boolean(),
      options: z.array(z.object({ text: z.string(), userIds: z.array(z.string()) })),
    }),
  ),
  /** An attached event, which each reader answers for their own players. */
  event: z.nullable(z.object({ eventId: z.string(), name: z.string() })),
  /** The mentioned users. */
  mentions: z.array(z.string()),
  reactions: z.array(z.object({ reaction: z.enum(reactions), count: z.int(), mine: z.boolean() })),
})

/** Needs membership in the conversation. */
export const memberOfConversation = { can: 'member', subject: 'path.conversationSid' } as const
