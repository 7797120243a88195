import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addHours,
  addSeconds,
  daysAnywhere,
  earliestDayAnywhere,
  dayIn,
  todayWindow,
} from '#shared/rules/days.ts'
import { daysOf, isBetween, isOnDay } from '#shared/rules/eventDays.ts'
import { instantOf, startOfDay } from '#shared/rules/wallClock.ts'

const zones = [
  'America/Chicago',
  'America/Mexico_City',
  'America/Vancouver',
  'Europe/Berlin',
  'Asia/Tokyo',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'Australia/Lord_Howe',
] // prettier-ignore
const day = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10))

describe('the date of an event', () => {
  it.each([
    ['in the evening in Chicago, on the next day in UTC', 'America/Chicago', '2026-11-22T00:30:00Z', '2026-11-21'],
    ['just before midnight in Vancouver', 'America/Vancouver', '2026-07-02T06:59:59Z', '2026-07-01'],
    ['just after midnight in Vancouver', 'America/Vancouver', '2026-07-02T07:00:00Z', '2026-07-02'],
    ['in Mexico City, which has no daylight saving time', 'America/Mexico_City', '2026-07-01T05:59:00Z', '2026-06-30'],
    ['in the hour that clocks repeat', 'America/Chicago', '2026-11-01T06:30:00Z', '2026-11-01'],
  ])('is the one at its venue: %s', (_what, zone, instant, expected) => {
    expect(dayIn(instant, zone)).toBe(expected)
  })

  it('for age checks is the one of the zone furthest behind', () => {
    expect(['2026-11-22T11:59:59Z', '2026-11-22T12:00:00.000Z'].map(earliestDayAnywhere)).toEqual([
      '2026-11-21',
      '2026-11-22',
    ])
    for (let hour = 0; hour < 48; hour++) {
      const now = addHours('2026-11-21T00:30:00Z', hour)
      for (const zone of ['Pacific/Honolulu', 'America/Chicago', 'Europe/Madrid', 'Pacific/Auckland'])
        expect(earliestDayAnywhere(now) <= dayIn(now, zone)).toBe(true)
    }
  })

  it('begins at midnight in its zone, also on days of 23 and 25 hours', () => {
    expect(startOfDay('2026-03-08', 'America/Chicago')).toBe('2026-03-08T06:00:00Z')
    expect(startOfDay('2026-03-09', 'America/Chicago')).toBe('2026-03-09T05:00:00Z')
    expect(startOfDay('2026-11-01', 'America/Chicago')).toBe('2026-11-01T05:00:00Z')
    expect(startOfDay('2026-11-02', 'America/Chicago')).toBe('2026-11-02T06:00:00Z')
  })

  it('keeps its clock time across changes of daylight saving time', () => {
    expect(instantOf('2026-10-31', '18:30', 'America/Chicago')).toBe('2026-10-31T23:30:00Z')
    expect(instantOf('2026-11-01', '18:30', 'America/Chicago')).toBe('2026-11-02T00:30:00Z')
    expect(instantOf('2026-11-01', '18:30', 'America/Mexico_City')).toBe('2026-11-02T00:30:00Z')
    expect(instantOf('2026-11-01', '18:30', 'America/Los_Angeles')).toBe('2026-11-02T02:30:00Z')
  })
})

describe('the events of a user’s day', () => {
  it('are those that start on it in the user’s zone, for every day of six years', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        day,
        fc.integer({ min: -30 * 60, max: 54 * 60 }),
        (zone, today, minutes) => {
          const startUtc = startOfDay(today, zone)
          const start = addMinutes(startUtc, minutes)
          expect(isOnDay({ start, end: addMinutes(start, 90), timezone: zone }, startUtc)).toBe(
            dayIn(start, zone) === today,
          )
        },
      ),
    )
  })

  it('include the whole day of a game in Chicago for a parent in Berlin', () => {
    const startUtc = startOfDay('2026-11-21', 'Europe/Berlin')
    const at = (time: string, date = '2026-11-21') => {
      const start = instantOf(date, time, 'America/Chicago')
      return { start, end: addHours(start, 2), timezone: 'America/Chicago' }
    }
    expect(isOnDay(at('08:00'), startUtc)).toBe(true)
    expect(isOnDay(at('18:30'), startUtc)).toBe(true)
    expect(isOnDay(at('23:59'), startUtc)).toBe(true)
    expect(isOnDay(at('23:59', '2026-11-20'), startUtc)).toBe(false)
    expect(isOnDay(at('00:00', '2026-11-22'), startUtc)).toBe(false)
  })

  it('include events of several days up to the last one, but not late evenings that end after midnight', () => {
    const at = (day: string, time: string) => instantOf(day, time, 'America/Chicago')
    const on = (start: string, end: string) =>
      [19, 20, 21, 22, 23, 24].filter((day) =>
        isOnDay({ start, end, timezone: 'America/Chicago' }, startOfDay(`2026-11-${day}`, 'America/Chicago')),
      )
    expect(on(at('2026-11-21', '09:00'), at('2026-11-22', '17:00'))).toEqual([21, 22])
    expect(on(at('2026-11-20', '09:00'), at('2026-11-23', '00:00'))).toEqual([20, 21, 22])
    expect(on(at('2026-11-21', '22:00'), at('2026-11-22', '01:00'))).toEqual([21])
    expect(on(at('2026-11-21', '22:00'), at('2026-11-21', '22:00'))).toEqual([21])
  })

  it('assign every event to exactly one of the user’s days, in all zones', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...zones),
        day,
        fc.integer({ min: 0, max: 1439 }),
        (reader, venue, held, minutes) => {
          const start = addMinutes(startOfDay(held, venue), minutes)
          const event = { start, end: addMinutes(start, 90), timezone: venue }
          const days = [-2, -1, 0, 1, 2].map((n) => startOfDay(plus(held, n), reader))
          const on = days.filter((startUtc) => isOnDay(event, startUtc))
          // When daylight saving time begins or ends in one of them, the reader's noon shifts by one hour at the venue, where it
          // may be midnight on the far side of the world.
          const venueDays = [-2, -1, 0, 1, 2].map((n) => startOfDay(plus(held, n), venue))
          const changes = (starts: string[]) => starts.some((_, i) => i > 0 && hours(starts[i - 1]!, starts[i]!) !== 24)
          expect(on.length === 1 || changes(days) || changes(venueDays)).toBe(true)
        },
      ),
    )
  })

  it('are within the window that is read', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...zones),
        day,
        fc.integer({ min: -72, max: 72 }),
        (reader, venue, today, h) => {
          const startUtc = startOfDay(today, reader)
          const start = addHours(startUtc, h)
          const event = { start, end: addHours(start, reader === venue ? 18 : 6), timezone: venue }
          const { from, to } = todayWindow(startUtc)
          if (isOnDay(event, startUtc)) expect(from <= event.start && event.start <= to).toBe(true)
        },
      ),
    )
  })
})

describe('the days of an event', () => {
  const at = (day: string, time: string) => instantOf(day, time, 'America/Chicago')
  it.each([
    ['an evening past midnight', at('2026-11-21', '20:00'), at('2026-11-22', '05:59'), ['2026-11-21']],
    ['a night', at('2026-11-21', '20:00'), at('2026-11-22', '09:00'), ['2026-11-21', '2026-11-22']],
    ['a day up to midnight', at('2026-11-21', '09:00'), at('2026-11-22', '00:00'), ['2026-11-21']],
    [
      'a turn of the year',
      at('2026-12-31', '10:00'),
      at('2027-01-02', '10:00'),
      ['2026-12-31', '2027-01-01', '2027-01-02'],
    ],
    ['25 hours of one night', at('2026-10-31', '09:00'), at('2026-11-01', '09:00'), ['2026-10-31', '2026-11-01']],
    ['23 hours of one night', at('2026-03-07', '09:00'), at('2026-03-08', '09:00'), ['2026-03-07', '2026-03-08']],
    ['an end before the start', at('2026-11-21', '02:00'), at('2026-11-20', '09:00'), ['2026-11-21']],
  ])('are those of its venue: %s', (_what, start, end, days) => {
    const event = { start, end, timezone: 'America/Chicago' }
    expect(daysOf(event)).toEqual(days)
    expect([days.at(-1)!, plus(days.at(-1)!, 1)].map((day) => isBetween(event, day, plus(day, 1)))).toEqual([
      true,
      false,
    ])
    expect([plus(days[0]!, -1), days[0]!].map((day) => isBetween(event, day, plus(day, 1)))).toEqual([false, true])
    expect(daysOf({ ...event, timezone: 'Asia/Tokyo' })[0]).toBe(dayIn(start, 'Asia/Tokyo'))
  })
})

describe('a span of days', () => {
  it('contains every instant that is on one of its days anywhere in the world', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), day, fc.integer({ min: 0, max: 1439 }), (zone, held, minutes) => {
        const instant = addMinutes(startOfDay(held, zone), minutes)
        const { from, to } = daysAnywhere(dayIn(instant, zone), plus(dayIn(instant, zone), 1))
        expect(from <= instant && instant <= to).toBe(true)
      }),
    )
  })
})

describe('arithmetic of time', () => {
  it.each([
    ['2026-11-21', 1, '2026-11-22'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2026-03-07', 2, '2026-03-09'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%s plus %i days is %s', (from, days, to) => expect(addDays(from, days)).toBe(to))
  it.each([
    ['2026-11-21T18:00:00Z', 7, '2026-11-22T01:00:00Z'],
    ['2026-11-21T18:00:00-06:00', -1, '2026-11-21T23:00:00Z'],
    ['2026-11-21T18:00:00.500Z', 1, '2026-11-21T19:00:00.500Z'],
  ])('%s plus %i hours is %s', (from, hours, to) => expect(addHours(from, hours)).toBe(to))
  it('adds seconds to an instant', () => {
    expect(Date.parse(addSeconds('2026-11-21T23:59:30Z', 45))).toBe(Date.UTC(2026, 10, 22, 0, 0, 15))
    expect(Date.parse(addSeconds('2026-11-21T00:00:00Z', -1))).toBe(Date.UTC(2026, 10, 20, 23, 59, 59))
  })
  it('has a window of seven days for Today, and covers all zones for a span', () => {
    expect(todayWindow('2026-11-21T06:00:00Z').to).toBe('2026-11-28T06:00:00Z')
    expect(daysAnywhere('2026-11-01', '2026-12-01')).toEqual({
      from: '2026-10-31T10:00:00Z',
      to: '2026-12-01T12:00:00Z',
    })
  })
  it('rejects invalid instants and zones', () => {
    for (const [instant, zone] of [
      ['soon', 'UTC'],
      ['2026-11-21T18:00:00Z', 'Mars/Olympus'],
    ] as const)
      expect(() => dayIn(instant, zone)).toThrow(RangeError)
  })
})

const addMinutes = (instant: string, minutes: number) => Temporal.Instant.from(instant).add({ minutes }).toString()
const plus = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString()
const hours = (a: string, b: string) => Temporal.Instant.from(a).until(b).total('hours')
