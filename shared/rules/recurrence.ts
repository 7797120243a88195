/**
 * Recurring events: a rule, and the days it yields. Every occurrence becomes an event of its own, so the rule is expanded once,
 * when a coach saves it. Semantics are those of iCalendar (RFC 5545): dates that a month lacks and clock times that a day skips
 * are no occurrences and are not counted; excluded days are counted.
 */
import { getISO } from 'temporal-polyfill/fns/Calendar'
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import { clockTimeOf } from './clockTime.ts'
import { addDays, dayIn } from './days.ts'
import { instantOf } from './wallClock.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
/** What recurs in a month: the day's number, its weekday by count from the start, or the last such weekday. */
export const monthlyKinds = ['date', 'weekday', 'lastWeekday'] as const

export type Recurrence = {
  frequency: (typeof frequencies)[number]
  /** 1 is every day, week or month; 2 every second one. */
  interval: number
  /** Weekly: weekdays from 1, Monday, to 7, Sunday. Defaults to the first day's weekday. */
  weekdays?: readonly number[] | undefined
  /** Monthly: defaults to `date`. */
  monthly?: (typeof monthlyKinds)[number] | undefined
  /** The last possible day, or the number of occurrences; one of the two is set. */
  until?: string | undefined
  count?: number | undefined
  /** Excluded days, such as holidays. */
  except?: readonly string[] | undefined
}

/** Local start and end times of an occurrence, `HH:mm`. An end that is not after the start is on the next day. */
export type ClockTimes = { startTime: string; endTime: string; timezone: string }
export type Occurrence = { day: string; start: string; end: string }

/** The most events of a rule, and the most years ahead. */
export const maxOccurrences = 366
const maxYears = 10

/** Why a rule cannot be saved: a code; undefined if it can. `first` is the day of the first event. */
export function whyCannotRepeat(
  rule: Recurrence,
  first: string,
): 'repeat_interval' | 'repeat_weekdays' | 'repeat_end' | 'repeat_end_before_start' | undefined {
  const { interval, weekdays, until, count } = rule
  if (!Number.isInteger(interval) || interval < 1 || interval > 52) return 'repeat_interval'
  if (weekdays && (weekdays.length === 0 || weekdays.some((day) => !Number.isInteger(day) || day < 1 || day > 7)))
    return 'repeat_weekdays'
  if ((until === undefined) === (count === undefined)) return 'repeat_end'
  if (count !== undefined && (!Number.isInteger(count) || count < 1 || count > maxOccurrences)) return 'repeat_end'
  if (until !== undefined && until < first) return 'repeat_end_before_start'
  return undefined
}

/**
 * The occurrences of a rule from the day `first` on, in order of time; at most `maxOccurrences`, and none more than `maxYears`
 * later. The rule must pass `whyCannotRepeat`.
 */
export function occurrencesOf(first: string, times: ClockTimes, rule: Recurrence): Occurrence[] {
  const exceptedDays = new Set(rule.except)
  const occurrences: Occurrence[] = []
  let count = 0
  for (const day of candidates(first, rule)) {
    if (rule.until !== undefined && day > rule.until) break
    const occurrence = occurrenceOn(day, times)
    if (!occurrence) continue
    count++
    if (!exceptedDays.has(day)) occurrences.push(occurrence)
    if (count === rule.count || count === maxOccurrences) break
  }
  return occurrences
}

/** An occurrence on a day at these clock times; undefined if its start is in an hour that the day skips. */
export function occurrenceOn(day: string, { startTime, endTime, timezone }: ClockTimes): Occurrence | undefined {
  const start = instantOf(day, startTime, timezone)
  if (!isAt(start, day, startTime, timezone)) return undefined
  return { day, start, end: instantOf(endTime > startTime ? day : addDays(day, 1), endTime, timezone) }
}

/** Whether the clocks of a time zone really show this time on this day at an instant: not in a skipped hour. */
function isAt(instant: string, day: string, time: string, timezone: string): boolean {
  if (dayIn(instant, timezone) !== day) return false
  // In a skipped hour the instant is that of the later reading, so the clock shows another time.
  return clockTimeOf(instant, timezone) === time
}

type Day = ReturnType<typeof PlainDate.fromString>
const read = (day: string): Day => PlainDate.fromString(day, getISO)

/** Every day that a rule names, from the first on, even if its time does not exist on that day. */
function* candidates(first: string, rule: Recurrence): Generator<string> {
  const start = read(first)
  const last = PlainDate.toString(PlainDate.addYears(start, maxYears))
  for (let step = 0; ; step++) {
    const days = daysOfStep(start, step * rule.interval, rule)
    for (const day of days.present) {
      if (day > last) return
      if (day >= first) yield day
    }
    if (days.from > last) return
  }
}

/** The days of one step of a rule: of the day, week or month so many after the first. `from` is the earliest possible day. */
function daysOfStep(start: Day, ahead: number, { frequency, weekdays, monthly }: Recurrence) {
  if (frequency === 'daily') {
    const day = PlainDate.toString(PlainDate.addDays(start, ahead))
    return { from: day, present: [day] }
  }
  const weekday = PlainDate.dayOfWeek(start)
  if (frequency === 'weekly') {
    const monday = PlainDate.addDays(start, 7 * ahead - (weekday - 1))
    const weekdaysOfRule = [...new Set(weekdays ?? [weekday])].toSorted((a, b) => a - b)
    return {
      from: PlainDate.toString(monday),
      present: weekdaysOfRule.map((each) => PlainDate.toString(PlainDate.addDays(monday, each - 1))),
    }
  }
  const firstOfMonth = PlainDate.addMonths(PlainDate.withDayOfMonth(start, 1), ahead)
  const number = dayOfMonth(start, firstOfMonth, weekday, monthly)
  const from = PlainDate.toString(firstOfMonth)
  return { from, present: number === undefined ? [] : [addDays(from, number - 1)] }
}

/** The day of a month that the rule repeats the first day on; undefined if the month has none, as June has no 31st. */
function dayOfMonth(start: Day, month: Day, weekday: number, monthly: Recurrence['monthly']): number | undefined {
  const length = PlainDate.daysInMonth(month)
  const date = Number(PlainDate.toString(start).slice(8))
  if (monthly === undefined || monthly === 'date') return date <= length ? date : undefined
  const firstMatch = ((weekday - PlainDate.dayOfWeek(month) + 7) % 7) + 1
  const nth = Math.ceil(date / 7)
  const number =
    monthly === 'weekday' ? firstMatch + 7 * (nth - 1) : firstMatch + 7 * Math.floor((length - firstMatch) / 7)
  return number <= length ? number : undefined
}
