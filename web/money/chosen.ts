import type { Came } from '../shell/eachChosen.ts'
import type { Fee } from './FeeTable.tsx'

/** What is being done with several fees: with which of how many. */
export type Run = { act: 'remind' | 'putDown' | 'delete'; at: number; count: number }
/** Of what is done with them. */
export type ChosenProps = {
  chosen: readonly Fee[]
  limited: string | undefined
  /** What is being done, of which there is one at a time. */
  run: Run | undefined
  setRun: (run: Run | undefined) => void
  /** Told of those with which it is still to be done: they stay chosen. */
  done: (lost: ReadonlySet<string>) => void
}

/** Those that are still to be done stay chosen. */
export const stillChosen = ({ lost }: Came<Fee>): ReadonlySet<string> =>
  new Set(lost.map(({ thing }) => thing.feePlayerId))
