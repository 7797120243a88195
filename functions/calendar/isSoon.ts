import { addHours } from '#shared/rules/days.ts'
import { type EventSummary, isVisible } from '../table/events.ts'

/** Whether an event that takes place begins within 48 hours: a changed answer then counts as a late one. */
export const isSoon = (event: EventSummary, now: string): boolean => {
  const begins = new Date(event.start).toISOString()
  return !event.cancelled && isVisible(event) && begins > now && begins <= addHours(now, 48)
}
