import type { Reaction } from '#shared/rules/chat.ts'
import { type ConversationId, conversationPartition } from './conversations.ts'
import { by, entity } from './entity.ts'
import { all, page } from './table.ts'

type MessageId = ConversationId & { messageSid: string }
/** A file as it was when it was sent along. */
export type SentFile = { fileId: string; name: string; type: string; size: number }
/**
 * `text` is empty once it was taken back, and its files are gone. A reaction, and what somebody has chosen in a poll, is an
 * attribute of its own, so that fifty at once do not meet.
 */
export type Message = MessageId & {
  seq: number
  /** Its number as text that sorts. */
  place: string
  userId: string
  text: string
  sentAt: string
  editedAt?: string
  deletedAt?: string
  /** The club has hidden it. */
  hidden?: boolean
  replyTo?: string
  files?: SentFile[]
  poll?: { options: string[]; several: boolean }
  event?: { eventId: string; name: string }
  mentions?: string[]
} & { [reaction: `reaction:${string}`]: Reaction | undefined } & { [vote: `vote:${string}`]: number[] | undefined }

export const placeOf = (seq: number): string => String(seq).padStart(12, '0')

/**
 * A page of 50 is read in 2 units as long as a row has no more than 327 bytes: 52 of them are left for its text, as long as
 * nothing stands in it twice.
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
  /** Those from one number to another, the newest first; so many at most. */
  before: async (id: ConversationId, { from, to, limit }: { from: number; to: number; limit: number }) => {
    // The table takes no range that ends before it begins: whoever came lately has gone back as far as they may.
    if (to < from) return []
    const found = await page<Message>({ ...range(id, from, to), newestFirst: true, limit })
    return found.rows.map(rows.whole)
  },
  /** Those from one number on, the oldest first; so many at most. */
  after: async (id: ConversationId, { from, limit }: { from: number; limit: number }) => {
    const found = await page<Message>({ ...range(id, from, 999_999_999_999), limit })
    return found.rows.map(rows.whole)
  },
  /** All from one number to another, as they are now. */
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
