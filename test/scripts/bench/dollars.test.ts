import { expect, test } from 'vitest'
import { dollarsOf, noUsage, plus, multiplied } from '#scripts/bench/saturday/dollars.ts'

const million = 1_000_000
const none = { storedBytes: 0, tableBytes: 0, people: 0, mediaBytesOut: 0 }

test('the costs are those of AWS’s price list for the counted usage', () => {
  const used = {
    ...{ requests: million, calls: 3 * million, ms: 100 * million, read: 8 * million, write: 2 * million },
    ...{ mails: 10_000, bytesOut: 10_000_000_000 },
  }
  const kept = { storedBytes: 100_000_000_000, tableBytes: 1_000_000_000, people: 400, mediaBytesOut: 10_000_000_000 }
  const { by, sum } = dollarsOf(used, kept)
  const expected = {
    // 8 × $0.125 + 2 × $0.625.
    'the table’s units': 2.25,
    // 3 × $0.20 + 100,000 GB-seconds × $0.0000133334.
    functions: 0.6 + 1.33334,
    // $1.00 + $1.00 + $0.60.
    'gateway, distribution, firewall': 2.6,
    // 20 GB × $0.085.
    'bytes that leave': 1.7,
    // 10,000 at $0.10 per thousand.
    mails: 1,
    // 2 million worker calls with 3 requests each, at $0.40 per million.
    queues: 2.4,
    // 3 million lines of 300 bytes: 0.9 GB × $0.50.
    logs: 0.45,
    // 100 GB × $0.023 + 1 GB × $0.45.
    'what lies there': 2.75,
    // 400 × $0.015.
    accounts: 6,
  }
  for (const [name, dollars] of Object.entries(expected)) expect(by[name as keyof typeof by]).toBeCloseTo(dollars, 6)
  expect(Object.keys(by)).toEqual(Object.keys(expected))
  expect(sum).toBeCloseTo(21.08334, 6)
})

test('no usage costs nothing, and usage can be added and multiplied', () => {
  expect(dollarsOf(noUsage, none).sum).toBe(0)
  expect(plus(multiplied({ ...noUsage, read: 2, mails: 1 }, 3), { ...noUsage, read: 1 })).toEqual({
    ...noUsage,
    ...{ read: 7, mails: 3 },
  })
})
