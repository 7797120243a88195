import type { FeeDetails } from './answers.ts'

/** What the dialog of a fee shows. */
export type Mode =
  | 'facts'
  | 'paying'
  | 'editing'
  | 'splitting'
  | { refunding: FeeDetails['payments'][number] }
  | { takenBack: FeeDetails['payments'][number] }
  | { byHand: FeeDetails['payments'][number] }
