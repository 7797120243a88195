import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessDayOrder, readDay, readTime } from '#shared/rules/typedDays.ts'

describe('a typed date', () => {
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
    ['14 juin 2015', 'mdy', '2015-06-14'],
    ['1er mai 2015', 'mdy', '2015-05-01'],
    ['1º de enero de 2015', 'mdy', '2015-01-01'],
    ['2nd Feb 2015', 'mdy', '2015-02-02'],
    ['3rd Aug 2015', 'mdy', '2015-08-03'],
    ['2015 Dec 24', 'mdy', '2015-12-24'],
    // In French and Spanish, abbreviations of Tuesday and March both start with "mar".
    ['martes, 3 de noviembre de 2026', 'mdy', '2026-11-03'],
    ['mar 3 nov 2026', 'mdy', '2026-11-03'],
    ['mardi 3 mars 2026', 'mdy', '2026-03-03'],
    ['3 nov. 2026 (martes)', 'mdy', '2026-11-03'],
    ['martes 3 de marzo de 2026', 'mdy', '2026-03-03'],
    ['Nov 2026', 'mdy', undefined],
    ['21 22 Nov 2026', 'mdy', undefined],
    ['21 Thing 2026', 'mdy', undefined],
    ['Sat, 11/21/2026', 'mdy', '2026-11-21'],
    ['Sa. 21.11.2026', 'dmy', '2026-11-21'],
    ['21.11.2026.', 'dmy', '2026-11-21'],
    ['11/21/2026 6:30 PM', 'mdy', '2026-11-21'],
    ['26-11-21', 'ymd', '2026-11-21'],
    ['1/1/26', 'mdy', '2026-01-01'],
    ['1/1/27', 'mdy', '1927-01-01'],
    ['1/1/126', 'mdy', undefined],
    ['126/1/1', 'ymd', undefined],
    ['x11/21/2026', 'mdy', undefined],
    ['11/21/2026x', 'mdy', undefined],
    ['1/1/1900', 'mdy', '1900-01-01'],
    ['1/1/1899', 'mdy', undefined],
    ['1/1/3000', 'mdy', '3000-01-01'],
    ['1/1/3001', 'mdy', undefined],
    ['0/1/2026', 'mdy', undefined],
    ['1/0/2026', 'mdy', undefined],
    ['4/31/2026', 'mdy', undefined],
    ['12/31/2026', 'mdy', '2026-12-31'],
    ['2/29/1900', 'mdy', undefined],
    ['2/29/2000', 'mdy', '2000-02-29'],
    ['07306', 'mdy', '1920-01-01'],
    ['07305', 'mdy', undefined],
    ['73051', 'mdy', '2100-01-01'],
    ['73052', 'mdy', undefined],
    ['46347.75', 'mdy', '2026-11-21'],
    ['146347', 'mdy', undefined],
    ['46347.', 'mdy', undefined],
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
  ] as const)('%s in %s order is %s', (text, order, expected) => {
    expect(readDay(text, order, 2026)).toBe(expected)
  })

  it('survives a round trip in every format', () => {
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

describe('the date order of a column', () => {
  it.each([
    [['01/02/2015', '13/02/2015'], 'mdy', 'dmy'],
    [['01/02/2015', '02/13/2015'], 'dmy', 'mdy'],
    [['01/02/2015', '03/04/2015'], 'mdy', 'mdy'],
    [['01/02/2015', '03/04/2015'], 'dmy', 'dmy'],
    [['15/02/01', '98/12/31'], 'mdy', 'ymd'],
    [[], 'dmy', 'dmy'],
  ] as const)('of %j, with the default %s, is %s', (values, preferred, expected) => {
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
  ['6.30 a.m.', '06:30'],
  ['6:30 p. m.', '18:30'],
  ['12:30 am', '00:30'],
  ['12 pm', '12:00'],
  ['1 am', '01:00'],
  ['0 am', undefined],
  ['0:15 pm', undefined],
  ['13:00 am', undefined],
  ['905', '09:05'],
  ['9:05', '09:05'],
  ['18 h 30', '18:30'],
  ['18 Uhr', '18:00'],
  ['23:59', '23:59'],
  ['18:30:15.5', '18:30'],
  ['21.11.2026 18:30', '18:30'],
  ['.25', '06:00'],
  ['0.99999', undefined],
  ['1.75', undefined],
  ['6:5', undefined],
  ['x18:30', undefined],
  ['18:30x', undefined],
  ['6:60 pm', undefined],
  ['24:00', undefined],
  ['13 pm', undefined],
  ['6:75', undefined],
  ['18', undefined],
  ['noon', undefined],
  ['', undefined],
])('the typed time %s is %s', (text, expected) => {
  expect(readTime(text)).toBe(expected)
})
