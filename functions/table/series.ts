import type { Recurrence } from '#shared/rules/recurrence.ts'
import { entity } from './entity.ts'
import type { EventSummary } from './events.ts'
import { unitPartition } from './teams.ts'

/** What every date of a series is written with, unless it was changed by itself. */
export type SeriesContent = Pick<EventSummary, 'name' | 'description' | 'field' | 'eventType' | 'location'> & {
  eventTypeId?: string
  /** Families answer until so many minutes before the start. */
  answerMinutes?: number
}
/**
 * Events that repeat: the rule, and what is common to its dates. Each date is an event of its own, whose id follows from its
 * day and `rootId`: the series that this one was split from, so that a date keeps its id and answers over every split.
 */
export type Series = {
  rootId: string
  first: string
  startTime: string
  endTime: string
  timezone: string
  rule: Recurrence
  content: SeriesContent
  /** Nobody was invited when it was made. */
  invitesNobody?: true
  /**
   * Its last dates were deleted together, perhaps more than once: the rule that it had before, and where each deletion has
   * it end. `rule` ends at the earliest of these.
   */
  cut?: { whole: Recurrence; ends: readonly { at: string; until: string }[] }
}
type SeriesId = { seriesId: string }

export const series = entity<Series, SeriesId>('Series', {
  key: ({ seriesId }) => ({ pk: unitPartition(seriesId), sk: `SERIES#${seriesId}` }),
})
