/**
 * Days and instants. An instant is `2026-11-21T18:00:00Z`; a day is `2026-11-21` in a named time zone.
 * `Temporal` is the global: browsers have it, the functions load its polyfill.
 */

/** How long an unanswered invite is announced before its event. */
export const pendingDays = 7

/** The day it is at an instant in a time zone: `2026-11-21`. */
export const dayIn = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** The instant at which a day begins in a zone. Not every day begins at 0:00, and not every day has 24 hours. */
export const startOfDay = (day: string, timeZone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant().toString()

/** The instant of a wall-clock time in a zone; in the hour that daylight saving skips, the later reading. */
export const instantOf = (day: string, time: string, timeZone: string): string =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).toInstant().toString()

export const addHours = (instant: string, hours: number): string =>
  Temporal.Instant.from(instant).add({ hours }).toString()
export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

/**
 * Whether an event is on a reader's day, which begins at `startUtc`: it is, when it starts on the day that it is
 * at the venue at the reader's noon. At home that is simply today; for a parent abroad it is the venue's day that
 * most of their own day falls on. Noon is never touched by a change of the clocks.
 */
export const isOnDay = (event: { start: string; timezone: string }, startUtc: string): boolean =>
  dayIn(event.start, event.timezone) === dayIn(addHours(startUtc, 12), event.timezone)

/** The instants between which everything starts that can be on a reader's day or is announced as pending. */
export const todayWindow = (startUtc: string): { from: string; to: string } => ({
  from: addHours(startUtc, -13),
  to: addHours(startUtc, pendingDays * 24),
})

/**
 * The instants between which everything starts whose day, wherever it is held, lies from `start` up to and without
 * `end`: the earliest zone is 14 hours ahead of UTC, the latest 12 behind.
 */
export const anywhereSpan = (start: string, end: string): { from: string; to: string } => ({
  from: addHours(startOfDay(start, 'UTC'), -14),
  to: addHours(startOfDay(end, 'UTC'), 12),
})
