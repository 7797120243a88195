import { dayIn } from '#shared/rules/days.ts'
import { plainBlanks, shortDay } from '#shared/rules/dayText.ts'
import { dayText, english, type Say } from './say.ts'

const parts = (instant: string, timeZone: string, { locale }: Say) => {
  const at = new Date(instant)
  const format = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'long',
    timeZone,
  })
  const partsByType = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const { hour, minute, dayPeriod, timeZoneName: zone = '' } = partsByType
  const day = plainBlanks(new Intl.DateTimeFormat(locale, { ...shortDay, timeZone }).format(at))
  return { day, time: [`${hour}:${minute}`, dayPeriod].filter(Boolean).join(' '), zone }
}

/** The start of an event in its time zone, such as `Sat, Nov 21, 5:30 PM`. */
export function startText({ start, timezone }: { start: string; timezone: string }, say: Say = english): string {
  const { day, time } = parts(start, timezone, say)
  return `${day}, ${time}`
}

/** `Central Standard Time`. */
export const zoneText = (instant: string, timezone: string, say: Say): string => parts(instant, timezone, say).zone

/** `November 21, 2026, 5:30 PM, Central Standard Time`. */
export function dayAndTimeText(instant: string, timezone: string, say: Say): string {
  const { time, zone } = parts(instant, timezone, say)
  return `${dayText(dayIn(instant, timezone), say)}, ${time}, ${zone}`
}

/** `Sat, Nov 21, 5:30 PM – 7:00 PM, Central Standard Time`. An end on a later day includes that day. */
type Span = { start: string; end: string; timezone: string }
export function spanText({ start, end, timezone }: Span, say: Say = english): string {
  const [from, to] = [parts(start, timezone, say), parts(end, timezone, say)]
  return `${from.day}, ${from.time} – ${from.day === to.day ? '' : `${to.day}, `}${to.time}, ${to.zone}`
}
