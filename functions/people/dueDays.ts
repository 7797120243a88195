import { familyRowsWorker } from './familyRows.ts'
import type { DueDays, owed } from '../table/me.ts'

/** The verbs of the rows of fees that are owed, or of tasks that are due: both have one shape. */
type Rows = typeof owed

/** The days by which a member of a player's family has something to pay or to do. */
type DaysOf = (playerId: string, userId: string) => Promise<DueDays>

/** A worker that keeps these rows of each family up to date. `daysOf` reads what is due now. */
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
