import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { readIcs } from '#web/imports/readIcs.ts'

const file = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//League//EN',
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const first = (...event: string[]) => readIcs(file(event)).rows[1]

it.each([
  [
    'in UTC',
    ['UID:1', 'DTSTART:20260314T233000Z', 'DTEND:20260315T010000Z', 'SUMMARY:Game'],
    ['1', '2026-03-14', '23:30 UTC+0', '2026-03-15 01:00 UTC+0', 'Game', '', ''],
  ],
  [
    'in a time zone',
    ['UID:2', 'DTSTART;TZID=America/Chicago:20260314T183000', 'DURATION:PT1H30M', 'SUMMARY:Game'],
    ['2', '2026-03-14', '23:30 UTC+0', '2026-03-15 01:00 UTC+0', 'Game', '', ''],
  ],
  [
    'without a time zone or in an unknown one',
    ['UID:3', 'DTSTART;TZID=Central:20260314T183000', 'SUMMARY:Game'],
    ['3', '2026-03-14', '18:30', '', 'Game', '', ''],
  ],
  [
    'that lasts all day',
    ['UID:4', 'DTSTART;VALUE=DATE:20260314', 'SUMMARY:Camp'],
    ['4', '2026-03-14', '', '', 'Camp', '', ''],
  ],
  [
    'with escaped and folded text',
    [
      'UID:5',
      'DTSTART:20260314T233000Z',
      'SUMMARY;LANGUAGE=en:Falcons\\, Otters',
      'DESCRIPTION:one\\ntwo \\; th',
      ' ree',
      'LOCATION:North',
      '\t Park',
    ],
    ['5', '2026-03-14', '23:30 UTC+0', '', 'Falcons, Otters', 'North Park', 'one\ntwo ; three'],
  ],
])('reads an event %s', (_what, event, row) => expect(first(...event)).toEqual(row))

it('omits canceled events and counts recurring ones', () => {
  const start = 'DTSTART:20260314T233000Z'
  const { rows, repeated } = readIcs(
    file(['UID:1', start, 'STATUS:CANCELLED'], ['UID:2', start, 'RRULE:FREQ=WEEKLY'], ['UID:3', start]),
  )
  expect([rows.map(([uid]) => uid), repeated]).toEqual([['UID', '2', '3'], 1])
})

it('omits the first date of a series that is excluded or moved', () => {
  const start = 'DTSTART;TZID=America/Chicago:20260310T183000'
  const weekly = 'RRULE:FREQ=WEEKLY;COUNT=4'
  const { rows, repeated } = readIcs(
    file(
      ['UID:1', start, weekly, 'EXDATE;TZID=America/Chicago:20260317T183000', 'SUMMARY:Stays'],
      [
        'UID:2',
        start,
        weekly,
        'EXDATE;TZID=America/Chicago:20260324T183000',
        'EXDATE:20260317T233000Z,20260310T233000Z',
        'SUMMARY:Taken out',
      ],
      ['UID:3', start, weekly, 'SUMMARY:Moved'],
      ['UID:3', 'RECURRENCE-ID:20260310T233000Z', 'DTSTART:20260311T233000Z', 'SUMMARY:Moved here'],
      ['UID:4', start, 'SUMMARY:Once'],
    ),
  )
  expect(rows.map(([, day, , , summary]) => `${summary} ${day}`).slice(1)).toEqual([
    'Stays 2026-03-10',
    'Moved here 2026-03-11',
    'Once 2026-03-10',
  ])
  expect(repeated).toBe(3)
})

it('reads the same instants as another parser', () => {
  const text = file(
    ['UID:1', 'DTSTART;TZID="Europe/Madrid":20261025T033000', 'SUMMARY:After the clocks went back'],
    ['UID:2', 'DTSTART:20261025T003000Z', 'SUMMARY:Before'],
  )
  expect(
    readIcs(text)
      .rows.slice(1)
      .map(([, day, time]) => `${day} ${time}`),
  ).toEqual(['2026-10-25 02:30 UTC+0', '2026-10-25 00:30 UTC+0'])
  const starts = ICAL.Component.fromString(text)
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event).startDate.toString())
  expect(starts).toEqual(['2026-10-25T03:30:00', '2026-10-25T00:30:00Z'])
})
