import type { Reaction } from '#shared/rules/chat.ts'
import { type ConversationId, conversationPartition } from './conversations.ts'
import { by, entity } from './entity.ts'
import { all, page } from './table.ts'

type MessageId = ConversationId & { messageSid: string }
/** A file that was sent with a message. */
export type SentFile = { fileId: string; name: string; type: string; size: number }
/**
 * `text` is empty after the message was deleted. Each reaction, and each vote in a poll, is an attribute of its own, so that many people at
 * the same time do not conflict.
 */
export type Message = MessageId & {
  seq: number
  /** Its number, padded for sorting. */
  place: string
  userId: string
  text: string
  sentAt: string
  editedAt?: string
  deletedAt?: string
  /** An administrator of the club has hidden it. */
  hidden?: boolean
  replyTo?: string
  files?: SentFile[]
  poll?: { options: string[]; several: boolean }
  event?: { eventId: string; name: string }
  mentions?: string[]
} & { [reaction: `reaction:${string}`]: Reaction | undefined } & { [vote: `vote:${string}`]: number[] | undefined }

export const placeOf = (seq: number): string => String(seq).padStart(12, '0')

/**
 * A page of 50 costs 2 read units as long as a row has at most 327 bytes, of which 52 are left for its text: so no attribute repeats
 * another.
 */
const rows = entity<Message, MessageId>('Message', {
  key: (id) => ({ pk: conversationPartition(id), sk: `MESSAGE#${id.messageSid}` }),
  lsi1: by(['place'], ({ place }) => place),
  inKey: ({ pk, sk, lsi1sk }) => ({
    conversationSid: pk.slice(conversationPartition({ conversationSid: '' }).length),
    messageSid: sk.slice('MESSAGE#'.length),
    place: lsi1sk,
  }),
  creatorAttribute: 'userId',
})
export const messages = {
  ...rows,
  /** The messages between two numbers, the newest first, limited. */
  before: async (id: ConversationId, { from, to, limit }: { from: number; to: number; limit: number }) => {
    // DynamoDB refuses a range that ends before it begins: a new member has reached the first message that they may see.
    if (to < from) return []
    const found = await page<Message>({ ...range(id, from, to), newestFirst: true, limit })
    return found.rows.map(rows.withKeyAttributes)
  },
  /** The messages from a number on, the oldest first, limited. */
  after: async (id: ConversationId, { from, limit }: { from: number; limit: number }) => {
    const found = await page<Message>({ ...range(id, from, 999_999_999_999), limit })
    return found.rows.map(rows.withKeyAttributes)
  },
  /** All messages between two numbers, consistent. */
  between: async (id: ConversationId, from: number, to: number) => {
    const found = await all<Message>({ ...range(id, from, to), consistent: true })
    return found.map(rows.withKeyAttributes)
  },
}

const range = (id: ConversationId, from: number, to: number) => ({
  index: 'lsi1' as const,
  pk: conversationPartition(id),
  from: placeOf(from),
  to: placeOf(to),
})
