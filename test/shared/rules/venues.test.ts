import { describe, expect, it } from 'vitest'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { fieldsIn, isLikelySame, venueFaults } from '#shared/rules/venues.ts'

const park = { name: 'North Park', address: '12 Main Street', city: 'Springfield' }

describe('likely duplicate venues', () => {
  it.each([
    [{ name: 'north  park' }, true],
    [{ name: 'Nörth Park', address: '' }, true],
    [{ name: 'North Prak', address: '' }, true],
    [{ name: 'The old ground', address: '12 Main St.' }, true],
    [{ address: '14 Main Street' }, false],
    [{ name: 'South Park', address: '' }, false],
    [{ city: 'Shelbyville' }, false],
    [{ name: 'North Park', address: '', city: '' }, true],
    [{ name: '', address: '', city: '' }, false],
    [{ name: 'South Park', city: '' }, true],
    [{ city: 'SPRINGFIELD' }, true],
    [{ address: '12, Main ST' }, true],
  ])('%j: %s', (change, same) => {
    expect(isLikelySame({ ...park, ...change }, park)).toBe(same)
    expect(isLikelySame(park, { ...park, ...change })).toBe(same)
  })
})

it.each([
  ['Street', 'St'],
  ['Road', 'Rd.'],
  ['Avenue', 'AVE'],
  ['Drive', 'Dr'],
  ['Lane', 'Ln'],
  ['Boulevard', 'Blvd'],
  ['Court', 'Ct'],
])('%s and %s are equal in an address', (long, short) => {
  const at = (way: string) => ({ name: '', address: `12 Main ${way}`, city: '' })
  expect(isLikelySame(at(long), at(short))).toBe(true)
  expect(isLikelySame(at(long), at('Way'))).toBe(false)
})
it('venues without a name and an address are not duplicates', () =>
  expect(
    isLikelySame({ name: '', address: '', city: 'Springfield' }, { name: '', address: '', city: 'Springfield' }),
  ).toBe(false))

describe('a venue', () => {
  const venue = { ...park, state: 'IL', zip: '62701', mapUrl: '', fields: ['1', '2'] }
  const goals = (count: number) => '🥅'.repeat(count)
  /** The faults by place: code and limit. */
  const wrong = (faults: ValueFaults) =>
    Object.fromEntries(
      Object.entries(faults).flatMap(([at, fault]) =>
        fault ? [[at, [fault.code, fault.limit].join(' ').trim()]] : [],
      ),
    )
  it.each<[Partial<typeof venue>, string, Record<string, string>]>([
    [{}, 'US', {}],
    [{ address: '', city: '', state: '', zip: '', fields: [] }, '', {}],
    [{ name: ' ' }, 'US', { name: 'required' }],
    [{ name: goals(100), address: goals(255), city: goals(100), state: goals(50), fields: [goals(30)] }, 'US', {}],
    [
      { name: goals(101), address: goals(256), city: goals(101), state: goals(51), fields: ['1', goals(31)] },
      'US',
      {
        name: 'too_long 100',
        address: 'too_long 255',
        city: 'too_long 100',
        state: 'too_long 50',
        fields: 'too_long 30',
      },
    ],
    [{ name: 'North\nPark', address: 'a\nb' }, 'US', { name: 'not_a_name', address: 'not_a_name' }],
    [{ zip: '6270' }, 'US', { zip: 'not_a_post_code' }],
    [{ zip: '6270' }, '', { zip: 'exact_characters 5' }],
    [{ mapUrl: 'https://maps.example/x' }, 'US', {}],
    [{ mapUrl: 'maps.example' }, 'US', { mapUrl: 'not_an_address 2000' }],
    [{ fields: ['1', ' '] }, 'US', { fields: 'required' }],
    [{ fields: Array.from({ length: 50 }, (_, i) => `${i}`) }, 'US', {}],
    [{ fields: Array.from({ length: 51 }, (_, i) => `${i}`) }, 'US', { fields: 'too_many 50' }],
  ])('needs a name, and validates the rest: %#', (change, country, faults) =>
    expect(wrong(venueFaults({ ...venue, ...change }, country))).toEqual(faults),
  )
})

it.each([
  ['1, 2, 3A', ['1', '2', '3A']],
  [' Court 1;\nCourt 2 , ', ['Court 1', 'Court 2']],
  ['1,1', ['1']],
  ['', []],
])('the fields in %j are %j', (typed, fields) => {
  expect(fieldsIn(typed)).toEqual(fields)
})
