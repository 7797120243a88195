import { addDays, addHours, dayIn } from './days.ts'
import { instantOf } from './wallClock.ts'

/** No reminders from this hour on … */
const nightBegins = 21
/** … until this one, in the event's local time. */
const nightEnds = 8
/** When reminders that would fall into the night are sent: on the evening before. */
const evening = '20:00'

type RemindedEvent = { start: string; timezone: string; answerBy?: string | undefined }

/**
 * When families who have not answered are reminded: so many hours before their deadline, or before the event begins; never at
 * night. An instant.
 */
export function remindAt({ start, timezone, answerBy }: RemindedEvent, hours: number): string {
  const at = addHours(answerBy ?? start, -hours)
  const day = dayIn(at, timezone)
  const isAt = (hour: number) => instantOf(day, `${String(hour).padStart(2, '0')}:00`, timezone)
  if (Date.parse(at) < Date.parse(isAt(nightEnds))) return instantOf(addDays(day, -1), evening, timezone)
  return Date.parse(at) >= Date.parse(isAt(nightBegins)) ? instantOf(day, evening, timezone) : at
}

/** How late a reminder is still sent, in hours: longer than the interval between two runs. */
const maxHoursLate = 1

/**
 * The hours of the club's reminder that is due for an event now. Several that would fall into one night come due on the same
 * evening: only the last of them is sent.
 */
export function reminderDue(event: RemindedEvent, hours: readonly number[], now: string): number | undefined {
  if (Date.parse(event.answerBy ?? event.start) <= Date.parse(now)) return undefined
  const due = hours.filter((each) => {
    const elapsed = Date.parse(now) - Date.parse(remindAt(event, each))
    return elapsed >= 0 && elapsed < maxHoursLate * 3_600_000
  })
  return due.length > 0 ? Math.min(...due) : undefined
}

/** Whether a family has been sent this reminder of an event, or a later one. */
export const isReminded = (reminded: number | undefined, hours: number): boolean =>
  reminded !== undefined && reminded <= hours
