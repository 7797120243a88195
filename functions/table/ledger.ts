import type { ProblemCode } from '#shared/problems.ts'
import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import { startingWith } from './table.ts'
import type { Write } from './writes.ts'

/**
 * The accounts of a club's books. `receivable`: what families owe; `cash` and `bank`: payments by hand; `credit`: what the club owes
 * families; `reductions`: waived; `bad-debt`: written off.
 */
export const accounts = [
  'assets:receivable',
  'assets:cash',
  'assets:bank',
  'assets:clearing:stripe',
  'assets:clearing:paypal',
  'assets:clearing:fluidpay',
  'assets:disputed',
  'liabilities:platform',
  'liabilities:credit',
  'income:fees',
  'income:surcharge',
  'income:reductions',
  'expenses:processor',
  'expenses:platform',
  'expenses:disputes',
  'expenses:bad-debt',
] as const
export type Account = (typeof accounts)[number]
/** In cents; positive for a debit, negative for a credit. */
export type Posting = { account: Account; cents: number }

type LedgerId = { organizationId: string; effect: string }
/**
 * One entry of a club's ledger: postings that sum to zero. `effect` is a unique name of what it books, so that it is booked once; it is
 * written in the same transaction and never changed. `about`: the fee or payment; `onDay`: the day of the event, if that is not when it was
 * booked.
 */
export type LedgerEntry = LedgerId & {
  bookedAt: string
  onDay?: string | undefined
  about?: string | undefined
  postings: Posting[]
}

export const ledgerPartition = (organizationId: string) => `LEDGER#${organizationId}`
const rows = entity<LedgerEntry, LedgerId>('Ledger entry', {
  key: ({ organizationId, effect }) => ({ pk: ledgerPartition(organizationId), sk: `EFFECT#${effect}` }),
  lsi1: by(['bookedAt'], ({ bookedAt }) => `AT#${bookedAt}`),
})

export const ledger = {
  key: rows.key,
  get: rows.get,
  getMany: rows.getMany,
  /**
   * The write of an entry, for the transaction of what it books. Postings of 0 are left out. `otherwise`: the Problem if it is booked
   * already.
   */
  book: (entry: LedgerEntry, otherwise?: ProblemCode): Write<LedgerEntry> => {
    const postings = entry.postings.filter(({ cents }) => cents !== 0)
    const sum = postings.reduce((all, { cents }) => all + cents, 0)
    if (sum !== 0 || postings.some(({ cents }) => !Number.isSafeInteger(cents)))
      throw new TypeError(`The postings of an effect do not add up: ${entry.effect.split(':')[0]}`)
    return rows.create({ ...entry, postings }, otherwise)
  },
  /** The entries in the order of booking. */
  of: (organizationId: string): Range => ({
    index: 'lsi1',
    pk: ledgerPartition(organizationId),
    ...startingWith('AT#'),
  }),
}
