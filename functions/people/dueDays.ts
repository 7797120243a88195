import { keepsBeside } from './familyRows.ts'
import type { DueDays, owed } from '../table/me.ts'

/** Of what is owed, or of tasks: they are of one shape. */
type Rows = typeof owed

/** What of a player somebody of their family has to do. */
type DaysOf = (playerId: string, userId: string) => Promise<DueDays>

/** A worker that keeps the days by which something of a player is due. `daysOf` reads them. */
export const keepsDueDays = (actor: string, rows: Rows, daysOf: DaysOf) =>
  keepsBeside<DueDays>({
    actor,
    rows,
    async rowOf({ playerId, userId }) {
      const row = await daysOf(playerId, userId)
      return row.dues.length > 0 ? row : undefined
    },
    isFor: ({ relation }) => relation === 'own',
  })
