/**
 * Days and instants. An instant is `2026-11-21T18:00:00Z`; a day is `2026-11-21` in a named time zone. Every visit needs the
 * current day and sums of days and hours: these use what every engine has. Converting local times into instants is in
 * `wallClock.ts`, with Temporal.
 */
import { pendingDays } from './attendance.ts'

/** The default time zone of clubs and users. */
export const productZone = 'America/Chicago'

const inZones = new Map<string, Intl.DateTimeFormat>()
/** Cached, since creating one takes a hundred times as long as using it. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const cached = inZones.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  inZones.set(timeZone, format)
  return format
}
/** `2026-11-21T18:00:00Z`: with fractions of a second only if there are any. */
const textOf = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000Z', 'Z')

/** The local day (YYYY-MM-DD) of an instant in a time zone. Throws a RangeError for an invalid instant or zone. */
export function dayIn(instant: string, timeZone: string): string {
  const parts = formatIn(timeZone).formatToParts(Date.parse(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

export const addHours = (instant: string, hours: number): string => textOf(Date.parse(instant) + hours * 3_600_000)
export const addDays = (day: string, days: number): string =>
  textOf(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).slice(0, 10)

/** The current day in the last time zone, UTC-12: a person who is of age on this day is so in every time zone. */
export const earliestDayAnywhere = (now: string): string => addHours(now, -12).slice(0, 10)

/** The instants between which events start that are on a reader's day or counted as open invites. */
export const todayWindow = (startUtc: string): { from: string; to: string } => ({
  from: addHours(startUtc, -13),
  to: addHours(startUtc, pendingDays * 24),
})

/**
 * The instants between which events start whose local day, in any time zone, is from `start` to before `end`: time zones range from UTC+14
 * to UTC-12.
 */
export const daysAnywhere = (start: string, end: string): { from: string; to: string } => ({
  from: addHours(`${start}T00:00:00Z`, -14),
  to: addHours(`${end}T00:00:00Z`, 12),
})
export const addSeconds = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString()
