import { faultAt, Problem } from '#shared/problems.ts'
import { occurrenceOn } from '#shared/rules/recurrence.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { type Series, series } from '../table/series.ts'
import { dayOf, eventIdOn, seriesDayOf } from './dates.ts'
import { isUpcoming } from './isUpcoming.ts'
import { applySeriesChange, changedSeries, withRuleIncluding } from './nextSeries.ts'
import { existingEvent } from './existing.ts'

/** The edited time and place; of the location only the name matters, if there is one. */
type TimeAndPlace = Pick<Event, 'start' | 'end' | 'timezone' | 'field'> & { place: string | undefined }
/** `isOther`: the rule changes too, and names these days. */
type Change = { days: readonly string[]; isOther: boolean; now: string }

/** The future dates of a series on these days as a change would leave them; `isRemoved`: whether it would delete a date. Writes nothing. */
export async function changedDates(eventId: string, { place, ...at }: TimeAndPlace, { days, isOther, now }: Change) {
  const event = await existingEvent(eventId)
  const { seriesId } = event
  const before = seriesId === undefined ? undefined : await series.get({ seriesId })
  if (!before) throw new Problem('bad_request', [faultAt('of', 'invalid')])
  const { location: storedLocation, ...storedContent } = event
  const location =
    storedLocation?.name === place ? storedLocation : place === undefined ? undefined : { ...emptyAddress, name: place }
  const content = { ...storedContent, ...at, ...(location && { location }) }
  const from = days.toSorted()[0] ?? dayOf(event)
  const next = changedSeries(withRuleIncluding(before, event.seriesDay ?? from), event, content, {
    from,
    repeat: undefined,
  })
  const ids = days.map((day) => ({ day, eventId: eventIdOn(day, before) }))
  const rows = await events.getMany(ids)

  const isAffected = (row: Event) => isOther || row.seriesId === seriesId
  const isShown = (row: Event) => row.cancelled === undefined && (isVisible(row) || (isOther && row.dropped === true))
  const dates = ids.flatMap(({ day, eventId: id }, place): Event[] => {
    const row = rows[place]
    if (id === eventId) return []
    if (row) return isAffected(row) && isShown(row) && isUpcoming(row, now) ? [withSeriesChange(row, before, next)] : []
    const { start = '', end = '' } = (isOther && occurrenceOn(day, next)) || {}
    return isUpcoming({ start }, now) ? [{ ...content, ...next.content, eventId: id, start, end }] : []
  })
  // A new rule deletes the dates that it does not name.
  const isKept = !isOther || days.includes(seriesDayOf(event))
  const isRemoved = (row: Event) => isOther && row.seriesId === seriesId && isUpcoming(row, now)
  return { dates: isKept ? [content, ...dates] : dates, goes: isRemoved }
}
const emptyAddress = { address: '', city: '', state: '', zip: '' }

function withSeriesChange(row: Event, before: Series, next: Series): Event {
  const { common, ...times } = applySeriesChange(row, before, next)
  const { location: _location, ...rest } = row
  return { ...rest, ...common, ...times }
}
