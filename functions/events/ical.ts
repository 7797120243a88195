/**
 * iCalendar (RFC 5545). Each occurrence is a VEVENT of its own with times in UTC, so that apps do not have to interpret recurrence rules
 * and time zones.
 */
export type CalendarEntry = {
  uid: string
  /** How often something that matters has changed: apps use the highest. */
  sequence: number
  /** Instants. */
  modified: string
  start: string
  end: string
  summary: string
  description: string
  location: string
  category: string
  status: 'CONFIRMED' | 'CANCELLED'
  /** Does not block the reader's time: all who were asked have declined. */
  free?: boolean
}
type Person = { name: string; email: string }
export type Calendar = {
  name: string
  /** `PUBLISH` in a feed or file; the others in mail. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  entries: readonly CalendarEntry[]
  organizer?: Person
  attendee?: Person & { partstat: 'NEEDS-ACTION' | 'ACCEPTED' | 'DECLINED'; rsvp: boolean }
}

export function calendarText({ name, method, entries, organizer, attendee }: Calendar): string {
  const people = [
    ...(organizer ? [`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.email}`] : []),
    ...(attendee
      ? [
          `ATTENDEE;CN=${quoted(attendee.name)};CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${attendee.partstat};RSVP=${attendee.rsvp ? 'TRUE' : 'FALSE'}:mailto:${attendee.email}`,
        ]
      : []),
  ]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Touchline//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(method === 'PUBLISH' ? headOf(name) : []),
    ...entries.flatMap((entry) => eventLines(entry, people)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** The calendar's name and refresh interval, both as standardized and in the older form. */
const headOf = (name: string) => [
  `NAME:${escaped(name)}`,
  `X-WR-CALNAME:${escaped(name)}`,
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
]

const eventLines = (entry: CalendarEntry, people: readonly string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.uid}`,
  `DTSTAMP:${utc(entry.modified)}`,
  `LAST-MODIFIED:${utc(entry.modified)}`,
  `SEQUENCE:${entry.sequence}`,
  `DTSTART:${utc(entry.start)}`,
  `DTEND:${utc(entry.end)}`,
  `SUMMARY:${escaped(entry.summary)}`,
  ...(entry.description ? [`DESCRIPTION:${escaped(entry.description)}`] : []),
  ...(entry.location ? [`LOCATION:${escaped(entry.location)}`] : []),
  ...(entry.category ? [`CATEGORIES:${escaped(entry.category)}`] : []),
  `STATUS:${entry.status}`,
  `TRANSP:${entry.free || entry.status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
  ...people,
  'END:VEVENT',
]

/** `20261122T003000Z` */
const utc = (instant: string) => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Control characters end a line in some apps, and mean nothing in any. */
const withoutControls = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
const escaped = (text: string) =>
  withoutControls(text)
    .toWellFormed()
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
/** A parameter value, with characters that cannot appear in it encoded by RFC 6868. */
const quoted = (text: string) =>
  `"${withoutControls(text).toWellFormed().replaceAll('^', '^^').replaceAll('"', "^'").replaceAll('\n', '^n')}"`

/** Lines of at most 75 octets, broken between whole characters. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line
  let text = ''
  let length = 0
  for (const character of line) {
    const octets = character < '\u0080' ? 1 : Buffer.byteLength(character)
    if (length + octets > 75) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += octets
  }
  return text
}
