import { dayIn } from '#shared/rules/days.ts'
import { dayText, english, type Say } from './say.ts'

const parts = (instant: string, timeZone: string, { locale }: Say) => {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'long',
    timeZone,
  })
  const partsByType = Object.fromEntries(
    format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  )
  const { weekday, day, month, hour, minute, dayPeriod, timeZoneName: zone = '' } = partsByType
  return { day: `${weekday} ${day} ${month}`, time: [`${hour}:${minute}`, dayPeriod].filter(Boolean).join(' '), zone }
}

/** The start of an event in its time zone, such as `Sat 21 Nov, 5:30 PM`. */
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

/** `Sat 21 Nov, 5:30 PM – 7:00 PM, Central Standard Time`. An end on a later day includes that day. */
type Span = { start: string; end: string; timezone: string }
export function spanText({ start, end, timezone }: Span, say: Say = english): string {
  const [from, to] = [parts(start, timezone, say), parts(end, timezone, say)]
  return `${from.day}, ${from.time} – ${from.day === to.day ? '' : `${to.day}, `}${to.time}, ${to.zone}`
}
