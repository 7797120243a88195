import { dayIn } from '#shared/rules/days.ts'

/**
 * Days, times, money and numbers as people read them. An instant is `2026-11-21T18:30:00Z`; `timeZone` is where the event
 * is held, and everything is shown in it. A day is `2026-11-21`. `locale` is the document's unless given, e.g. `en-US`.
 */
const documentLocale = () => document.documentElement.lang || 'en-US'
/** Where events are held unless they say otherwise. */
const productZone = 'America/Chicago'
/** The zone that the reader's device is set to. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Makes a formatter once for each locale and options: making one costs more than a hundred uses of it. */
function kept<Options, Formatter>(Make: new (locale: string, options: Options) => Formatter) {
  const all = new Map<string, Formatter>()
  return (locale: string, options: Options): Formatter => {
    const key = locale + JSON.stringify(options)
    const known = all.get(key) ?? new Make(locale, options)
    all.set(key, known)
    return known
  }
}
const format = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
const numbers = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
const relatives = kept<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(Intl.RelativeTimeFormat)
const lists = kept<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat)
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

const yearOf = (instant: string, timeZone: string) =>
  part(format('en-US', { year: 'numeric', timeZone }), instant, 'year')

/** `Sat 21 Nov`, and `Sat 20 Nov 2027` when that is not the year of `now`: for lists that reach further than a season. */
export function fullDayText(instant: string, timeZone: string, now: string, locale = documentLocale()): string {
  const year = yearOf(instant, timeZone)
  if (year === yearOf(now, timeZone)) return dayText(instant, timeZone, locale)
  if (locale.startsWith('en')) return `${dayText(instant, timeZone, locale)} ${year}`
  const formatter = format(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone })
  return plainBlanks(formatter.format(new Date(instant)))
}

/** `11/21/2026`, or as the locale has it: of a day, or of the day it is in `timeZone` at an instant. */
export function dateText(when: string, timeZone = productZone, locale = documentLocale()): string {
  const zone = /^\d{4}-\d\d-\d\d$/.test(when) ? 'UTC' : timeZone
  return plainBlanks(
    format(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: zone }).format(new Date(when)),
  )
}

/** `11/21/2026 6:30 PM`, with the zone behind it when it is not the reader's. */
export const dateTimeText = (
  instant: string,
  timeZone = productZone,
  locale = documentLocale(),
  reader = readerZone(),
): string =>
  [
    dateText(instant, timeZone, locale),
    timeText(instant, timeZone, locale),
    zoneText(instant, timeZone, locale, reader),
  ]
    .filter(Boolean)
    .join(' ')

/** `6:30 PM` of `18:30`, a time of a clock wherever it hangs. */
export const clockText = (time: string, locale = documentLocale()): string =>
  timeText(`1970-01-01T${time}:00Z`, 'UTC', locale)

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

/** `6:30 PM`, with the zone behind it when it is not the reader's: when something begins. */
export const startText = (
  instant: string,
  timeZone: string,
  locale = documentLocale(),
  reader = readerZone(),
): string =>
  [timeText(instant, timeZone, locale), zoneText(instant, timeZone, locale, reader)].filter(Boolean).join(' ')

/** `Sat 21 Nov 6:30 PM`, with the zone behind it when it is not the reader's. */
export const dayStartText = (
  instant: string,
  timeZone: string,
  locale = documentLocale(),
  reader = readerZone(),
): string => `${dayText(instant, timeZone, locale)} ${startText(instant, timeZone, locale, reader)}`

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

const daysFrom = (one: string, other: string, timeZone: string): number =>
  Math.round((Date.parse(dayIn(other, timeZone)) - Date.parse(dayIn(one, timeZone))) / 86_400_000)

/** How many seconds each unit begins at, the largest first. */
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * `3 hours ago`, `in 2 days`, `yesterday`, `now`: how far an instant is from another. Days are those of the reader's calendar: yesterday is
 * not 47 hours ago.
 */
export function agoText(instant: string, now: string, locale = documentLocale(), reader = readerZone()): string {
  const seconds = (Date.parse(instant) - Date.parse(now)) / 1000
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', Number.POSITIVE_INFINITY]
  const count = unit === 'day' ? daysFrom(now, instant, reader) : Math.trunc(seconds / length) || 0
  return plainBlanks(relatives(locale, { numeric: 'auto' }).format(count, unit))
}

/** `$1,234.50` of 123450 cents. Whole amounts keep their cents, so that a column of them stands in line. */
export const moneyText = (cents: number, currency = 'USD', locale = documentLocale()): string =>
  plainBlanks(numbers(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(cents / 100))

/** `1,234` or `2.5`, with at most so many digits behind the point. */
export const numberText = (value: number, digits = 0, locale = documentLocale()): string =>
  plainBlanks(numbers(locale, { maximumFractionDigits: digits }).format(value))

/** `85%` of 0.85. */
export const percentText = (share: number, digits = 0, locale = documentLocale()): string =>
  plainBlanks(numbers(locale, { style: 'percent', maximumFractionDigits: digits }).format(share))

/** How many bytes each unit has, the largest first. */
const sizes = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1000],
] as const

/** `69 bytes`, `3.2 MB`: how large a file is. */
export function sizeText(bytes: number, locale = documentLocale()): string {
  const [unit, length] = sizes.find(([, each]) => bytes >= each) ?? ['byte', 1]
  const options = {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  } as const
  return plainBlanks(numbers(locale, options).format(bytes / length))
}

/** `Mia, Leo and Zoe`. */
export const listText = (items: readonly string[], locale = documentLocale()): string =>
  lists(locale, { type: 'conjunction' }).format(items)

/** `Sat`: the weekday of an instant. */
export const weekdayText = (instant: string, timeZone: string, locale = documentLocale()): string =>
  format(locale, { weekday: 'short', timeZone }).format(new Date(instant))

/** `Saturday`. */
export const weekdayName = (instant: string, timeZone: string, locale = documentLocale()): string =>
  format(locale, { weekday: 'long', timeZone }).format(new Date(instant))

/**
 * The day that weeks begin with where the locale is spoken: 1 is Monday, 7 is Sunday. Where the browser does not know
 * it: Sunday in North America, Monday elsewhere.
 */
export function firstWeekday(locale = documentLocale()): number {
  const { getWeekInfo } = Intl.Locale.prototype as { getWeekInfo?: () => { firstDay: number } }
  return getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? (/^en$|-(US|CA|MX)$/.test(locale) ? 7 : 1)
}
