import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessDayOrder, readDay, readTime } from '#shared/rules/typedDays.ts'

describe('a typed day', () => {
  it.each([
    ['2026-11-21', 'mdy', '2026-11-21'],
    ['2026/1/2', 'dmy', '2026-01-02'],
    ['11/21/2026', 'mdy', '2026-11-21'],
    ['11/21/26', 'mdy', '2026-11-21'],
    ['21/11/2026', 'dmy', '2026-11-21'],
    ['21.11.2026', 'dmy', '2026-11-21'],
    ['1. 2. 2026', 'dmy', '2026-02-01'],
    ['21-11-98', 'dmy', '1998-11-21'],
    ['21 Nov 2026', 'mdy', '2026-11-21'],
    ['Nov 21st, 2026', 'mdy', '2026-11-21'],
    ['Saturday, 21 November 2026', 'mdy', '2026-11-21'],
    ['21 de noviembre de 2026', 'mdy', '2026-11-21'],
    ['3. März 2015', 'mdy', '2015-03-03'],
    ['14 juillet 2015', 'mdy', '2015-07-14'],
    ['2026-11-21T18:00:00Z', 'mdy', '2026-11-21'],
    ['2026-11-21 18:00', 'mdy', '2026-11-21'],
    ['46347', 'mdy', '2026-11-21'],
    ['29/02/2024', 'dmy', '2024-02-29'],
    ['29/02/2023', 'dmy', undefined],
    ['13/13/2023', 'dmy', undefined],
    ['tomorrow', 'mdy', undefined],
    ['', 'mdy', undefined],
    ['12', 'mdy', undefined],
    ['1/2', 'mdy', undefined],
    ['21/11/2026', 'mdy', undefined],
  ] as const)('%s in %s is %s', (text, order, expected) => {
    expect(readDay(text, order, 2026)).toBe(expected)
  })

  it('is read back from every way of writing it', () => {
    const days = fc.date({ min: new Date('1930-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10)
        const [year = '', month = '', number = ''] = day.split('-')
        expect(readDay(`${month}/${number}/${year}`, 'mdy', 2026)).toBe(day)
        expect(readDay(`${Number(number)}.${Number(month)}.${year}`, 'dmy', 2026)).toBe(day)
        expect(readDay(`${year}${month}${number}`.replace(/(....)(..)(..)/, '$1 $2 $3'), 'mdy', 2026)).toBe(day)
        expect(readDay(String(Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000)), 'dmy', 2026)).toBe(
          day,
        )
      }),
    )
  })
})

describe('the order of a column', () => {
  it.each([
    [['01/02/2015', '13/02/2015'], 'mdy', 'dmy'],
    [['01/02/2015', '02/13/2015'], 'dmy', 'mdy'],
    [['01/02/2015', '03/04/2015'], 'mdy', 'mdy'],
    [['01/02/2015', '03/04/2015'], 'dmy', 'dmy'],
    [['15/02/01', '98/12/31'], 'mdy', 'ymd'],
    [[], 'dmy', 'dmy'],
  ] as const)('%j, where %s is usual, is %s', (values, preferred, expected) => {
    expect(guessDayOrder(values, preferred, 2026)).toBe(expected)
  })
})

it.each([
  ['6:30 PM', '18:30'],
  ['6:30pm', '18:30'],
  ['6 p.m.', '18:00'],
  ['12 am', '00:00'],
  ['12:15 PM', '12:15'],
  ['18:30', '18:30'],
  ['18.30', '18:30'],
  ['18h30', '18:30'],
  ['18h', '18:00'],
  ['1830', '18:30'],
  ['18:30:00', '18:30'],
  ['18:30 Uhr', '18:30'],
  ['2026-11-21T18:30:00Z', '18:30'],
  ['0.75', '18:00'],
  ['24:00', undefined],
  ['13 pm', undefined],
  ['6:75', undefined],
  ['18', undefined],
  ['noon', undefined],
  ['', undefined],
])('the typed time %s is %s', (text, expected) => {
  expect(readTime(text)).toBe(expected)
})
