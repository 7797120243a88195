import { organizationOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { ignoreConflict } from './ignore.ts'
import { entity } from './entity.ts'
import { update } from './table.ts'
import type { Stamp } from './writes.ts'

/** A month of a club: `2026-11`. */
export type ClubMonthId = { organizationId: string; month: string }

const monthsPartition = ({ organizationId }: ClubMonthId) => `MONTHS#${organizationId}`

/** The events of a club's teams in a month, packed, as they were read at an instant: a long list for a tenth of its cost. */
export type ClubMonth = { packed: Uint8Array; readAt: string }
export const clubMonths = entity<ClubMonth, ClubMonthId>('Club month', {
  key: (id) => ({ pk: monthsPartition(id), sk: `MONTH#${id.month}` }),
})

/** When an event of the month last changed. What was packed before that is not the month any more. */
export type ClubMonthChange = { changedAt: string }
const rows = entity<ClubMonthChange, ClubMonthId>('Club month change', {
  key: (id) => ({ pk: monthsPartition(id), sk: `CHANGED#${id.month}` }),
})
/** The months that events are in which start at these instants, by the clocks of any place on earth. */
function monthsOf(id: string, starts: readonly string[]): ClubMonthId[] {
  const organizationId = organizationOf(id)
  const months = starts.flatMap((start) => [addHours(start, -14), addHours(start, 14)].map((at) => at.slice(0, 7)))
  return [...new Set(months)].map((month) => ({ organizationId, month }))
}

export const clubMonthChanges = {
  ...rows,
  /**
   * Says of a club's months that events in them have changed, so that nobody is shown how they were: with the change itself,
   * so that whoever makes it sees it, and by the worker of changes, whatever becomes of that.
   */
  say: async (stamp: Stamp, id: string, starts: readonly string[]): Promise<void> => {
    const set = { changedAt: stamp.at }
    const when = [['changedAt', '<', stamp.at]] as const
    // A later change may be known.
    await Promise.all(
      monthsOf(id, starts).map((each) => ignoreConflict(update(stamp, rows.upsert(each, { set, when })))),
    )
  },
}
