import type { Recurrence } from '#shared/rules/recurrence.ts'
import { entity } from './entity.ts'
import type { EventSummary } from './events.ts'
import { unitPartition } from './teams.ts'

/** What every date of a series contains, unless it was changed individually. */
export type SeriesContent = Pick<EventSummary, 'name' | 'description' | 'field' | 'eventType' | 'location'> & {
  eventTypeId?: string
  /** Families can answer until this many minutes before the start. */
  answerMinutes?: number
}
/**
 * A series of events: the rule, and what its dates have in common. Each date is an event of its own, whose id is derived from its
 * day and `rootId`, the series that this one was split from, so that a date keeps its id and answers after every split.
 */
export type Series = {
  rootId: string
  first: string
  startTime: string
  endTime: string
  timezone: string
  rule: Recurrence
  content: SeriesContent
  /** Nobody was invited when it was created. */
  invitesNobody?: true
  /**
   * Its last dates were deleted together, perhaps more than once: the rule before, and where each deletion ends it. `rule` ends
   * at the earliest of these.
   */
  cut?: { whole: Recurrence; ends: readonly { at: string; until: string }[] }
}
type SeriesId = { seriesId: string }

export const series = entity<Series, SeriesId>('Series', {
  key: ({ seriesId }) => ({ pk: unitPartition(seriesId), sk: `SERIES#${seriesId}` }),
})
