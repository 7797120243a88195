import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Fault, faultSource } from '#scripts/local/faults/faultSource.ts'
import { StartError } from '#scripts/local/startError.ts'
import type { Faults } from '#scripts/local/types.ts'

const transaction = { TransactItems: [{ Put: {} }, { Update: {} }, { Delete: {} }] }
const ofTable = (operation: string, body = {}) => ({ service: 'dynamodb' as const, operation, body })
const draws = (faults: Faults, operations: string[]): (Fault | undefined)[] => {
  const source = faultSource(faults)
  return operations.map((operation) =>
    source.draw(ofTable(operation, operation.startsWith('Transact') ? transaction : {})),
  )
}
const kindsOf = (faults: Faults, operation: string, count = 2000) => {
  const found: Record<string, number> = {}
  for (const fault of draws(faults, Array<string>(count).fill(operation))) {
    if (fault) found[fault.kind] = (found[fault.kind] ?? 0) + 1
  }
  return found
}

describe('faults', () => {
  const share = fc.double({ min: 0, max: 0.25, noNaN: true })
  const some = fc.record({ seed: fc.integer(), throttle: share, conflict: share, reset: share, lostReply: share })
  const operation = fc.constantFrom(
    'GetItem',
    'Query',
    'PutItem',
    'TransactWriteItems',
    'TransactGetItems',
    'BatchWriteItem',
  )

  test('are the same for the same seed, in the same order', () => {
    fc.assert(
      fc.property(some, fc.array(operation, { maxLength: 50 }), (faults, operations) => {
        expect(draws(faults, operations)).toEqual(draws(faults, operations))
      }),
    )
  })

  test('of a request do not depend on the previous operations', () => {
    fc.assert(
      fc.property(some, fc.array(operation, { minLength: 1, maxLength: 20 }), (faults, operations) => {
        const queries = operations.map((one, index) => (index === operations.length - 1 ? one : 'Query'))
        expect(draws(faults, queries).at(-1)).toEqual(draws(faults, operations).at(-1))
      }),
    )
  })

  test('occur with the given probability', () => {
    const found = kindsOf({ seed: 7, throttle: 0.1, conflict: 0.2, reset: 0.05, lostReply: 0.3 }, 'PutItem')
    for (const [kind, share] of Object.entries({ throttle: 200, conflict: 400, reset: 100, lostReply: 600 })) {
      expect(Math.abs((found[kind] ?? 0) - share)).toBeLessThan(share * 0.3)
    }
    expect(kindsOf({ seed: 1 }, 'PutItem')).toEqual({})
    expect(kindsOf({ seed: 1, reset: 1 }, 'PutItem', 10)).toEqual({ reset: 10 })
  })

  test('affect only the given operations', () => {
    const faults = { seed: 1, reset: 1, operations: ['PutItem'] }
    expect(draws(faults, ['GetItem', 'PutItem', 'Query']).map((fault) => fault?.kind)).toEqual([
      undefined,
      'reset',
      undefined,
    ])
  })

  test('are counted, and so are the requests', () => {
    const source = faultSource({ seed: 1, throttle: 1, operations: ['Query'] })
    for (let count = 0; count < 3; count++) source.draw(ofTable('Query'))
    source.draw(ofTable('GetItem'))
    expect(source.counts).toEqual({ throttle: 3 })
    expect(source.requestCount()).toBe(4)
  })

  test('are conflicts only for operations where DynamoDB has them', () => {
    const codes = (operation: string, body = {}) => {
      const fault = faultSource({ seed: 3, conflict: 1 }).draw(ofTable(operation, body))
      return fault && 'code' in fault ? fault : undefined
    }
    for (const operation of ['PutItem', 'UpdateItem', 'DeleteItem'])
      expect(codes(operation)?.code).toBe('TransactionConflictException')
    for (const operation of ['GetItem', 'Query', 'BatchWriteItem', 'Scan']) expect(codes(operation)).toBeUndefined()
    const cancelled = codes('TransactWriteItems', transaction)
    expect(cancelled?.code).toBe('TransactionCanceledException')
    expect(cancelled?.reasons).toHaveLength(3)
    expect(cancelled?.reasons?.filter(({ Code }) => Code === 'TransactionConflict')).toHaveLength(1)
    expect(codes('TransactWriteItems', { TransactItems: 'x' })).toBeUndefined()
  })

  test.each([{ throttle: 0.6, reset: 0.6 }, { conflict: -0.1 }, { reset: Number.NaN }, { lostReply: 1.1 }])(
    '%j is rejected',
    (shares) => {
      expect(() => faultSource({ seed: 1, ...shares })).toThrow(StartError)
    },
  )
})
