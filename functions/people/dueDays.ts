import { familyRowsWorker } from './familyRows.ts'
import type { DueDays, feesDue } from '../table/me.ts'

/** The accessors of items for owed fees or due tasks: both have the same shape. */
type Rows = typeof feesDue

/** The days by which a family member has something to pay or do for a player. */
type DaysOf = (playerId: string, userId: string) => Promise<DueDays>

/** A worker that keeps these items of each family up to date. `daysOf` reads what is due now. */
export const dueDaysWorker = (actor: string, rows: Rows, daysOf: DaysOf) =>
  familyRowsWorker<DueDays>({
    actor,
    rows,
    async rowOf({ playerId, userId }) {
      const row = await daysOf(playerId, userId)
      return row.dues.length > 0 ? row : undefined
    },
    isFor: ({ relation }) => relation === 'own',
  })
