import type { Account, LedgerEntry } from '../../table/ledger.ts'

/** The sum of the postings of these entries on an account. */
export const sumOfAccount = (account: Account, entries: readonly Pick<LedgerEntry, 'postings'>[]): number =>
  entries
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === account)
    .reduce((sum, { cents }) => sum + cents, 0)
