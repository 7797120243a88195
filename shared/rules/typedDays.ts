/** Dates and times as typed into tables, read into `YYYY-MM-DD` and `HH:mm`. */
import { fold } from './textMatching.ts'

export const dayOrders = ['mdy', 'dmy', 'ymd'] as const
/** The order of day, month and year in a table. */
export type DayOrder = (typeof dayOrders)[number]

/** Months by the first three letters of their names, in English, Spanish, German and French. */
const months: Record<string, number> = {
  jan: 1,
  ene: 1,
  feb: 2,
  fev: 2,
  mar: 3,
  apr: 4,
  abr: 4,
  avr: 4,
  may: 5,
  mai: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  ago: 8,
  aou: 8,
  sep: 9,
  set: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  dic: 12,
  dez: 12,
} // prettier-ignore
const march = 3
const french: Record<string, number> = { juin: 6, juillet: 7 }

const daysIn = (year: number, month: number): number =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0 // prettier-ignore
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const pad = (n: number, length = 2): string => String(n).padStart(length, '0')

/**
 * A typed date as `YYYY-MM-DD`; undefined if it is not valid. Two-digit years are the last hundred years up to `latestYear`.
 * Spreadsheet serial numbers (days since 1899-12-30) are recognized from 1920 on.
 */
export function readDay(text: string, order: DayOrder, latestYear: number): string | undefined {
  const folded = fold(text)
    .replace(/(t| )\d{1,2}:\d{2}.*$/, '')
    .replaceAll(/(\d)(st|nd|rd|th|er|º|ª)\b/g, '$1') // prettier-ignore
  if (/^\d{5}(\.\d+)?$/.test(folded)) return fromSerial(Number(folded))
  const parts = byMonthName(folded)
  if (parts) return isoDay(parts, latestYear)
  const match = /^(?:\p{L}+\.?,? )?(\d{1,4})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?(\d{1,4})\.?$/u.exec(folded)
  if (!match) return undefined
  const [a = '', b = '', c = ''] = match.slice(1)
  if (a.length === 4) return isoDay([a, b, c], latestYear)
  if (a.length > 2) return undefined
  return isoDay(order === 'dmy' ? [c, b, a] : order === 'mdy' ? [c, a, b] : [a, b, c], latestYear)
}

/** Year, month and day of a text that names its month: `21 Nov 2026`, `Nov 21, 2026`, `21 de noviembre de 2026`. */
function byMonthName(typed: string): [string, string, string] | undefined {
  const monthWords = [...typed.matchAll(/\p{L}{3,}/gu)]
    .map(([word]) => french[word] ?? months[word.slice(0, 3)])
    .filter((month) => month !== undefined)
  // `martes`, `mardi` and `mar` are Tuesdays too: beside another month they do not mean March.
  const name = monthWords.find((month) => month !== march) ?? monthWords[0]
  const numbers = [...typed.matchAll(/\d+/g)].map(([digits]) => digits)
  if (!name || numbers.length !== 2) return undefined
  const [first = '', second = ''] = numbers
  return first.length === 4 ? [first, String(name), second] : [second, String(name), first]
}

function isoDay([year, month, day]: [string, string, string], latestYear: number): string | undefined {
  const y = year.length === 4 ? Number(year) : year.length === 2 ? yearInLastHundred(Number(year), latestYear) : 0
  const [m, d] = [Number(month), Number(day)]
  if (y < 1900 || y > 3000 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) return undefined
  return `${pad(y, 4)}-${pad(m)}-${pad(d)}`
}

const yearInLastHundred = (twoDigits: number, latestYear: number): number => {
  const year = Math.floor(latestYear / 100) * 100 + twoDigits
  return year > latestYear ? year - 100 : year
}

function fromSerial(serial: number): string | undefined {
  // 1920-01-01 is 7306, 2100-01-01 is 73051.
  if (serial < 7306 || serial > 73051) return undefined
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)
}

/**
 * A column's order of day, month and year: the one that makes most values valid dates, as a single 13 decides it; `preferred` if
 * they are valid either way.
 */
export function guessDayOrder(values: readonly string[], preferred: DayOrder, latestYear: number): DayOrder {
  const readable = (order: DayOrder) => values.filter((value) => readDay(value, order, latestYear) !== undefined).length
  const otherOrders = dayOrders.filter((order) => order !== preferred)
  return otherOrders.reduce((best, order) => (readable(order) > readable(best) ? order : best), preferred)
}

/**
 * A typed time as `HH:mm`: `6:30 PM`, `18.30`, `1830`, `6pm`, `18h30`, a spreadsheet's fraction of a day; undefined if it is
 * none.
 */
export function readTime(text: string): string | undefined {
  const folded = fold(text)
    .replaceAll(/[. ]+(?=[ap]\.?\s?m)/g, '')
    .replaceAll(/([ap])\.?\s?m\.?$/g, '$1m') // prettier-ignore
  if (/^0?\.\d+$/.test(folded)) return fromMinutes(Math.round(Number(folded) * 24 * 60))
  const behindDay = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[t ](.+)$/.exec(folded)?.[1] ?? folded
  const match = /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})|h|(\d{2}))?(?::\d{2}(?:\.\d+)?)?z?\s?(am|pm|uhr)?$/.exec(behindDay)
  if (!match) return undefined
  const [, hours = '', separated, joined, halfOfDay] = match
  if (separated === undefined && joined === undefined && halfOfDay === undefined && !behindDay.includes('h'))
    return undefined
  const minutes = Number(separated ?? joined ?? 0)
  const hour = Number(hours)
  if (minutes > 59 || (halfOfDay === 'am' || halfOfDay === 'pm' ? hour < 1 || hour > 12 : hour > 23)) return undefined
  return fromMinutes((halfOfDay === 'pm' ? (hour % 12) + 12 : halfOfDay === 'am' ? hour % 12 : hour) * 60 + minutes)
}

const fromMinutes = (minutes: number): string | undefined =>
  minutes < 24 * 60 ? `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}` : undefined
