import { addHours } from '#shared/rules/days.ts'
import { type EventSummary, isThere } from '../table/events.ts'

/** Whether an event starts within 48 hours, when a coach has planned with the answers. */
export const isSoon = (event: EventSummary, now: string): boolean => {
  const begins = new Date(event.start).toISOString()
  return !event.cancelled && isThere(event) && begins > now && begins <= addHours(now, 48)
}
