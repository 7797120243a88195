/**
 * Days and times as people read them. An instant is `2026-11-21T18:30:00Z`; `timeZone` is where the event is held, and
 * everything is shown in it. `locale` is the document's unless given, e.g. `en-US`.
 */
const documentLocale = () => document.documentElement.lang || 'en-US'
/** The zone that the reader's device is set to. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const formats = new Map<string, Intl.DateTimeFormat>()
/** Making a formatter costs more than a hundred uses of it. */
function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known
}
const part = (formatter: Intl.DateTimeFormat, instant: string, type: Intl.DateTimeFormatPartTypes) =>
  formatter.formatToParts(new Date(instant)).find((each) => each.type === type)?.value ?? ''
/** Some locales put unusual blanks before AM and PM, in which a search for "6:30 PM" finds nothing. */
const plainBlanks = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')

/** `Sat 21 Nov`, in that order wherever English is read; elsewhere as the language has it. */
export function dayText(instant: string, timeZone: string, locale = documentLocale()): string {
  const formatter = format(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone })
  if (!locale.startsWith('en')) return plainBlanks(formatter.format(new Date(instant)))
  return (['weekday', 'day', 'month'] as const).map((type) => part(formatter, instant, type)).join(' ')
}

/** `6:30 PM` or `18:30`, as the locale has it. */
export const timeText = (instant: string, timeZone: string, locale = documentLocale()): string =>
  plainBlanks(format(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(instant)))

const clockIn = (instant: string, timeZone: string) =>
  format('en-US', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date(instant))

/** `PST` or `GMT-8` when clocks there and where the reader is differ at that instant; empty when they agree. */
export function zoneText(instant: string, timeZone: string, locale = documentLocale(), reader = readerZone()): string {
  if (clockIn(instant, timeZone) === clockIn(instant, reader)) return ''
  return part(format(locale, { timeZoneName: 'short', hour: 'numeric', timeZone }), instant, 'timeZoneName')
}

/** `6:30 PM – 8:00 PM`, with the zone behind it when it is not the reader's. An end on a later day brings its day. */
export function spanText(
  { start, end, timezone }: { start: string; end: string; timezone: string },
  locale = documentLocale(),
  reader = readerZone(),
): string {
  const lastDay = dayText(end, timezone, locale)
  const until = timeText(end, timezone, locale)
  return [
    timeText(start, timezone, locale),
    '–',
    lastDay === dayText(start, timezone, locale) ? until : `${lastDay} ${until}`,
    zoneText(start, timezone, locale, reader),
  ]
    .filter(Boolean)
    .join(' ')
}

/** `November 2026`. `month` is 1 to 12. */
export const monthText = (year: number, month: number, locale = documentLocale()): string =>
  format(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.UTC(year, month - 1, 1))
