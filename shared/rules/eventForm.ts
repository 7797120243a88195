import { addDays } from './days.ts'
import { check, longest, required, type ValueFaults } from './faults.ts'

/** The longest texts of an event, in Unicode characters. */
export const eventLimits = { name: 64, description: 2000, field: 32, place: 100, map: 500 } as const
/** The longest event, in days. */
export const maxEventDays = 14
/** The most teams to which one call copies an event. */
export const maxCopies = 50

export type EventValues = {
  name: string
  description: string
  day: string
  startTime: string
  endTime: string
  /** The day of its end, if not the day of its start; otherwise ''. */
  lastDay: string
  field: string
}

/** The faults of the form of an event. */
export const eventFaults = ({
  name,
  description,
  day,
  startTime,
  endTime,
  lastDay,
  field,
}: EventValues): ValueFaults => ({
  name: check(name, required, longest(eventLimits.name)),
  day: check(day, required),
  startTime: check(startTime, required),
  endTime: check(endTime, required),
  lastDay: isLastDay(lastDay, day) ? undefined : { code: 'invalid' },
  field: check(field, longest(eventLimits.field)),
  description: check(description, longest(eventLimits.description)),
})

const isLastDay = (lastDay: string, day: string): boolean =>
  lastDay === '' || day === '' || (lastDay > day && lastDay < addDays(day, maxEventDays))

/** Whether this is a time zone that Intl knows. */
export function isZone(timeZone: string): boolean {
  try {
    return /^[A-Za-z]/.test(timeZone) && Intl.DateTimeFormat('en-US', { timeZone }) !== undefined
  } catch {
    return false
  }
}
