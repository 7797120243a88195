/** From a time on a wall to an instant. With it comes Temporal, of 8 KB gz: a file of its own, so that who needs no more than days does not load that. */
import { getISO } from 'temporal-polyfill/fns/Calendar'
import * as Instant from 'temporal-polyfill/fns/Instant'
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'

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
