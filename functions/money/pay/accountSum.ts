import type { Account, LedgerEntry } from '../../table/ledger.ts'

/** The sum of the postings of these entries on an account. */
export const sumOfAccount = (wantedAccount: Account, entries: readonly Pick<LedgerEntry, 'postings'>[]): number =>
  entries
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === wantedAccount)
    .reduce((sum, { cents }) => sum + cents, 0)
