import { describe, expect, it } from 'vitest'
import { fieldsIn, isLikelySame } from '#shared/rules/venues.ts'

const park = { name: 'North Park', address: '12 Main Street', city: 'Springfield' }

describe('two venues are likely one', () => {
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
  ])('%j: %s', (change, same) => {
    expect(isLikelySame({ ...park, ...change }, park)).toBe(same)
    expect(isLikelySame(park, { ...park, ...change })).toBe(same)
  })
})

it.each([
  ['1, 2, 3A', ['1', '2', '3A']],
  [' Court 1;\nCourt 2 , ', ['Court 1', 'Court 2']],
  ['1,1', ['1']],
  ['', []],
])('the fields in %j are %j', (typed, fields) => {
  expect(fieldsIn(typed)).toEqual(fields)
})
