import type { Reaction } from '#shared/rules/chat.ts'
import { type ConversationId, conversationPartition } from './conversations.ts'
import { by, entity } from './entity.ts'
import { all, page } from './table.ts'

type MessageId = ConversationId & { messageSid: string }
/** A file as it was when it was sent. */
export type SentFile = { fileId: string; name: string; type: string; size: number }
/**
 * A message. Once it was taken back, `text` is empty and its files are deleted. Each reaction, and each vote in a poll, is an
 * attribute of its own, so that fifty concurrent ones do not conflict.
 */
export type Message = MessageId & {
  seq: number
  /** Its number as sortable text. */
  place: string
  userId: string
  text: string
  sentAt: string
  editedAt?: string
  deletedAt?: string
  /** Hidden by the club. */
  hidden?: boolean
  replyTo?: string
  files?: SentFile[]
  poll?: { options: string[]; several: boolean }
  event?: { eventId: string; name: string }
  mentions?: string[]
} & { [reaction: `reaction:${string}`]: Reaction | undefined } & { [vote: `vote:${string}`]: number[] | undefined }

export const placeOf = (seq: number): string => String(seq).padStart(12, '0')

/**
 * A page of 50 is read in 2 units as long as a row has at most 327 bytes. That leaves 52 for its text, provided that nothing is
 * stored twice.
 */
const rows = entity<Message, MessageId>('Message', {
  key: (id) => ({ pk: conversationPartition(id), sk: `MESSAGE#${id.messageSid}` }),
  lsi1: by(['place'], ({ place }) => place),
  inKey: ({ pk, sk, lsi1sk }) => ({
    conversationSid: pk.slice(conversationPartition({ conversationSid: '' }).length),
    messageSid: sk.slice('MESSAGE#'.length),
    place: lsi1sk,
  }),
  madeBy: 'userId',
})
export const messages = {
  ...rows,
  /** Messages in a range of numbers, newest first, `limit` at most. */
  before: async (id: ConversationId, { from, to, limit }: { from: number; to: number; limit: number }) => {
    // DynamoDB refuses a range that ends before it begins: a member who joined recently has scrolled back as far as they may.
    if (to < from) return []
    const found = await page<Message>({ ...range(id, from, to), newestFirst: true, limit })
    return found.rows.map(rows.whole)
  },
  /** Messages from a number on, oldest first, `limit` at most. */
  after: async (id: ConversationId, { from, limit }: { from: number; limit: number }) => {
    const found = await page<Message>({ ...range(id, from, 999_999_999_999), limit })
    return found.rows.map(rows.whole)
  },
  /** All messages in a range of numbers, by a consistent read. */
  between: async (id: ConversationId, from: number, to: number) => {
    const found = await all<Message>({ ...range(id, from, to), consistent: true })
    return found.map(rows.whole)
  },
}

const range = (id: ConversationId, from: number, to: number) => ({
  index: 'lsi1' as const,
  pk: conversationPartition(id),
  from: placeOf(from),
  to: placeOf(to),
})
