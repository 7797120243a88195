/**
 * Days and instants. An instant is `2026-11-21T18:00:00Z`; a day is `2026-11-21` in a named time zone. Every visit needs the
 * current day and sums of days and hours: these use what every engine has. Converting local times into instants is in
 * `wallClock.ts`, with Temporal.
 */
import { pendingDays } from './attendance.ts'

/** The time zone of clubs and people who have not set one. */
export const productZone = 'America/Chicago'

const inZones = new Map<string, Intl.DateTimeFormat>()
/** Cached, since creating one takes a hundred times as long as using it. */
function inZone(timeZone: string): Intl.DateTimeFormat {
  const known = inZones.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  inZones.set(timeZone, made)
  return made
}
/** `2026-11-21T18:00:00Z`: with fractions of a second only if there are any. */
const textOf = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000Z', 'Z')

/** The day at an instant in a time zone: `2026-11-21`. Throws a RangeError for an invalid instant or zone. */
export function dayIn(instant: string, timeZone: string): string {
  const parts = inZone(timeZone).formatToParts(Date.parse(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

export const addHours = (instant: string, hours: number): string => textOf(Date.parse(instant) + hours * 3_600_000)
export const addDays = (day: string, days: number): string =>
  textOf(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).slice(0, 10)

/**
 * The day in the last time zone, twelve hours behind UTC: a person who is of age, or old enough, on this day is so everywhere.
 */
export const dayBehind = (now: string): string => addHours(now, -12).slice(0, 10)

/**
 * Whether an event lasts more days than its first, like a tournament or camp. An event that ends within a day of its start
 * belongs to its first day, even after midnight.
 */
export const isLong = ({ start, end }: { start: string; end: string }): boolean =>
  Date.parse(end) - Date.parse(start) > 24 * 3_600_000

/**
 * Whether an event is on a reader's day, which begins at `startUtc`: it starts on the venue's day at the reader's noon, or is
 * going on then. At home that is simply today; for a parent abroad it is the venue's day that covers most of their own. Noon is
 * never affected by clock changes.
 */
export function isOnDay(event: { start: string; end: string; timezone: string }, startUtc: string): boolean {
  const day = dayIn(addHours(startUtc, 12), event.timezone)
  const first = dayIn(event.start, event.timezone)
  if (first >= day || !isLong(event)) return first === day
  return day <= dayIn(textOf(Date.parse(event.end) - 1), event.timezone)
}

/** The range of instants that contains the start of everything on a reader's day and everything announced as pending. */
export const todayWindow = (startUtc: string): { from: string; to: string } => ({
  from: addHours(startUtc, -13),
  to: addHours(startUtc, pendingDays * 24),
})

/**
 * The range of instants that contains all starts whose local day, in any time zone, is from `start` up to but not including
 * `end`: the earliest zone is 14 hours ahead of UTC, the latest 12 behind.
 */
export const anywhereSpan = (start: string, end: string): { from: string; to: string } => ({
  from: addHours(`${start}T00:00:00Z`, -14),
  to: addHours(`${end}T00:00:00Z`, 12),
})
export const addSeconds = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString()
