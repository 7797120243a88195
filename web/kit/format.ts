import { dayIn } from '#shared/rules/days.ts'

/**
 * Formats days, times, money and numbers for the reader. An instant is `2026-11-21T18:30:00Z`; `timeZone` is where the event is
 * held, and times are shown in it. A day is `2026-11-21`. `locale` defaults to the document's, e.g. `en-US`.
 */
const documentLocale = () => document.documentElement.lang || 'en-US'
/** The default time zone of events. */
const productZone = 'America/Chicago'
/** The time zone of the reader's device. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Caches formatters by locale and options: creating one costs more than a hundred uses of it. */
function cacheFormatters<Options, Formatter>(Make: new (locale: string, options: Options) => Formatter) {
  const formatters = new Map<string, Formatter>()
  return (locale: string, options: Options): Formatter => {
    const key = locale + JSON.stringify(options)
    const formatter = formatters.get(key) ?? new Make(locale, options)
    formatters.set(key, formatter)
    return formatter
  }
}
const format = cacheFormatters<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
const numbers = cacheFormatters<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
const relatives = cacheFormatters<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(Intl.RelativeTimeFormat)
const lists = cacheFormatters<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat)
const part = (formatter: Intl.DateTimeFormat, instant: string, type: Intl.DateTimeFormatPartTypes) =>
  formatter.formatToParts(new Date(instant)).find((each) => each.type === type)?.value ?? ''
/** Some locales put non-breaking spaces before AM and PM, so a search for "6:30 PM" would not match. */
const plainBlanks = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')

/** `Sat 21 Nov`, in that order for all English locales; otherwise in the locale's order. */
export function dayText(instant: string, timeZone: string, locale = documentLocale()): string {
  const formatter = format(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone })
  if (!locale.startsWith('en')) return plainBlanks(formatter.format(new Date(instant)))
  return (['weekday', 'day', 'month'] as const).map((type) => part(formatter, instant, type)).join(' ')
}

const yearOf = (instant: string, timeZone: string) =>
  part(format('en-US', { year: 'numeric', timeZone }), instant, 'year')

/** `Sat 21 Nov`, or `Sat 20 Nov 2027` in another year than `now`: for lists that span more than a season. */
export function fullDayText(instant: string, timeZone: string, now: string, locale = documentLocale()): string {
  const year = yearOf(instant, timeZone)
  if (year === yearOf(now, timeZone)) return dayText(instant, timeZone, locale)
  if (locale.startsWith('en')) return `${dayText(instant, timeZone, locale)} ${year}`
  const formatter = format(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone })
  return plainBlanks(formatter.format(new Date(instant)))
}

/** `11/21/2026` in the locale's format: of a day, or of an instant in `timeZone`. */
export function dateText(when: string, timeZone = productZone, locale = documentLocale()): string {
  const zone = /^\d{4}-\d\d-\d\d$/.test(when) ? 'UTC' : timeZone
  return plainBlanks(
    format(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: zone }).format(new Date(when)),
  )
}

/** `11/21/2026 6:30 PM`, followed by the zone if it is not the reader's. */
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

/** `6:30 PM` for `18:30`: a time of day without a zone. */
export const clockText = (time: string, locale = documentLocale()): string =>
  timeText(`1970-01-01T${time}:00Z`, 'UTC', locale)

/** `6:30 PM` or `18:30`, depending on the locale. */
export const timeText = (instant: string, timeZone: string, locale = documentLocale()): string =>
  plainBlanks(format(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(instant)))

const clockIn = (instant: string, timeZone: string) =>
  format('en-US', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date(instant))

/** `PST` or `GMT-8` if the clocks there and at the reader differ at that instant; otherwise empty. */
export function zoneText(instant: string, timeZone: string, locale = documentLocale(), reader = readerZone()): string {
  if (clockIn(instant, timeZone) === clockIn(instant, reader)) return ''
  return part(format(locale, { timeZoneName: 'short', hour: 'numeric', timeZone }), instant, 'timeZoneName')
}

/** A start time: `6:30 PM`, followed by the zone if it is not the reader's. */
export const startText = (
  instant: string,
  timeZone: string,
  locale = documentLocale(),
  reader = readerZone(),
): string =>
  [timeText(instant, timeZone, locale), zoneText(instant, timeZone, locale, reader)].filter(Boolean).join(' ')

/** `Sat 21 Nov 6:30 PM`, followed by the zone if it is not the reader's. */
export const dayStartText = (
  instant: string,
  timeZone: string,
  locale = documentLocale(),
  reader = readerZone(),
): string => `${dayText(instant, timeZone, locale)} ${startText(instant, timeZone, locale, reader)}`

/** `6:30 PM – 8:00 PM`, followed by the zone if it is not the reader's. An end on a later day includes that day. */
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

const daysBetween = (one: string, other: string, timeZone: string): number =>
  Math.round((Date.parse(dayIn(other, timeZone)) - Date.parse(dayIn(one, timeZone))) / 86_400_000)

/** The length of each unit in seconds, largest first. */
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `3 hours ago`, `in 2 days`, `yesterday`, `now`. Days are the reader's calendar days: 47 hours ago is not yesterday. */
export function agoText(instant: string, now: string, locale = documentLocale(), reader = readerZone()): string {
  const seconds = (Date.parse(instant) - Date.parse(now)) / 1000
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', Number.POSITIVE_INFINITY]
  const count = unit === 'day' ? daysBetween(now, instant, reader) : Math.trunc(seconds / length) || 0
  return plainBlanks(relatives(locale, { numeric: 'auto' }).format(count, unit))
}

/** `$1,234.50` for 123450 cents. Whole amounts keep their cents, so that a column lines up. */
export const moneyText = (cents: number, currency = 'USD', locale = documentLocale()): string =>
  plainBlanks(numbers(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(cents / 100))

/** `1,234` or `2.5`, with at most `digits` decimals. */
export const numberText = (value: number, digits = 0, locale = documentLocale()): string =>
  plainBlanks(numbers(locale, { maximumFractionDigits: digits }).format(value))

/** `85%` for 0.85. */
export const percentText = (share: number, digits = 0, locale = documentLocale()): string =>
  plainBlanks(numbers(locale, { style: 'percent', maximumFractionDigits: digits }).format(share))

/** The size of each unit in bytes, largest first. */
const sizes = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1000],
] as const

/** A file size: `69 bytes`, `3.2 MB`. */
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

/** The short weekday of an instant: `Sat`. */
export const weekdayText = (instant: string, timeZone: string, locale = documentLocale()): string =>
  format(locale, { weekday: 'short', timeZone }).format(new Date(instant))

/** The full weekday of an instant: `Saturday`. */
export const weekdayName = (instant: string, timeZone: string, locale = documentLocale()): string =>
  format(locale, { weekday: 'long', timeZone }).format(new Date(instant))

/**
 * The first day of the week in the locale: 1 is Monday, 7 is Sunday. If the browser does not know it, Sunday for North America
 * and Monday elsewhere.
 */
export function firstWeekday(locale = documentLocale()): number {
  const { getWeekInfo } = Intl.Locale.prototype as { getWeekInfo?: () => { firstDay: number } }
  return getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? (/^en$|-(US|CA|MX)$/.test(locale) ? 7 : 1)
}
