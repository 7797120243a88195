import { isZone } from '#shared/rules/eventForm.ts'
import { addHours } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'

/**
 * A calendar file's events as a table with headings; `repeated` counts recurring events, of which only the first occurrence is
 * read.
 */
export type IcsTable = { rows: string[][]; repeated: number }

const headings = ['UID', 'Date', 'Time', 'End', 'Summary', 'Location', 'Description']

export const isIcs = (text: string): boolean => /^\ufeff?\s*BEGIN:VCALENDAR/i.test(text)

/**
 * Reads a calendar file. Leaves out cancelled events, and the first occurrence of a recurring event if the file excludes it
 * (EXDATE) or overrides it under the same UID (RECURRENCE-ID).
 */
export function readIcs(text: string): IcsTable {
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const events: Event[] = []
  let event: Event | undefined
  for (const line of lines) {
    if (/^BEGIN:VEVENT$/i.test(line)) event = Object.assign(new Map<string, Property>(), { excludedDates: [] })
    else if (/^END:VEVENT$/i.test(line) && event) {
      events.push(event)
      event = undefined
    } else if (event) {
      const property = parseProperty(line)
      if (property?.name === 'EXDATE')
        for (const value of property.value.split(',')) event.excludedDates.push({ ...property, value })
      // A VALARM inside the event has properties of its own; the event's come first and win.
      if (property && !event.has(property.name)) event.set(property.name, property)
    }
  }
  const overriddenDates = new Set(events.flatMap((each) => dateOf(each, each.get('RECURRENCE-ID')) ?? []))
  const isFirstExcluded = (each: Event) => {
    const startDate = dateOf(each, each.get('DTSTART')) ?? ''
    return (
      each.has('RRULE') &&
      (overriddenDates.has(startDate) || each.excludedDates.some((date) => dateOf(each, date) === startDate))
    )
  }
  const rows = events
    .filter((each) => each.get('STATUS')?.value !== 'CANCELLED' && !isFirstExcluded(each))
    .map((each) => toRow(each))
  return { rows: [headings, ...rows], repeated: events.filter((each) => each.has('RRULE')).length }
}

/** An event's properties by name, and the dates excluded from its recurrence. */
type Event = Map<string, Property> & { excludedDates: Property[] }

/** Identifies an occurrence by UID, day and time; undefined without a date. */
function dateOf(event: Event, property: Property | undefined): string | undefined {
  const dateTime = parseTime(property)
  return dateTime && [event.get('UID')?.value, dateTime.day, dateTime.time].join(' ')
}

type Property = { name: string; zone: string | undefined; value: string }

function parseProperty(line: string): Property | undefined {
  const match = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/.exec(line)
  if (!match) return undefined
  const [, name = '', parameters = '', value = ''] = match
  const zone = /;TZID="?([^";:]+)"?/i.exec(parameters)?.[1]
  return { name: name.toUpperCase(), zone, value }
}

function toRow(event: Map<string, Property>): string[] {
  const text = (name: string) =>
    (event.get(name)?.value ?? '').replaceAll(/\\([\\;,nN])/g, (_all, escaped: string) =>
      /n/i.test(escaped) ? '\n' : escaped,
    )
  const start = parseTime(event.get('DTSTART'))
  const end = parseTime(event.get('DTEND')) ?? (start && addDuration(start, event.get('DURATION')?.value ?? ''))
  const time = start?.time ?? ''
  return [
    text('UID'),
    start?.day ?? '',
    time,
    end?.time ? `${end.day} ${end.time}` : '',
    text('SUMMARY'),
    text('LOCATION'),
    text('DESCRIPTION'),
  ]
}

/** `time` ends in `UTC` if the instant is known; it is absent for all-day events. */
type Time = { day: string; time?: string; instant?: string }

function parseTime(property: Property | undefined): Time | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(property?.value ?? '')
  if (!match) return undefined
  const [, year, month, date, hours, minutes, utc] = match
  const day = `${year}-${month}-${date}`
  if (hours === undefined) return { day }
  const time = `${hours}:${minutes}`
  if (utc) return toUtc(`${day}T${time}:00Z`)
  const zone = property?.zone
  return zone && isZone(zone) ? toUtc(instantOf(day, time, zone)) : { day, time }
}

const toUtc = (instant: string): Time => ({
  day: instant.slice(0, 10),
  time: `${instant.slice(11, 16)} UTC+0`,
  instant,
})

/** Adds an ISO 8601 duration such as `PT1H30M`. */
function addDuration({ instant }: Time, duration: string): Time | undefined {
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(duration)
  if (!instant || !match) return undefined
  const [, weeks = 0, days = 0, hours = 0, minutes = 0] = match
  const wholeHours = (Number(weeks) * 7 + Number(days)) * 24 + Number(hours)
  return toUtc(new Date(Date.parse(addHours(instant, wholeHours)) + Number(minutes) * 60_000).toISOString())
}
