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
  const all: Event[] = []
  let event: Event | undefined
  for (const line of lines) {
    if (/^BEGIN:VEVENT$/i.test(line)) event = Object.assign(new Map<string, Property>(), { left: [] })
    else if (/^END:VEVENT$/i.test(line) && event) {
      all.push(event)
      event = undefined
    } else if (event) {
      const property = propertyIn(line)
      if (property?.name === 'EXDATE')
        for (const value of property.value.split(',')) event.left.push({ ...property, value })
      // A VALARM inside the event has properties of its own; the event's come first and win.
      if (property && !event.has(property.name)) event.set(property.name, property)
    }
  }
  const elsewhere = new Set(all.flatMap((each) => dateOf(each, each.get('RECURRENCE-ID')) ?? []))
  const isFirstOut = (each: Event) => {
    const own = dateOf(each, each.get('DTSTART')) ?? ''
    return each.has('RRULE') && (elsewhere.has(own) || each.left.some((date) => dateOf(each, date) === own))
  }
  const rows = all
    .filter((each) => each.get('STATUS')?.value !== 'CANCELLED' && !isFirstOut(each))
    .map((each) => rowOf(each))
  return { rows: [headings, ...rows], repeated: all.filter((each) => each.has('RRULE')).length }
}

/** An event's properties by name, and the dates excluded from its recurrence. */
type Event = Map<string, Property> & { left: Property[] }

/** Identifies an occurrence by UID, day and time; undefined without a date. */
function dateOf(event: Event, property: Property | undefined): string | undefined {
  const when = whenOf(property)
  return when && [event.get('UID')?.value, when.day, when.time].join(' ')
}

type Property = { name: string; zone: string | undefined; value: string }

function propertyIn(line: string): Property | undefined {
  const found = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/.exec(line)
  if (!found) return undefined
  const [, name = '', parameters = '', value = ''] = found
  const zone = /;TZID="?([^";:]+)"?/i.exec(parameters)?.[1]
  return { name: name.toUpperCase(), zone, value }
}

function rowOf(event: Map<string, Property>): string[] {
  const text = (name: string) =>
    (event.get(name)?.value ?? '').replaceAll(/\\([\\;,nN])/g, (_all, escaped: string) =>
      /n/i.test(escaped) ? '\n' : escaped,
    )
  const start = whenOf(event.get('DTSTART'))
  const end = whenOf(event.get('DTEND')) ?? (start && after(start, event.get('DURATION')?.value ?? ''))
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
type When = { day: string; time?: string; instant?: string }

function whenOf(property: Property | undefined): When | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(property?.value ?? '')
  if (!found) return undefined
  const [, year, month, date, hours, minutes, utc] = found
  const day = `${year}-${month}-${date}`
  if (hours === undefined) return { day }
  const time = `${hours}:${minutes}`
  if (utc) return inUtc(`${day}T${time}:00Z`)
  const zone = property?.zone
  return zone && isZone(zone) ? inUtc(instantOf(day, time, zone)) : { day, time }
}

const inUtc = (instant: string): When => ({
  day: instant.slice(0, 10),
  time: `${instant.slice(11, 16)} UTC+0`,
  instant,
})

/** Adds an ISO 8601 duration such as `PT1H30M`. */
function after({ instant }: When, duration: string): When | undefined {
  const found = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(duration)
  if (!instant || !found) return undefined
  const [, weeks = 0, days = 0, hours = 0, minutes = 0] = found
  const whole = (Number(weeks) * 7 + Number(days)) * 24 + Number(hours)
  return inUtc(new Date(Date.parse(addHours(instant, whole)) + Number(minutes) * 60_000).toISOString())
}
