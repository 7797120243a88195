import type { SupportState } from '#shared/rules/support.ts'
import { normalEmail } from './emailUsers.ts'
import { by, entity } from './entity.ts'
import { all, allKeys, page, type Range, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

/** The user id of the account; or `v` and a hash of the secret on a stranger's device. */
type ThreadId = { threadId: string }
/**
 * A conversation with our support staff. Each message takes the next number, conditional on the version that was read. A mail is
 * due at `mailAt`: to our own mailbox while it is waiting, to the person once it is answered. `onDay`: how many messages they
 * sent on `day`.
 */
export type SupportThread = ThreadId & {
  /** For a stranger, who has no profile. */
  email?: string
  state: SupportState
  seq: number
  readSeq: number
  /** Since when it has this state. */
  since: string
  lastAt: string
  lastText: string
  registrationId?: string
  /** The club in whose chat a message was reported when no person of the club could be notified; there is no person who asks. */
  reportedIn?: string
  mailAt?: string | undefined
  day: string
  onDay: number
  /** For a stranger, who has no account to erase: when it expires. */
  goesAt?: string
}
type MessageId = ThreadId & { messageId: string }
export type SupportMessage = MessageId & {
  seq: number
  /** Its number as sortable text. */
  place: string
  from: 'person' | 'staff'
  /** A stranger's address for an answer. */
  email?: string
  text: string
  sentAt: string
  goesAt?: string
}

const supportPartition = ({ threadId }: ThreadId) => `SUPPORT#${threadId}`
const dueList = 'SUPPORT-MAILS'

export const supportThreads = {
  ...entity<SupportThread, ThreadId>('Support thread', {
    key: (id) => ({ pk: supportPartition(id), sk: 'SUPPORT' }),
    gsi1: by(['mailAt'], ({ mailAt }) => [dueList, mailAt]),
    gsi2: by(['state', 'since'], ({ state, since }) => [`SUPPORT#${state}`, since]),
  }),
  /** The longest waiting first; for other states, newest first. */
  of: (state: SupportState): Range => ({
    index: 'gsi2',
    pk: `SUPPORT#${state}`,
    from: '2',
    to: '9',
    newestFirst: state !== 'waiting',
  }),
  /** The threads for which a mail is due by an instant, with only the attributes in the index. */
  dueUntil: (instant: string): Range => ({ index: 'gsi1', pk: dueList, from: '0', to: instant }),
  /** The id of the thread of an item. */
  idOf: (item: object): string => (item as { pk: string }).pk.slice('SUPPORT#'.length),
}

const addressPartition = (email: string) => `ASKED#${normalEmail(email)}`
export const supportPlace = (seq: number): string => String(seq).padStart(9, '0')
export const supportMessages = {
  ...entity<SupportMessage, MessageId>('Support message', {
    key: ({ messageId, ...id }) => ({ pk: supportPartition(id), sk: `MESSAGE#${messageId}` }),
    lsi1: by(['place'], ({ place }) => `MESSAGE#${place}`),
    gsi1: by(['email', 'threadId'], ({ email, threadId }) => [addressPartition(email), threadId]),
  }),
  /** The threads in which strangers have asked from an address; eventually consistent. */
  threadsFrom: async (email: string): Promise<ThreadId[]> => {
    const rows = await all<{ gsi1sk: string }>({ index: 'gsi1', pk: addressPartition(email), ...startingWith('v') })
    return [...new Set(rows.map(({ gsi1sk }) => gsi1sk))].map((threadId) => ({ threadId }))
  },
  /** The latest messages of a thread, or of those before a number, newest first. */
  newest: async (id: ThreadId, limit: number, before = 1_000_000_000): Promise<Stored<SupportMessage>[]> => {
    const to = `MESSAGE#${supportPlace(before - 1)}`
    const range = { index: 'lsi1' as const, pk: supportPartition(id), from: 'MESSAGE#0', to }
    return (await page<SupportMessage>({ ...range, newestFirst: true, consistent: true, limit })).rows
  },
}

/** All rows of a thread, for an export or erasure. */
export const allSupportRows = (id: ThreadId) => all<object>({ pk: supportPartition(id), ...allKeys, consistent: true })
