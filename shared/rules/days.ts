/**
 * Days and instants. An instant is `2026-11-21T18:00:00Z`; a day is `2026-11-21` in a named time zone.
 * Temporal does the arithmetic, by its function form: native where there is one, else only the parts named here
 * (9 KB gz in a function instead of 20).
 */
import { getISO } from 'temporal-polyfill/fns/Calendar'
import * as Instant from 'temporal-polyfill/fns/Instant'
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'
import { pendingDays } from './attendance.ts'

/** The day it is at an instant in a time zone: `2026-11-21`. */
export const dayIn = (instant: string, timeZone: string): string =>
  PlainDate.toString(ZonedDateTime.toPlainDate(Instant.toZonedDateTimeISO(Instant.fromString(instant), timeZone)))

/** The instant at which a day begins in a zone. Not every day begins at 0:00, and not every day has 24 hours. */
export const startOfDay = (day: string, timeZone: string): string =>
  Instant.toString(ZonedDateTime.toInstant(PlainDate.toZonedDateTime(PlainDate.fromString(day, getISO), timeZone)))

/** The instant of a wall-clock time in a zone; in the hour that daylight saving skips, the later reading. */
export const instantOf = (day: string, time: string, timeZone: string): string =>
  Instant.toString(
    ZonedDateTime.toInstant(
      PlainDateTime.toZonedDateTime(PlainDateTime.fromString(`${day}T${time}`, getISO), timeZone),
    ),
  )

export const addHours = (instant: string, hours: number): string =>
  Instant.toString(Instant.addHours(Instant.fromString(instant), hours))
export const addDays = (day: string, days: number): string =>
  PlainDate.toString(PlainDate.addDays(PlainDate.fromString(day, getISO), days))

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
export const addSeconds = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString()
