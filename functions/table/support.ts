import type { SupportState } from '#shared/rules/support.ts'
import { normalEmail } from './emailUsers.ts'
import { by, entity } from './entity.ts'
import { all, page, type Range, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

/** The account that asks; or `v` and a digest of the secret of a stranger's device. */
type ThreadId = { threadId: string }
/**
 * What somebody asks the product's own people. Each message takes the next number, under the version that was read. A mail is
 * due at `mailAt`: to our own mailbox while it waits, to who asked once it is answered. `onDay`: how many they sent on `day`.
 */
export type SupportThread = ThreadId & {
  /** Of a stranger, who has no profile. */
  email?: string
  state: SupportState
  seq: number
  readSeq: number
  /** Since when it stands so. */
  since: string
  lastAt: string
  lastText: string
  registrationId?: string
  /** The club in whose chat something was reported of which nobody of the club could be told: no person asks. */
  reportedIn?: string
  mailAt?: string | undefined
  day: string
  onDay: number
  /** Of a stranger, who has no account to erase: when it goes. */
  goesAt?: string
}
type MessageId = ThreadId & { messageId: string }
export type SupportMessage = MessageId & {
  seq: number
  /** Its number as text that sorts. */
  place: string
  from: 'person' | 'staff'
  /** At which address an answer was to find a stranger. */
  email?: string
  text: string
  sentAt: string
  goesAt?: string
}

const supportPartition = ({ threadId }: ThreadId) => `SUPPORT#${threadId}`
const due = 'SUPPORT-MAILS'

export const supportThreads = {
  ...entity<SupportThread, ThreadId>('Support thread', {
    key: (id) => ({ pk: supportPartition(id), sk: 'SUPPORT' }),
    gsi1: by(['mailAt'], ({ mailAt }) => [due, mailAt]),
    gsi2: by(['state', 'since'], ({ state, since }) => [`SUPPORT#${state}`, since]),
  }),
  /** Who waits longest first; else the newest. */
  of: (state: SupportState): Range => ({
    index: 'gsi2',
    pk: `SUPPORT#${state}`,
    from: '2',
    to: '9',
    newestFirst: state !== 'waiting',
  }),
  /** Those of which a mail is due by an instant: so many at a time, a moment behind. */
  due: async (now: string): Promise<ThreadId[]> => {
    const { rows } = await page<{ pk: string }>({ index: 'gsi1', pk: due, from: '0', to: now, limit: 100 })
    return rows.map(({ pk }) => ({ threadId: pk.slice('SUPPORT#'.length) }))
  },
}

const askedFrom = (email: string) => `ASKED#${normalEmail(email)}`
export const supportPlace = (seq: number): string => String(seq).padStart(9, '0')
export const supportMessages = {
  ...entity<SupportMessage, MessageId>('Support message', {
    key: ({ messageId, ...id }) => ({ pk: supportPartition(id), sk: `MESSAGE#${messageId}` }),
    lsi1: by(['place'], ({ place }) => `MESSAGE#${place}`),
    gsi1: by(['email', 'threadId'], ({ email, threadId }) => [askedFrom(email), threadId]),
  }),
  /** The threads in which strangers have asked something from an address; a moment behind. */
  askedFrom: async (email: string): Promise<ThreadId[]> => {
    const rows = await all<{ gsi1sk: string }>({ index: 'gsi1', pk: askedFrom(email), ...startingWith('v') })
    return [...new Set(rows.map(({ gsi1sk }) => gsi1sk))].map((threadId) => ({ threadId }))
  },
  /** The newest of a thread, or of those before a number, the newest first. */
  newest: async (id: ThreadId, limit: number, before = 1_000_000_000): Promise<Stored<SupportMessage>[]> => {
    const to = `MESSAGE#${supportPlace(before - 1)}`
    const range = { index: 'lsi1' as const, pk: supportPartition(id), from: 'MESSAGE#0', to }
    return (await page<SupportMessage>({ ...range, newestFirst: true, consistent: true, limit })).rows
  },
}

/** Everything of a thread, for who takes it along or has it erased. */
export const supportOf = (id: ThreadId) =>
  all<object>({ pk: supportPartition(id), from: ' ', to: '\u{10ffff}', consistent: true })
