import { describe, expect, test } from 'vitest'
import {
  agoText,
  clockText,
  dateText,
  dateTimeText,
  dayStartText,
  dayText,
  fullDayText,
  listText,
  moneyText,
  monthText,
  numberText,
  percentText,
  sizeText,
  spanText,
  startText,
  timeText,
  zoneText,
} from '#web/kit/format.ts'
import { productZone } from '#shared/rules/days.ts'

// Sunday half past midnight in Chicago, which is Saturday evening in Los Angeles.
const night = '2026-11-22T06:30:00Z'
const chicago = 'America/Chicago'
const angeles = 'America/Los_Angeles'
const mexico = 'America/Mexico_City'

describe('the day of an instant', () => {
  test.each([
    [chicago, 'en-US', 'Sun 22 Nov'],
    [angeles, 'en-US', 'Sat 21 Nov'],
    [angeles, 'en-GB', 'Sat 21 Nov'],
    [angeles, 'es-MX', 'sáb 21 de nov'],
    [angeles, 'de-DE', 'Sa., 21. Nov.'],
  ])('in %s for %s is %s', (zone, locale, said) => {
    expect(dayText(night, zone, locale)).toBe(said)
  })
})

describe('the time of an instant', () => {
  test.each([
    [chicago, 'en-US', '12:30 AM'],
    [angeles, 'en-US', '10:30 PM'],
    [angeles, 'de-DE', '22:30'],
    ['Asia/Kathmandu', 'en-GB', '12:15'],
  ])('in %s for %s is %s', (zone, locale, said) => {
    expect(timeText(night, zone, locale)).toBe(said)
  })
})

describe('the time zone', () => {
  test('is not shown where both zones have the same time', () => {
    expect(zoneText(night, chicago, 'en-US', 'America/Winnipeg')).toBe('')
  })
  test.each([
    [angeles, 'en-US', 'PST'],
    [angeles, 'en-GB', 'GMT-8'],
    ['Europe/Berlin', 'en-US', 'GMT+1'],
  ])('%s for a user of %s in Chicago is shown as %s', (zone, locale, said) => {
    expect(zoneText(night, zone, locale, chicago)).toBe(said)
  })
  test('is shown from the day on which the clocks differ, as Mexico has no summer time', () => {
    expect(zoneText('2026-01-15T18:00:00Z', mexico, 'en-US', chicago)).toBe('')
    expect(zoneText('2026-07-15T18:00:00Z', mexico, 'en-US', chicago)).toBe('CST')
  })
})

describe('a time span', () => {
  const match = { start: '2026-11-22T00:30:00Z', end: '2026-11-22T02:00:00Z', timezone: chicago }
  test('in the user’s zone shows no zone', () => expect(spanText(match, 'en-US', chicago)).toBe('6:30 PM – 8:00 PM'))
  test('in another zone shows the zone', () => expect(spanText(match, 'en-US', angeles)).toBe('6:30 PM – 8:00 PM CST'))
  test('across midnight shows the second day', () => {
    const lateNight = { ...match, end: '2026-11-22T07:00:00Z' }
    expect(spanText(lateNight, 'en-US', chicago)).toBe('6:30 PM – Sun 22 Nov 1:00 AM')
  })
  test('across the end of summer time shows local times', () => {
    const camp = { start: '2026-11-01T05:30:00Z', end: '2026-11-01T07:30:00Z', timezone: chicago }
    expect(spanText(camp, 'en-US', chicago)).toBe('12:30 AM – 1:30 AM')
  })
})

test('a month is formatted with its year', () => {
  expect(monthText(2026, 11, 'en-US')).toBe('November 2026')
  expect(monthText(2026, 1, 'es-MX')).toBe('enero de 2026')
})

describe('a day with the year if it is not the current one', () => {
  test.each([
    ['2026-01-05T18:00:00Z', 'en-US', 'Sun 22 Nov'],
    ['2027-01-05T18:00:00Z', 'en-US', 'Sun 22 Nov 2026'],
    ['2027-01-05T18:00:00Z', 'es-MX', 'dom, 22 de nov de 2026'],
    // New Year's Eve in Chicago, which is already the new year in UTC.
    ['2027-01-01T03:00:00Z', 'en-US', 'Sun 22 Nov'],
  ])('seen at %s for %s is %s', (now, locale, said) => {
    expect(fullDayText(night, chicago, now, locale)).toBe(said)
  })
})

describe('a date', () => {
  test.each([
    ['2014-03-05', 'en-US', '03/05/2014'],
    ['2014-03-05', 'es-ES', '05/03/2014'],
    [night, 'en-US', '11/22/2026'],
    ['2026-11-22T05:30:00Z', 'en-US', '11/21/2026'],
  ])('%s for %s is %s', (when, locale, said) => expect(dateText(when, chicago, locale)).toBe(said))

  test('with its time defaults to the zone of Chicago', () => {
    expect(dateText('2026-11-22T05:30:00Z', undefined, 'en-US')).toBe('11/21/2026')
    expect(dateTimeText('2026-11-22T05:30:00Z', undefined, 'en-US', chicago)).toBe('11/21/2026 11:30 PM')
    expect(productZone).toBe(chicago)
  })
  test('with its time shows the zone where clocks differ', () => {
    expect(dateTimeText(night, chicago, 'en-US', chicago)).toBe('11/22/2026 12:30 AM')
    expect(dateTimeText(night, chicago, 'en-US', angeles)).toBe('11/22/2026 12:30 AM CST')
  })
  test('of a start shows the zone where clocks differ', () => {
    expect(startText(night, angeles, 'en-US', chicago)).toBe('10:30 PM PST')
    expect(dayStartText(night, angeles, 'en-US', chicago)).toBe('Sat 21 Nov 10:30 PM PST')
    expect(dayStartText(night, chicago, 'en-US', chicago)).toBe('Sun 22 Nov 12:30 AM')
  })
  test.each([
    ['18:30', 'en-US', '6:30 PM'],
    ['00:05', 'en-US', '12:05 AM'],
    ['18:30', 'es-ES', '18:30'],
  ])('a clock time %s for %s is %s', (time, locale, said) => expect(clockText(time, locale)).toBe(said))
})

test.each([
  ['2026-11-22T06:29:50Z', 'en-US', 'now'],
  ['2026-11-22T06:28:00Z', 'en-US', '2 minutes ago'],
  ['2026-11-22T09:35:00Z', 'en-US', 'in 3 hours'],
  ['2026-11-21T06:00:00Z', 'en-US', 'yesterday'],
  ['2026-11-21T06:00:00Z', 'es-MX', 'ayer'],
  ['2024-10-22T06:30:00Z', 'en-US', '2 years ago'],
])('the relative time of %s for %s is %s', (instant, locale, said) =>
  expect(agoText(instant, night, locale)).toBe(said),
)

test.each([
  // Now is half past midnight on Sunday the 22nd in Chicago.
  ['2026-11-20T12:00:00Z', 'en-US', chicago, '2 days ago'],
  ['2026-11-20T12:00:00Z', 'es-MX', chicago, 'anteayer'],
  ['2026-11-21T05:00:00Z', 'en-US', chicago, '2 days ago'],
  ['2026-11-23T20:00:00Z', 'en-US', chicago, 'tomorrow'],
  ['2026-11-24T05:00:00Z', 'en-US', chicago, 'tomorrow'],
  ['2026-11-24T06:00:00Z', 'en-US', chicago, 'in 2 days'],
  ['2026-11-21T05:00:00Z', 'en-US', 'Pacific/Auckland', 'yesterday'],
])('the relative day of %s for %s in %s is %s', (instant, locale, zone, said) =>
  expect(agoText(instant, night, locale, zone)).toBe(said),
)

test.each([
  [moneyText(123_450, 'USD', 'en-US'), '$1,234.50'],
  [moneyText(-500, 'USD', 'en-US'), '-$5.00'],
  [moneyText(123_450, 'EUR', 'es-ES'), '1234,50 €'],
  [moneyText(1_234_567, 'CAD', 'en-US'), '$12,345.67'],
  [numberText(10_250, 0, 'en-US'), '10,250'],
  [numberText(2.449, 1, 'es-ES'), '2,4'],
  [percentText(0.855, 0, 'en-US'), '86%'],
  [percentText(0.029, 1, 'es-ES'), '2,9 %'],
  [sizeText(1, 'en-US'), '1 byte'],
  [sizeText(69, 'en-US'), '69 bytes'],
  [sizeText(69, 'es-MX'), '69 bytes'],
  [sizeText(8_200, 'es-MX'), '8.2 kB'],
  [sizeText(3_250_000, 'en-US'), '3.3 MB'],
  [listText(['Mia', 'Leo', 'Zoe'], 'en-US'), 'Mia, Leo, and Zoe'],
  [listText(['Mia', 'Leo'], 'es-MX'), 'Mia y Leo'],
])('%j is formatted as %j', (said, expected) => expect(said).toBe(expected))
