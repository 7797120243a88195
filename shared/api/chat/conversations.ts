import * as z from 'zod/mini'
import { groupLimit } from '../../rules/chat.ts'
import { AvatarUrl, id, UserId } from '../fields.ts'
import type { Area } from '../route.ts'
import { ConversationName, ConversationType, Message, memberOfConversation, Sequence, StopReason } from './fields.ts'

export const ConversationSummary = z.object({
  conversationSid: z.string(),
  type: ConversationType,
  /** The team's or group's name, or the other person's. */
  friendlyName: z.string(),
  /** The first names of the others in an unnamed group, coaches first. */
  firstNames: z.array(z.string()),
  /** The other person in a direct conversation. */
  userId: z.nullable(z.string()),
  /** The other person's picture. */
  avatarUrl: AvatarUrl,
  lastMessage: z.nullable(z.object({ text: z.string(), from: z.string(), mine: z.boolean(), sentAt: z.string() })),
  unread: z.int(),
  /** Someone has added them, and they have not opened it yet. */
  isNew: z.boolean(),
  /** They are mentioned in an unread message. */
  named: z.boolean(),
  muted: z.boolean(),
})
const Person = z.object({
  userId: z.string(),
  name: z.string(),
  avatarUrl: AvatarUrl,
  /** They coach the team or run the club. */
  staff: z.boolean(),
  minor: z.boolean(),
  /** They have left: their messages stay. */
  left: z.boolean(),
  /** The last message that they have read. */
  readSeq: z.int(),
})
const Conversation = z.object({
  conversationSid: z.string(),
  type: ConversationType,
  friendlyName: z.string(),
  /** The first names of the others in an unnamed group, coaches first. */
  firstNames: z.array(z.string()),
  people: z.array(Person),
  lastSeq: z.int(),
  readSeq: z.int(),
  /** Messages up to this one are from before the reader joined. */
  sinceSeq: z.int(),
  /** Someone has added the reader, who has not marked it as read yet. */
  isNew: z.boolean(),
  muted: z.boolean(),
  stopped: z.nullable(StopReason),
  pinned: z.nullable(Message),
  /** Guardians of a child in it may read along. */
  readAlong: z.boolean(),
  /** The administrators of the club who have reviewed it without being members, with their reasons. */
  looks: z.array(z.object({ name: z.string(), reason: z.string(), begunAt: z.string() })),
  /** Whether the reader may pin messages. */
  mayPin: z.boolean(),
})
const refusals = ['chat_off', 'chat_needs_adult'] as const
const ConversationRef = z.object({ conversationSid: z.string() })

export const conversations = {
  'GET /rest-api/chat/unread-count': {
    can: 'signed_in',
    does: 'Counts the caller’s unread messages, plus each new group without any.',
    early: true,
    returns: z.object({ unreadCount: z.int() }),
  },
  'GET /rest-api/chat/conversations': {
    can: 'signed_in',
    does: 'Lists the caller’s conversations, the one with the newest message first.',
    early: true,
    returns: z.object({
      conversations: z.array(ConversationSummary),
      /** The clubs that have blocked the reader from their chat. */
      noChatIn: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  'GET /rest-api/chat/conversations/{conversationSid}': {
    ...memberOfConversation,
    does: 'Returns a conversation of the caller: who is in it, and whether messages can be sent.',
    early: true,
    returns: Conversation,
  },
  'POST /rest-api/chat/create/dm': {
    can: 'member',
    subject: 'body.organizationId',
    does: 'Creates a conversation with people of a club or team, or with the family of a player. Two people have only one conversation, which is returned again.',
    body: z.object({
      organizationId: id('organization'),
      userIds: z.array(UserId).check(z.maxLength(groupLimit - 1)),
      teamId: z.optional(id('team')),
      playerId: z.optional(id('player')),
      friendlyName: z.optional(ConversationName),
      /** Chosen by the device for a new group: a retry does not create it twice. */
      groupId: z.optional(z.string().check(z.regex(/^[\w-]{8,40}$/))),
    }),
    /** `before`: a group was created earlier with the same `groupId`, but with other members or another name. */
    returns: z.extend(ConversationRef, { before: z.optional(z.literal(true)) }),
    refuses: [...refusals, 'chat_direct_off'],
  },
  'POST /rest-api/chat/teams/{teamId}': {
    can: 'member',
    subject: 'path.teamId',
    does: 'Opens the conversation of a team, for its coaches and families and the administrators of its club.',
    returns: ConversationRef,
    refuses: refusals,
  },
  'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}': {
    ...memberOfConversation,
    does: 'Renames a group. Refused while nobody can write in it.',
    body: z.object({ friendlyName: ConversationName }),
    returns: z.object({ friendlyName: z.string() }),
    refuses: ['chat_off', 'chat_archived', 'chat_stopped'],
  },
  'POST /rest-api/chat/conversations/{conversationSid}/read': {
    ...memberOfConversation,
    does: 'Marks a conversation as read up to a message. A lower number than before has no effect.',
    body: z.object({ seq: Sequence }),
    returns: z.object({ readSeq: z.int() }),
  },
  'PUT /rest-api/chat/conversations/{conversationSid}/muted': {
    ...memberOfConversation,
    does: 'Mutes or unmutes a conversation. The messages of a muted one do not count as unread.',
    body: z.object({ muted: z.boolean() }),
    returns: z.object({ muted: z.boolean() }),
  },
  'POST /rest-api/chat/conversations/{conversationSid}/leave': {
    ...memberOfConversation,
    does: 'Leaves a group. Idempotent.',
    returns: z.object({}),
  },
  'POST /rest-api/chat/conversations/{conversationSid}/people': {
    ...memberOfConversation,
    does: 'Adds people to a group. The guardians of a child who would be alone with an adult are added too.',
    body: z.object({ userIds: z.array(UserId).check(z.minLength(1), z.maxLength(groupLimit - 1)) }),
    returns: z.object({}),
    refuses: refusals,
  },
} as const satisfies Area
