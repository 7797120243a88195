import { by, entity } from './entity.ts'
import { profiles, type User, userPartition } from './profiles.ts'
import { timeToLive } from './retention.ts'
import { sessions } from './sessions.ts'
import { all, type Range, startingWith } from './table.ts'

/** For how many days a copy can be saved; the bucket takes its file away a day later. */
export const copyDays = timeToLive['Data copy'].hours / 24
/** How many days somebody has to think better of it. */
export const erasureDays = 7

/** An instant so many days later, as the gateway has instants: so that they sort as they follow each other. */
export const daysAfter = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * 86_400_000).toISOString()

/** A copy of all of somebody's data, one a day. Its file has a name that nobody can guess: `copies/<copyId>`. */
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

/** Somebody wants their account erased. Once it is begun it cannot be taken back. */
export type Erasure = User & { wantedAt: string; due: string; receiptId: string; begunAt?: string }
const rows = entity<Erasure, User>('Erasure', {
  key: (id) => ({ pk: userPartition(id), sk: 'ERASURE' }),
  gsi2: by(['due'], ({ due }) => ['ERASURES', due]),
})
export const erasures = {
  ...rows,
  /** All of them, the first to be done first. */
  standing: { index: 'gsi2', pk: 'ERASURES', from: '0', to: '~' } satisfies Range as Range,
  /** Those that are due at an instant. */
  dueUntil: (instant: string): Range => ({ index: 'gsi2', pk: 'ERASURES', from: '0', to: instant }),
}

/**
 * What has shut an account. `erasure`: it is erased, or that has begun, and its profile is gone or going; `us`: our own people, who may
 * let its owner in again. Undefined of one that is open.
 */
export async function shutBy({ userId }: User): Promise<'erasure' | 'us' | undefined> {
  if (!(await sessions.get({ userId }))?.disabled) return undefined
  const [profile, erasure] = await Promise.all([profiles.get({ userId }), erasures.get({ userId })])
  return !profile || erasure?.begunAt !== undefined ? 'erasure' : 'us'
}

/**
 * What is left of it: that it was done. It names nobody. By `digest`, of the id of whose account it was, they are found in a backup
 * that was made before, to be erased from what is put back of it. That id is drawn at random: nobody finds it by trying.
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
