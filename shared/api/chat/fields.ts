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

/** The small shapes that chat's contracts share. */

/** Where a message stands in its conversation, in a query. */
export const Place = z.string().check(z.regex(/^\d{1,12}$/))
export const MessageSid = z.string().check(z.regex(/^[\w-]{8,40}$/))
export const MessageText = z.string().check(rule(whyCannotMessage, messageLimit))
/** What is said beside files; nothing is enough. */
export const Caption = z.string().check(rule(whyCannotCaption, messageLimit))
/** A question, which is the message's text, with answers to choose from: one of them, or several. */
export const Poll = z.object({
  options: z
    .array(z.string().check(z.trim(), rule(whyCannotBeOption, pollOptionLimit)))
    .check(z.minLength(pollOptions.least), z.maxLength(pollOptions.most)),
  several: z.boolean(),
})
export const ConversationName = z.string().check(z.trim(), rule(whyCannotNameConversation, conversationNameLimit))
/** Where a message stands in its conversation: the first is 1. */
export const Sequence = z.int().check(z.minimum(0), z.maximum(999_999_999_999))
/** `team`: of all families and coaches of a team. `direct`: of two people. `group`: of those who were asked to it. */
export const ConversationType = z.enum(['team', 'group', 'direct'])
/** Why nobody can write in a conversation now. */
export const Stopped = z.enum(['chat_off', 'chat_archived', 'chat_alone', 'chat_stopped'])

export const Message = z.object({
  messageSid: z.string(),
  seq: z.int(),
  userId: z.string(),
  /** Empty once it was taken back. */
  text: z.string(),
  sentAt: z.string(),
  editedAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
  /** The club has hidden it, since it was reported. */
  hidden: z.boolean(),
  /** The message that it answers, as it is now. */
  replyTo: z.nullable(z.object({ messageSid: z.string(), seq: z.int(), userId: z.string(), text: z.string() })),
  /** Each with an address at which it can be opened for some minutes. */
  files: z.array(SentFile),
  poll: z.nullable(
    z.object({
      several: z.boolean(),
      options: z.array(z.object({ text: z.string(), userIds: z.array(z.string()) })),
    }),
  ),
  /** An event that goes with it, which each reader answers for their own players. */
  event: z.nullable(z.object({ eventId: z.string(), name: z.string() })),
  /** Who is named in it. */
  mentions: z.array(z.string()),
  reactions: z.array(z.object({ reaction: z.enum(reactions), count: z.int(), mine: z.boolean() })),
})

/** Who is in a conversation, and the one that it is about. */
export const ofOne = { can: 'member', subject: 'path.conversationSid' } as const
