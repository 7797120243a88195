import { addDays, addHours, dayIn } from './days.ts'

type Span = { start: string; end: string }
type Held = Span & { timezone: string }

/** The hours after midnight that count as the evening before. */
export const nightHours = 6

/**
 * Whether an event takes a night and more, such as a tournament or camp. Shorter ones begin in the hours before a day that are read for it
 * anyway (`todayWindow`).
 */
export const isLong = ({ start, end }: Span): boolean => Date.parse(end) - Date.parse(start) > 18 * 3_600_000

/** The local days of an event at its venue, the first and the last. The end of a late evening does not add a day. */
function boundsOf({ start, end, timezone }: Held): [first: string, last: string] {
  const first = dayIn(start, timezone)
  const last = dayIn(addHours(end, -nightHours), timezone)
  return [first, last > first ? last : first]
}

/** All local days of an event at its venue, in order. */
export function daysOf(event: Held): string[] {
  const [first, last] = boundsOf(event)
  const days = [first]
  for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** Whether an event has a local day from `start` to before `end`. */
export function isBetween(event: Held, start: string, end: string): boolean {
  const [first, last] = boundsOf(event)
  return first < end && last >= start
}

/**
 * Whether an event is on the reader's day, which begins at the instant `startUtc`: if the venue's local day at the reader's noon is one of
 * its days. For a reader in another time zone that is the venue's day which overlaps most with theirs. Noon is used because it is not
 * affected by daylight saving time.
 */
export function isOnDay(event: Held, startUtc: string): boolean {
  const day = dayIn(addHours(startUtc, 12), event.timezone)
  const [first, last] = boundsOf(event)
  return first <= day && day <= last
}
