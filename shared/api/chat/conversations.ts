import * as z from 'zod/mini'
import { groupLimit } from '../../rules/chat.ts'
import { AvatarUrl, id, UserId } from '../fields.ts'
import type { Area } from '../route.ts'
import { ConversationName, ConversationType, Message, ofOne, Sequence, Stopped } from './fields.ts'

export const Listed = z.object({
  conversationSid: z.string(),
  type: ConversationType,
  /** A team's name, what a group is called, or who the other one is. */
  friendlyName: z.string(),
  /** The others in a group that has no name, by their first names, who coaches before the rest. */
  firstNames: z.array(z.string()),
  /** Of two people: who the other one is. */
  userId: z.nullable(z.string()),
  /** The other one's picture. */
  avatarUrl: AvatarUrl,
  lastMessage: z.nullable(z.object({ text: z.string(), from: z.string(), mine: z.boolean(), sentAt: z.string() })),
  unread: z.int(),
  /** Somebody has brought them into it, and they have not looked. */
  isNew: z.boolean(),
  /** They are named in something that they have not read. */
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
  /** Up to which message they have read. */
  readSeq: z.int(),
})
const Conversation = z.object({
  conversationSid: z.string(),
  type: ConversationType,
  friendlyName: z.string(),
  /** The others in a group that has no name, by their first names, who coaches before the rest. */
  firstNames: z.array(z.string()),
  people: z.array(Person),
  lastSeq: z.int(),
  readSeq: z.int(),
  /** Messages up to this one were written before the reader came. */
  sinceSeq: z.int(),
  /** Somebody has brought the reader into it, who has not said that they have read it. */
  isNew: z.boolean(),
  muted: z.boolean(),
  stopped: z.nullable(Stopped),
  pinned: z.nullable(Message),
  /** Guardians of a child who is in it may read along. */
  readAlong: z.boolean(),
  /** Who of the club has read it without being in it, and why. */
  looks: z.array(z.object({ name: z.string(), reason: z.string(), begunAt: z.string() })),
  /** Whether the reader may have a message stand at its head. */
  mayPin: z.boolean(),
})
const refuses = ['chat_off', 'chat_needs_adult'] as const
const Made = z.object({ conversationSid: z.string() })

export const conversations = {
  'GET /rest-api/chat/unread-count': {
    can: 'signed_in',
    does: 'Counts the chat messages that one has not read, and each group that is new to one and has none.',
    early: true,
    returns: z.object({ unreadCount: z.int() }),
  },
  'GET /rest-api/chat/conversations': {
    can: 'signed_in',
    does: 'Lists one’s conversations, the one with the newest message first.',
    early: true,
    returns: z.object({
      conversations: z.array(Listed),
      /** The clubs that have shut the reader out of their chat. */
      noChatIn: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  'GET /rest-api/chat/conversations/{conversationSid}': {
    ...ofOne,
    does: 'Tells who is in a conversation of one’s own, and whether one can write there.',
    early: true,
    returns: Conversation,
  },
  'POST /rest-api/chat/create/dm': {
    can: 'member',
    subject: 'body.organizationId',
    does: 'Begins a conversation with people of a club or team, or with the family of a player; the same two have one.',
    body: z.object({
      organizationId: id('organization'),
      userIds: z.array(UserId).check(z.maxLength(groupLimit - 1)),
      teamId: z.optional(id('team')),
      playerId: z.optional(id('player')),
      friendlyName: z.optional(ConversationName),
      /** What the device calls a new group: the same one sent again is not made twice. */
      groupId: z.optional(z.string().check(z.regex(/^[\w-]{8,40}$/))),
    }),
    /** `before`: it was begun before, by the same `groupId`, and with others or by another name than is sent now. */
    returns: z.extend(Made, { before: z.optional(z.literal(true)) }),
    refuses: [...refuses, 'chat_direct_off'],
  },
  'POST /rest-api/chat/teams/{teamId}': {
    can: 'member',
    subject: 'path.teamId',
    does: 'Opens the conversation of a team to one of its coaches or families, or who runs its club.',
    returns: Made,
    refuses,
  },
  'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}': {
    ...ofOne,
    does: 'Names a group, where can be written.',
    body: z.object({ friendlyName: ConversationName }),
    returns: z.object({ friendlyName: z.string() }),
    refuses: ['chat_off', 'chat_archived', 'chat_stopped'],
  },
  'POST /rest-api/chat/conversations/{conversationSid}/read': {
    ...ofOne,
    does: 'Notes up to which message one has read. It never goes back.',
    body: z.object({ seq: Sequence }),
    returns: z.object({ readSeq: z.int() }),
  },
  'PUT /rest-api/chat/conversations/{conversationSid}/muted': {
    ...ofOne,
    does: 'Mutes a conversation, or has it heard again: a muted one is not counted as unread.',
    body: z.object({ muted: z.boolean() }),
    returns: z.object({ muted: z.boolean() }),
  },
  'POST /rest-api/chat/conversations/{conversationSid}/leave': {
    ...ofOne,
    does: 'Leaves a group.',
    returns: z.object({}),
  },
  'POST /rest-api/chat/conversations/{conversationSid}/people': {
    ...ofOne,
    does: 'Asks more people into a group; a child comes with their guardians.',
    body: z.object({ userIds: z.array(UserId).check(z.minLength(1), z.maxLength(groupLimit - 1)) }),
    returns: z.object({}),
    refuses,
  },
} as const satisfies Area
