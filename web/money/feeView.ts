import type { FeeDetails } from './answers.ts'

/** The current view of the fee dialog. */
export type FeeView =
  | 'facts'
  | 'paying'
  | 'editing'
  | 'splitting'
  | { refunding: FeeDetails['payments'][number] }
  | { chargeback: FeeDetails['payments'][number] }
  | { refundByHand: FeeDetails['payments'][number] }
