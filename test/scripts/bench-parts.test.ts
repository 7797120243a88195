import { expect, test } from 'vitest'
import { lengthOf, partsOf } from '#scripts/bench/parts.ts'
import type { Timing } from '#scripts/local/timings.ts'

test.each([
  [[], 0],
  [[[2, 5]], 3],
  [
    [
      [4, 9],
      [0, 2],
      [5, 6],
    ],
    7,
  ],
  [
    [
      [0, 4],
      [3, 6],
      [6, 7],
    ],
    7,
  ],
])('with requests at %j, the time with at least one in flight is %j', (pairs, length) => {
  expect(lengthOf(pairs.map(([from = 0, to = 0]) => ({ from, to })))).toBe(length)
})

test('the time of a request is split among its parts, without what workers do meanwhile', () => {
  const told: [Timing['part'], string, number, number][] = [
    ['table', 'LOCALpay1A', 22, 30],
    ['gate', 'LOCALpay1A', 20, 32],
    ['table', 'LOCALowed2B', 21, 39],
    ['gate', 'LOCALowed2B', 20, 40],
    ['function', 'touchline-local-workers/owed2B', 12, 60],
    ['origin', '/_local/stripe/v1/checkout/sessions', 40, 55],
    ['table', 'LOCALpay1A', 60, 64],
    ['gate', 'LOCALpay1A', 60, 66],
    ['table', 'LOCALpay1A', 62, 68],
    ['gate', 'LOCALpay1A', 62, 70],
    ['handler', 'touchline-local-areas/pay1A', 15, 80],
    ['function', 'touchline-local-areas/pay1A', 10, 82],
    ['origin', '/rest-api/pay/x/start', 5, 90],
  ]
  const heard = told.map(([part, name, from, to]) => ({ part, name, from, to, ...(part === 'handler' && { cpu: 21 }) }))
  // The first seven together are the time seen by the caller.
  expect(partsOf(heard, 100)).toEqual({
    http: 15,
    gateway: 13,
    handOver: 7,
    handler: 28,
    gate: 6,
    table: 16,
    provider: 15,
    computed: 21,
  })
})
