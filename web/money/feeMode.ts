import type { FeeDetails } from './answers.ts'

/** The current view of the fee dialog. */
export type Mode =
  | 'facts'
  | 'paying'
  | 'editing'
  | 'splitting'
  | { refunding: FeeDetails['payments'][number] }
  | { takenBack: FeeDetails['payments'][number] }
  | { byHand: FeeDetails['payments'][number] }
