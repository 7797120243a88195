import { by, entity } from './entity.ts'
import { profiles, type User, userPartition } from './profiles.ts'
import { timeToLive } from './retention.ts'
import { sessions } from './sessions.ts'
import { all, type Range, startingWith } from './table.ts'

/** For how many days a copy can be saved; the bucket takes its file away a day later. */
export const copyDays = timeToLive['Data copy'].hours / 24
/** How many days somebody has to think better of it. */
export const erasureDays = 7

/** An instant that many days later, in the gateway's format, so that instants sort chronologically. */
export const daysAfter = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * 86_400_000).toISOString()

/** A copy of all data of a person, one per day. Its file has an unguessable name: `copies/<copyId>`. */
export type DataCopy = {
  day: string
  copyId: string
  state: 'wanted' | 'ready' | 'failed'
  done: number
  wantedAt: string
  bytes?: number
}
const copies = entity<DataCopy, User & { day: string }>('Data copy', {
  key: ({ userId, day }) => ({ pk: userPartition({ userId }), sk: `COPY#${day}` }),
})
export const dataCopies = {
  ...copies,
  of: (id: User) => all<DataCopy>({ pk: userPartition(id), ...startingWith('COPY#'), consistent: true }),
}

/** A request to erase an account. Once it has begun it cannot be cancelled. */
export type Erasure = User & { wantedAt: string; due: string; receiptId: string; begunAt?: string }
const rows = entity<Erasure, User>('Erasure', {
  key: (id) => ({ pk: userPartition(id), sk: 'ERASURE' }),
  gsi2: by(['due'], ({ due }) => ['ERASURES', due]),
})
export const erasures = {
  ...rows,
  /** All of them, earliest first. */
  pending: { index: 'gsi2', pk: 'ERASURES', from: '0', to: '~' } satisfies Range as Range,
  /** The erasures that are due at an instant. */
  dueUntil: (instant: string): Range => ({ index: 'gsi2', pk: 'ERASURES', from: '0', to: instant }),
}

/**
 * Why an account is disabled. `erasure`: it is erased, or that has begun, and its profile is gone or going; `us`: by our staff,
 * who can enable it again. Undefined if it is not disabled.
 */
export async function disabledBy({ userId }: User): Promise<'erasure' | 'us' | undefined> {
  if (!(await sessions.get({ userId }))?.disabled) return undefined
  const [profile, erasure] = await Promise.all([profiles.get({ userId }), erasures.get({ userId })])
  return !profile || erasure?.begunAt !== undefined ? 'erasure' : 'us'
}

/**
 * The record that an erasure was done, without a name. `digest` is a hash of the user id, by which they are found in an older
 * backup and erased from what is restored. User ids are random, so the hash cannot be reversed by trying.
 */
type ErasureReceipt = {
  receiptId: string
  digest: string
  state: 'wanted' | 'taken_back' | 'done'
  wantedAt: string
  due: string
  doneAt?: string
}
export const erasureReceipts = entity<ErasureReceipt, { receiptId: string }>('Erasure receipt', {
  key: ({ receiptId }) => ({ pk: `ERASED#${receiptId}`, sk: 'ERASED' }),
})
