import { addHours } from '#shared/rules/days.ts'
import type { EventSummary } from '../table/events.ts'

/** Shortly before an event that takes place: by then a coach has planned with who comes. */
export const isSoon = ({ start, cancelled, deletedAt }: EventSummary, now: string): boolean => {
  const begins = new Date(start).toISOString()
  return !cancelled && deletedAt === undefined && begins > now && begins <= addHours(now, 48)
}
