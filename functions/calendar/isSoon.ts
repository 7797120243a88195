import { addHours } from '#shared/rules/days.ts'
import { type EventSummary, isThere } from '../table/events.ts'

/** Shortly before an event that takes place: by then a coach has planned with who comes. */
export const isSoon = (event: EventSummary, now: string): boolean => {
  const begins = new Date(event.start).toISOString()
  return !event.cancelled && isThere(event) && begins > now && begins <= addHours(now, 48)
}
