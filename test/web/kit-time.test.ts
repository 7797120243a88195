import { describe, expect, test } from 'vitest'
import { dayText, monthText, spanText, timeText, zoneText } from '#web/kit/time.ts'

// A Sunday at half past midnight in Chicago, which is still Saturday evening in Los Angeles.
const night = '2026-11-22T06:30:00Z'
const chicago = 'America/Chicago'
const angeles = 'America/Los_Angeles'
const mexico = 'America/Mexico_City'

describe('a day', () => {
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

describe('a time', () => {
  test.each([
    [chicago, 'en-US', '12:30 AM'],
    [angeles, 'en-US', '10:30 PM'],
    [angeles, 'de-DE', '22:30'],
    ['Asia/Kathmandu', 'en-GB', '12:15'],
  ])('in %s for %s is %s', (zone, locale, said) => {
    expect(timeText(night, zone, locale)).toBe(said)
  })
})

describe('the zone', () => {
  test('is not said where clocks agree, whatever the zones are called', () => {
    expect(zoneText(night, chicago, 'en-US', 'America/Winnipeg')).toBe('')
  })
  test.each([
    [angeles, 'en-US', 'PST'],
    [angeles, 'en-GB', 'GMT-8'],
    ['Europe/Berlin', 'en-US', 'GMT+1'],
  ])('of %s for a reader of %s in Chicago is %s', (zone, locale, said) => {
    expect(zoneText(night, zone, locale, chicago)).toBe(said)
  })
  test('is said from the day on which the clocks part: Mexico has no summer time', () => {
    expect(zoneText('2026-01-15T18:00:00Z', mexico, 'en-US', chicago)).toBe('')
    expect(zoneText('2026-07-15T18:00:00Z', mexico, 'en-US', chicago)).toBe('CST')
  })
})

describe('from when to when', () => {
  const match = { start: '2026-11-22T00:30:00Z', end: '2026-11-22T02:00:00Z', timezone: chicago }
  test('at home', () => expect(spanText(match, 'en-US', chicago)).toBe('6:30 PM – 8:00 PM'))
  test('for a parent elsewhere', () => expect(spanText(match, 'en-US', angeles)).toBe('6:30 PM – 8:00 PM CST'))
  test('over midnight', () => {
    const lateNight = { ...match, end: '2026-11-22T07:00:00Z' }
    expect(spanText(lateNight, 'en-US', chicago)).toBe('6:30 PM – Sun 22 Nov 1:00 AM')
  })
  test('over the night on which the clocks go back', () => {
    const camp = { start: '2026-11-01T05:30:00Z', end: '2026-11-01T07:30:00Z', timezone: chicago }
    expect(spanText(camp, 'en-US', chicago)).toBe('12:30 AM – 1:30 AM')
  })
})

test('a month', () => {
  expect(monthText(2026, 11, 'en-US')).toBe('November 2026')
  expect(monthText(2026, 1, 'es-MX')).toBe('enero de 2026')
})
