import * as fc from 'fast-check'
import ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { describe, expect, it } from 'vitest'
import { occurrenceOn, occurrencesOf, type Recurrence, whyCannotRepeat } from '#shared/rules/recurrence.ts'

const zones = [
  'America/Chicago',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
] // prettier-ignore
const times = { startTime: '17:30', endTime: '19:00', timezone: 'America/Chicago' }
const days = (first: string, rule: Recurrence, at = times) => occurrencesOf(first, at, rule).map(({ day }) => day)
const short = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The rule in iCalendar format, for the two other expanders. */
function rruleText(rule: Recurrence, first: string): string {
  const date = Temporal.PlainDate.from(first)
  const nth = Math.ceil(date.day / 7)
  const by = {
    daily: '',
    weekly: `;BYDAY=${(rule.weekdays ?? [date.dayOfWeek]).map((day) => short[day - 1]).join(',')}`,
    monthly: {
      date: `;BYMONTHDAY=${date.day}`,
      weekday: `;BYDAY=${nth}${short[date.dayOfWeek - 1]}`,
      lastWeekday: `;BYDAY=-1${short[date.dayOfWeek - 1]}`,
    }[rule.monthly ?? 'date'],
  }[rule.frequency]
  return `FREQ=${rule.frequency.toUpperCase()};INTERVAL=${rule.interval}${by};COUNT=${rule.count}`
}

const rules = fc.record({
  frequency: fc.constantFrom('daily', 'weekly', 'monthly'),
  interval: fc.integer({ min: 1, max: 6 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
  monthly: fc.constantFrom('date', 'weekday'),
  count: fc.integer({ min: 1, max: 40 }),
})
const firstDays = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
/** Most clocks skip half past two once a year. */
const clocks = fc.constantFrom('00:00', '00:30', '02:00', '02:30', '03:15', '09:00', '17:30', '23:45')
const pad = (n: number, length = 2) => String(n).padStart(length, '0')

describe('a recurrence rule', () => {
  it('yields the same instants as two other libraries, over ten zones and ten years', () => {
    fc.assert(
      fc.property(rules, firstDays, clocks, fc.constantFrom(...zones), (drawn, day, startTime, timezone) => {
        const weekday = Temporal.PlainDate.from(day).dayOfWeek
        const rule: Recurrence = {
          ...drawn,
          weekdays: drawn.frequency === 'weekly' ? [...new Set([weekday, ...drawn.weekdays])] : undefined,
        } // prettier-ignore
        const at = { startTime, endTime: '23:59', timezone }
        // The other expanders keep a first time that no clock shows.
        fc.pre(occurrenceOn(day, at) !== undefined)
        const ours = occurrencesOf(day, at, rule)
        const text = rruleText(rule, day)
        const stamp = `${day.replaceAll('-', '')}T${startTime.replace(':', '')}00`

        const theirs = new RRuleTemporal({ rruleString: `DTSTART;TZID=${timezone}:${stamp}\nRRULE:${text}` }).all()
        const horizon = Temporal.PlainDate.from(day).add({ years: 10 }).toString()
        const instants = theirs
          .filter((zoned) => zoned.toPlainDate().toString() <= horizon)
          .map((zoned) => zoned.toInstant().toString())
        expect(ours.map(({ start }) => start)).toEqual(instants)

        const iterator = ICAL.Recur.fromString(text.replace(/COUNT=\d+/, 'COUNT=400')).iterator(
          ICAL.Time.fromDateTimeString(`${day}T${startTime}:00`),
        )
        const last = ours.at(-1)?.day ?? day
        const named = new Set<string>()
        for (let next = iterator.next(); next; next = iterator.next()) {
          const date = `${next.year}-${pad(next.month)}-${pad(next.day)}`
          if (date > last) break
          named.add(date)
        }
        // This one has no time zones: it includes skipped times.
        expect([...named].filter((date) => occurrenceOn(date, at))).toEqual(ours.map((each) => each.day))
      }),
      { numRuns: Number(process.env['RUNS'] ?? 300) },
    )
  }, 3_600_000)

  it('repeats on the last such weekday of each month', () => {
    expect(days('2026-01-30', { frequency: 'monthly', interval: 1, monthly: 'lastWeekday', count: 5 })).toEqual([
      '2026-01-30',
      '2026-02-27',
      '2026-03-27',
      '2026-04-24',
      '2026-05-29',
    ])
  })

  it('skips exceptions, which count, and missing days of a month, which do not', () => {
    const tuesdays = { frequency: 'weekly', interval: 1, count: 4, except: ['2026-12-22', '2026-12-29'] } as const
    expect(days('2026-12-15', tuesdays)).toEqual(['2026-12-15', '2027-01-05'])
    expect(days('2026-01-31', { frequency: 'monthly', interval: 1, count: 3 })).toEqual([
      '2026-01-31',
      '2026-03-31',
      '2026-05-31',
    ])
  })

  it('includes its last day', () => {
    expect(days('2026-11-24', { frequency: 'weekly', interval: 1, weekdays: [2, 4], until: '2026-12-03' })).toEqual([
      '2026-11-24',
      '2026-11-26',
      '2026-12-01',
      '2026-12-03',
    ])
  })

  it.each([
    ['Chicago in spring', '2026-03-07', '02:30', 'America/Chicago', ['2026-03-07', '2026-03-09']],
    ['Berlin in spring', '2026-03-28', '02:30', 'Europe/Berlin', ['2026-03-28', '2026-03-30']],
    ['Lord Howe, which skips half an hour', '2026-10-03', '02:15', 'Australia/Lord_Howe', ['2026-10-03', '2026-10-05']],
    ['Chatham, at 2:50', '2026-09-26', '02:50', 'Pacific/Chatham', ['2026-09-26', '2026-09-28']],
  ])(
    'skips a time that does not exist at the start of daylight saving: %s',
    (_where, first, startTime, timezone, expected) => {
      expect(
        days(first, { frequency: 'daily', interval: 1, count: 2 }, { startTime, endTime: '04:00', timezone }),
      ).toEqual(expected)
    },
  )

  it.each([
    ['Chicago', 'America/Chicago', '2026-10-31', ['2026-10-31T22:30:00Z', '2026-11-01T23:30:00Z']],
    ['Berlin', 'Europe/Berlin', '2026-10-24', ['2026-10-24T15:30:00Z', '2026-10-25T16:30:00Z']],
    [
      'Casablanca at the start of Ramadan',
      'Africa/Casablanca',
      '2026-02-14',
      ['2026-02-14T16:30:00Z', '2026-02-15T17:30:00Z'],
    ],
  ])('keeps its clock time when the clocks change: %s', (_where, timezone, first, expected) => {
    const found = occurrencesOf(first, { ...times, timezone }, { frequency: 'daily', interval: 1, count: 2 })
    expect(found.map(({ start }) => start)).toEqual(expected)
  })

  it('has an end on the next day if it is not after the start', () => {
    expect(occurrenceOn('2026-11-21', { startTime: '22:00', endTime: '01:00', timezone: 'Europe/Berlin' })).toEqual({
      day: '2026-11-21',
      start: '2026-11-21T21:00:00Z',
      end: '2026-11-22T00:00:00Z',
    })
  })

  it('has its weekdays in order, without repetitions, from the first day on', () => {
    const weekly = { frequency: 'weekly', interval: 2, weekdays: [5, 1, 3, 5] } as const
    expect(days('2026-11-25', { ...weekly, count: 5 })).toEqual([
      '2026-11-25',
      '2026-11-27',
      '2026-12-07',
      '2026-12-09',
      '2026-12-11',
    ])
  })
  it('ends after ten years', () => {
    const last = (rule: Recurrence) => days('2026-11-25', rule).at(-1)
    expect(last({ frequency: 'monthly', interval: 12, count: 366 })).toBe('2036-11-25')
    expect(last({ frequency: 'weekly', interval: 52, weekdays: [3], count: 366 })).toBe('2036-11-12')
    expect(last({ frequency: 'daily', interval: 52, count: 366 })).toBe('2036-11-12')
  })
  it('yields at most 366 events, and ends when no later day can match', () => {
    expect(days('2026-01-01', { frequency: 'daily', interval: 1, until: '2036-01-01' })).toHaveLength(366)
    expect(days('2028-02-29', { frequency: 'monthly', interval: 12, count: 300 })).toEqual([
      '2028-02-29',
      '2032-02-29',
      '2036-02-29',
    ])
  })
})

it.each([
  [{ frequency: 'weekly', interval: 0, count: 3 }, 'repeat_interval'],
  [{ frequency: 'weekly', interval: 1.5, count: 3 }, 'repeat_interval'],
  [{ frequency: 'weekly', interval: 52, count: 366 }, undefined],
  [{ frequency: 'weekly', interval: 53, count: 3 }, 'repeat_interval'],
  [{ frequency: 'weekly', interval: 1, weekdays: [1, 7], count: 1 }, undefined],
  [{ frequency: 'weekly', interval: 1, weekdays: [1, 0], count: 1 }, 'repeat_weekdays'],
  [{ frequency: 'weekly', interval: 1, weekdays: [1.5], count: 1 }, 'repeat_weekdays'],
  [{ frequency: 'weekly', interval: 1, count: 0 }, 'repeat_end'],
  [{ frequency: 'weekly', interval: 1, count: 1.5 }, 'repeat_end'],
  [{ frequency: 'weekly', interval: 1, weekdays: [], count: 3 }, 'repeat_weekdays'],
  [{ frequency: 'weekly', interval: 1, weekdays: [8], count: 3 }, 'repeat_weekdays'],
  [{ frequency: 'weekly', interval: 1 }, 'repeat_end'],
  [{ frequency: 'weekly', interval: 1, count: 3, until: '2027-01-01' }, 'repeat_end'],
  [{ frequency: 'weekly', interval: 1, count: 367 }, 'repeat_end'],
  [{ frequency: 'weekly', interval: 1, until: '2026-11-20' }, 'repeat_end_before_start'],
  [{ frequency: 'weekly', interval: 1, until: '2026-11-21' }, undefined],
] as const)('an invalid rule is rejected: %j', (rule, expected) => {
  expect(whyCannotRepeat(rule, '2026-11-21')).toBe(expected)
})
