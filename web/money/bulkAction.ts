import type { BulkResult } from '../shell/bulkAction.ts'
import type { Fee } from './FeeTable.tsx'

/** Progress of an action on several fees. */
export type BulkProgress = { action: 'remind' | 'putDown' | 'delete'; at: number; count: number }
/** Props of actions on several fees. */
export type BulkActionProps = {
  chosen: readonly Fee[]
  limitReason: string | undefined
  /** The running action; only one runs at a time. */
  progress: BulkProgress | undefined
  setProgress: (run: BulkProgress | undefined) => void
  /** Called with the ids of the fees that are not done yet, which stay selected. */
  onDone: (lost: ReadonlySet<string>) => void
}

/** The fees that failed and stay selected. */
export const toFailedIds = ({ failed }: BulkResult<Fee>): ReadonlySet<string> =>
  new Set(failed.map(({ item }) => item.feePlayerId))
