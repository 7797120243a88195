import { entity } from './entity.ts'
import { ledgerPartition } from './ledger.ts'
import { all, startingWith } from './table.ts'

/** A difference between a payout and the books: a line of the provider that is missing there, or has another amount. */
export type Difference = { line: string; why: 'missing' | 'amount' | 'unknown'; cents: number }
type PayoutId = { organizationId: string; payoutId: string }
/** A payout to a club's bank, with the number of its lines and how they differ from the books. */
export type Payout = PayoutId & {
  cents: number
  arrivesOn: string
  lines: number
  differences: Difference[]
  /** Requested by the club itself: its lines are not reported, and it was not compared. */
  byHand?: true
  /** When the bank was reported to have returned it to the provider. */
  failedAt?: string
}

const rows = entity<Payout, PayoutId>('Payout', {
  key: ({ organizationId, payoutId }) => ({ pk: ledgerPartition(organizationId), sk: `PAYOUT#${payoutId}` }),
})
export const payouts = {
  ...rows,
  of: (organizationId: string) => all<Payout>({ pk: ledgerPartition(organizationId), ...startingWith('PAYOUT#') }),
}
