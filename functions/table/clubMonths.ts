import { organizationOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { nightHours } from '#shared/rules/eventDays.ts'
import type { EventSummary } from './events.ts'
import { ignoreConflict } from './ignore.ts'
import { entity } from './entity.ts'
import { update } from './table.ts'
import type { Stamp } from './writes.ts'

/** A month of a club, such as `2026-11`. */
export type ClubMonthId = { organizationId: string; month: string }

const monthsPartition = ({ organizationId }: ClubMonthId) => `MONTHS#${organizationId}`

/** The events of a club's teams that are on days of a month, compressed, as read at `readAt`: a long list for a tenth of the cost. */
export type ClubMonth = { packed: Uint8Array; readAt: string }
export const clubMonths = entity<ClubMonth, ClubMonthId>('Club month', {
  key: (id) => ({ pk: monthsPartition(id), sk: `MONTH#${id.month}` }),
})

/** When an event of the month last changed. A `ClubMonth` read before that is outdated. */
export type ClubMonthChange = { changedAt: string }
const rows = entity<ClubMonthChange, ClubMonthId>('Club month change', {
  key: (id) => ({ pk: monthsPartition(id), sk: `CHANGED#${id.month}` }),
})
type Span = Pick<EventSummary, 'start' | 'end'>
/** The months of the days of events, in all time zones. None is longer than a month. */
function monthsOf(id: string, spans: readonly Span[]): ClubMonthId[] {
  const organizationId = organizationOf(id)
  const months = spans.flatMap(({ start, end }) =>
    [addHours(start, -14), addHours(start, 14), addHours(end, 14 - nightHours)].map((at) => at.slice(0, 7)),
  )
  return [...new Set(months)].map((month) => ({ organizationId, month }))
}

export const clubMonthChanges = {
  ...rows,
  /**
   * Marks the months as changed, so that outdated ones are not shown. Called with the change itself, so that its author sees it,
   * and by the worker of changes, in case that call failed.
   */
  markChanged: async (stamp: Stamp, id: string, spans: readonly Span[]): Promise<void> => {
    const set = { changedAt: stamp.at }
    const when = [['changedAt', '<', stamp.at]] as const
    // A later change may be recorded already.
    await Promise.all(
      monthsOf(id, spans).map((each) => ignoreConflict(update(stamp, rows.upsert(each, { set, when })))),
    )
  },
}
