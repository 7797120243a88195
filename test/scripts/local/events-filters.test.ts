import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordFilter } from '#scripts/local/services/lambda/filters.ts'
import { StartError } from '#scripts/local/startError.ts'

const filter = (...patterns: unknown[]) =>
  recordFilter({ Filters: patterns.map((one) => ({ Pattern: JSON.stringify(one) })) }, 'the mapping')
const record = {
  eventName: 'MODIFY',
  dynamodb: { NewImage: { kind: { S: 'invite' }, size: { N: '3' } }, SizeBytes: 40, flags: ['a', 'b'], nothing: null },
}

describe('a filter', () => {
  test.each<[string, unknown, boolean]>([
    ['a value', { eventName: ['MODIFY'] }, true],
    ['one of several values', { eventName: ['INSERT', 'MODIFY'] }, true],
    ['another value', { eventName: ['REMOVE'] }, false],
    ['several fields that must all match', { eventName: ['MODIFY'], dynamodb: { SizeBytes: [41] } }, false],
    ['a nested field', { dynamodb: { NewImage: { kind: { S: ['invite'] } } } }, true],
    ['a missing field', { dynamodb: { OldImage: { kind: { S: ['invite'] } } } }, false],
    ['null', { dynamodb: { nothing: [null] } }, true],
    ['null for a missing field', { dynamodb: { absent: [null] } }, false],
    ['an entry of a list', { dynamodb: { flags: ['b'] } }, true],
    ['a value that no entry of a list has', { dynamodb: { flags: ['c'] } }, false],
    ['prefix', { eventName: [{ prefix: 'MOD' }] }, true],
    ['suffix', { eventName: [{ suffix: 'MOD' }] }, false],
    ['equals-ignore-case', { eventName: [{ 'equals-ignore-case': 'modify' }] }, true],
    ['anything-but', { eventName: [{ 'anything-but': ['REMOVE'] }] }, true],
    ['anything-but itself', { eventName: [{ 'anything-but': 'MODIFY' }] }, false],
    ['anything-but a prefix', { eventName: [{ 'anything-but': { prefix: 'MOD' } }] }, false],
    ['anything-but for a missing field', { absent: [{ 'anything-but': 'x' }] }, false],
    ['numeric', { dynamodb: { SizeBytes: [{ numeric: ['>', 10, '<=', 40] }] } }, true],
    ['numeric out of range', { dynamodb: { SizeBytes: [{ numeric: ['<', 40] }] } }, false],
    ['numeric for a string', { dynamodb: { NewImage: { size: { N: [{ numeric: ['=', 3] }] } } } }, false],
    ['exists', { dynamodb: { NewImage: { size: { N: [{ exists: true }] } } } }, true],
    ['exists: false for a missing field', { dynamodb: { OldImage: [{ exists: false }] } }, true],
    ['exists: false for an existing field', { eventName: [{ exists: false }] }, false],
    ['exists: true for a list', { dynamodb: { flags: [{ exists: true }] } }, true],
    ['$or', { $or: [{ eventName: ['REMOVE'] }, { dynamodb: { SizeBytes: [40] } }] }, true],
    ['a key that exists on every object’s prototype', { toString: [{ exists: true }] }, false],
  ])('matches by %s', (_, pattern, expected) => expect(filter(pattern)(record)).toBe(expected))

  test('matches everything without a pattern, and a record that matches one of several', () => {
    expect(recordFilter(undefined, 'x')(record)).toBe(true)
    expect(filter()(record)).toBe(true)
    expect(filter({ eventName: ['REMOVE'] }, { eventName: ['MODIFY'] })(record)).toBe(true)
  })

  test.each([
    { a: 'x' },
    { a: [{ wildcard: '*' }] },
    { a: [{ prefix: 1 }] },
    { a: [{ numeric: ['~', 1] }] },
    { a: [{ numeric: [] }] },
    { a: [{}] },
    ['x'],
    'x',
  ])('is rejected when it is not supported: %j', (pattern) => {
    expect(() => filter(pattern)).toThrow(StartError)
    expect(() => filter(pattern)).toThrow('The filter of the mapping has')
  })

  test('made of a record matches that record', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    const keys = fc.string().filter((key) => key !== '$or' && key !== '__proto__')
    const tree = fc.letrec((tie) => ({
      node: fc.dictionary(keys, fc.oneof({ maxDepth: 3 }, leaf, tie('node')), { maxKeys: 4, noNullPrototype: true }),
    })).node
    const patternOf = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, held]) => [key, patternOf(held)]))
        : [value]
    fc.assert(
      fc.property(tree, (value) => {
        expect(filter(patternOf(value))(value)).toBe(true)
      }),
    )
  })
})
