import type { Came } from '../shell/eachChosen.ts'
import type { Fee } from './FeeTable.tsx'

/** Progress of an action on several fees. */
export type Run = { act: 'remind' | 'putDown' | 'delete'; at: number; count: number }
/** Props of actions on several fees. */
export type ChosenProps = {
  chosen: readonly Fee[]
  limited: string | undefined
  /** The running action; only one runs at a time. */
  run: Run | undefined
  setRun: (run: Run | undefined) => void
  /** Called with the ids of the fees that are not done yet, which stay selected. */
  done: (lost: ReadonlySet<string>) => void
}

/** The fees that failed and stay selected. */
export const stillChosen = ({ lost }: Came<Fee>): ReadonlySet<string> =>
  new Set(lost.map(({ thing }) => thing.feePlayerId))
