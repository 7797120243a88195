/**
 * Converts local times to instants. Needs Temporal, 8 KB gzipped: a file of its own, so that code that only needs days does not
 * load it.
 */
import { getISO } from 'temporal-polyfill/fns/Calendar'
import * as Instant from 'temporal-polyfill/fns/Instant'
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'

/** The instant at which a day begins in a time zone. Not every day begins at 0:00, and not every day has 24 hours. */
export const startOfDay = (day: string, timeZone: string): string =>
  Instant.toString(ZonedDateTime.toInstant(PlainDate.toZonedDateTime(PlainDate.fromString(day, getISO), timeZone)))

/** The instant of a local time in a time zone; in an hour that daylight saving skips, the later reading. */
export const instantOf = (day: string, time: string, timeZone: string): string =>
  Instant.toString(
    ZonedDateTime.toInstant(
      PlainDateTime.toZonedDateTime(PlainDateTime.fromString(`${day}T${time}`, getISO), timeZone),
    ),
  )
