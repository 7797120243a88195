import { entity } from './entity.ts'
import { ledgerPartition } from './ledger.ts'
import { all, startingWith } from './table.ts'

/** What does not agree: a line of the provider's that is not in our books, or is there with another sum. */
export type Difference = { line: string; why: 'missing' | 'amount' | 'unknown'; cents: number }
type PayoutId = { organizationId: string; payoutId: string }
/** What a provider has paid to a club's bank, of how many lines it is made, and what of them does not agree with the books. */
export type Payout = PayoutId & {
  cents: number
  arrivesOn: string
  lines: number
  differences: Difference[]
  /** The club has asked for it itself: of what it is made is not said, and it was compared with nothing. */
  byHand?: true
  /** The bank did not take it, and it came back to the provider: when that was told. */
  failedAt?: string
}

const rows = entity<Payout, PayoutId>('Payout', {
  key: ({ organizationId, payoutId }) => ({ pk: ledgerPartition(organizationId), sk: `PAYOUT#${payoutId}` }),
})
export const payouts = {
  ...rows,
  of: (organizationId: string) => all<Payout>({ pk: ledgerPartition(organizationId), ...startingWith('PAYOUT#') }),
}
