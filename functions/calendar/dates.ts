import { clockTimeOf } from '#shared/rules/clockTime.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours, dayIn } from '#shared/rules/days.ts'
import { type Occurrence, occurrencesOf, type Recurrence, whyCannotRepeat } from '#shared/rules/recurrence.ts'
import type { Event } from '../table/events.ts'
import type { Series, SeriesContent } from '../table/series.ts'
import { derivedPart } from '../table/derivedPart.ts'
import type { EventContent } from './eventContent.ts'

/** The dates of a series, and the content of each. */

export const datesOf = ({
  first,
  rule,
  ...times
}: Pick<Series, 'first' | 'rule' | 'startTime' | 'endTime' | 'timezone'>) => occurrencesOf(first, times, rule)

export const eventIdOn = (day: string, { rootId }: Pick<Series, 'rootId'>): string =>
  `${orgUnitOf(rootId)}.${derivedPart('e', `${rootId} ${day}`)}`

export function refuseBadRule(rule: Recurrence, first: string): void {
  const fault = whyCannotRepeat(rule, first)
  if (fault) throw new Problem('bad_request', [faultAt('repeat', 'invalid', { message: sentences[fault] })])
}
const sentences = {
  repeat_interval: 'Repeat every 1 to 52.',
  repeat_weekdays: 'Choose the days of the week.',
  repeat_end: 'Say until when, or how often.',
  repeat_end_before_start: 'Let it end after it begins.',
}

/** The local start and end times of an event, and its time zone. */
export const clocksOf = ({ start, end, timezone }: Pick<Event, 'start' | 'end' | 'timezone'>) => ({
  startTime: clockTimeOf(start, timezone),
  endTime: clockTimeOf(end, timezone),
  timezone,
})
export const dayOf = ({ start, timezone }: Pick<Event, 'start' | 'timezone'>): string => dayIn(start, timezone)

/** The day of the recurrence rule that the event stands for, also if it was moved to another day. */
export const seriesDayOf = (event: Pick<Event, 'seriesDay' | 'start' | 'timezone'>): string =>
  event.seriesDay ?? dayOf(event)

/** The content that the dates of a series share, taken from one of them. */
export function sharedContent(event: EventContent): SeriesContent {
  const { name, description, field, eventType, eventTypeId, location, start, answerBy } = event
  const answerMinutes = answerBy === undefined ? undefined : (Date.parse(start) - Date.parse(answerBy)) / 60_000
  return {
    ...{ name, description, field, eventType },
    ...(eventTypeId !== undefined && { eventTypeId }),
    ...(location && { location }),
    ...(answerMinutes !== undefined && { answerMinutes }),
  }
}

/** The shared content with the times of one date. */
export function contentOn({ start, end }: Pick<Occurrence, 'start' | 'end'>, content: SeriesContent) {
  const { answerMinutes, ...common } = content
  const answerBy = answerMinutes === undefined ? {} : { answerBy: instantBefore(start, answerMinutes) }
  return { ...common, ...answerBy, start, end }
}
const instantBefore = (start: string, minutes: number) => addHours(start, -minutes / 60)
