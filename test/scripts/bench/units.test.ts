import { describe, expect, test } from 'vitest'
import { readCost, writeCost, writesOf } from '#scripts/bench/saturday/units.ts'

/** An item of this many bytes as DynamoDB counts them, names and values. */
const item = (bytes: number, more = {}) => {
  const start = { pk: 'ab', sk: 'cd', ...more }
  const size = Object.entries(start).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return { ...start, text: 'x'.repeat(bytes - size - 'text'.length) }
}
const marshalled = (plain: Record<string, string>) =>
  Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, { S: value }]))
const table = { place: { pk: 'ab', sk: 'cd' }, isTransaction: false, isCheck: false }

describe('units by partition key', () => {
  test('a read costs one unit per 4 KB, and half of it when eventually consistent', () => {
    const get = (bytes: number, ConsistentRead: boolean) =>
      readCost({
        operation: 'GetItem',
        body: { Key: marshalled({ pk: 'ab', sk: 'cd' }), ConsistentRead },
        answer: { Item: marshalled(item(bytes)) },
      })
    expect(get(4096, true)).toEqual([{ key: 'ab', read: 1, write: 0 }])
    expect(get(4097, true)).toEqual([{ key: 'ab', read: 2, write: 0 }])
    expect(get(4097, false)).toEqual([{ key: 'ab', read: 1, write: 0 }])
  })

  test('a query costs the sum of all items read, at the key of the queried index', () => {
    const body = { IndexName: 'gsi2', ExpressionAttributeValues: marshalled({ ':p': 'MAILS#today' }) }
    const Items = [marshalled(item(3000)), marshalled(item(3000))]
    expect(readCost({ operation: 'Query', body, answer: { Items } })).toEqual([
      { key: 'gsi2 MAILS#today', read: 1, write: 0 },
    ])
  })

  test('a batch costs units for each item, also for a missing one', () => {
    const Keys = [marshalled({ pk: 'ab', sk: 'cd' }), marshalled({ pk: 'zz', sk: 'cd' })]
    const body = { RequestItems: { table: { Keys } } }
    const answer = { Responses: { table: [marshalled(item(5000))] } }
    expect(readCost({ operation: 'BatchGetItem', body, answer })).toEqual([
      { key: 'ab', read: 1, write: 0 },
      { key: 'zz', read: 0.5, write: 0 },
    ])
  })

  test('a write costs one unit per KB of the larger state, and twice that in a transaction', () => {
    expect(writeCost(table, item(3000), item(1000))).toEqual([{ key: 'ab', read: 0, write: 3 }])
    expect(writeCost({ ...table, isTransaction: true }, undefined, item(1025))).toEqual([
      { key: 'ab', read: 0, write: 4 },
    ])
  })

  test('an index costs units when its content changes, and twice when the item moves within it', () => {
    const at = (sk: string, more = {}) => item(500, { gsi2pk: 'ALL', gsi2sk: sk, ...more })
    const inIndex = (before: object | undefined, after: object | undefined) =>
      writeCost(table, before as never, after as never)
        .filter(({ key }) => key === 'gsi2 ALL')
        .map(({ write }) => write)
    expect(inIndex(at('1'), at('1'))).toEqual([])
    expect(inIndex(at('1'), at('1', { name: 'other' }))).toEqual([1])
    expect(inIndex(at('1'), at('2'))).toEqual([1, 1])
    expect(inIndex(undefined, at('1'))).toEqual([1])
    expect(inIndex(at('1'), undefined)).toEqual([1])
  })

  test('a condition check costs the units of the item, and none of an index', () => {
    const listed = item(500, { gsi2pk: 'ALL', gsi2sk: '1' })
    expect(writeCost({ ...table, isTransaction: true, isCheck: true }, listed, listed)).toEqual([
      { key: 'ab', read: 0, write: 2 },
    ])
  })

  test('a transaction lists every item that it writes or checks', () => {
    const Key = marshalled({ pk: 'ab', sk: 'cd' })
    const TransactItems = [{ Put: { Item: marshalled(item(100)) } }, { ConditionCheck: { Key } }]
    expect(writesOf({ operation: 'TransactWriteItems', body: { TransactItems }, answer: {} })).toEqual([
      { ...table, isTransaction: true },
      { ...table, isTransaction: true, isCheck: true },
    ])
  })
})
