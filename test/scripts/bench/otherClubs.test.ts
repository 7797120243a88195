import { expect, test } from 'vitest'
import { type Kind, simulateOtherClubs } from '#scripts/bench/saturday/otherClubs.ts'

const kind = (more: Partial<Kind> = {}): Kind => ({
  ...{ perSecond: 0.1, durations: [20], workerMs: 0, usage: new Map([['the gateway', 1]]) },
  ...more,
})
const resources = new Map([['the gateway', { rate: 200, burst: 200 }]])
const saturday = { kinds: [kind()], shared: { resources, concurrency: 1000 }, teams: 1000, seconds: 60, seed: 1 }
const loud = (times: number) => ({ teams: 10, times })
const p99 = ({ ms }: { ms: number[] }) => ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.99)] ?? 0
const rise = (more: object) => {
  const [alone, beside] = [1, 20].map((times) => simulateOtherClubs({ ...saturday, ...more }, loud(times)))
  return p99(beside ?? { ms: [] }) / p99(alone ?? { ms: [] })
}

test('other clubs make the same requests, whatever the load of the loud club', () => {
  const [alone, beside] = [simulateOtherClubs(saturday, loud(1)), simulateOtherClubs(saturday, loud(20))]
  // 990 teams with a tenth of a request per second each, for a minute: 5,940, with random variation.
  expect(alone.ms.length).toBeGreaterThan(5700)
  expect(alone.ms.length).toBeLessThan(6200)
  expect(beside.ms).toEqual(alone.ms)
  expect(alone.waited).toBe(0)
})

test('nobody waits as long as every capacity is sufficient', () => {
  // 119 of 200 requests per second.
  expect(rise({})).toBe(1)
})

test.each([
  [
    'the gateway allows fewer requests than both send',
    { shared: { ...saturday.shared, resources: new Map([['the gateway', { rate: 110, burst: 110 }]]) } },
  ],
  // 119 per second that take 100 ms each are 12 at once.
  [
    'all concurrent function executions are used',
    { kinds: [kind({ durations: [100] })], shared: { resources, concurrency: 11 } },
  ],
  [
    'workers use the concurrent executions',
    { kinds: [kind({ workerMs: 1000 })], shared: { resources, concurrency: 115 } },
  ],
  [
    'all requests write to one key',
    {
      kinds: [kind({ usage: new Map([['write ALL', 9]]) })],
      shared: { ...saturday.shared, resources: new Map([['write ALL', { rate: 1000, burst: 1000 }]]) },
    },
  ],
])('other clubs wait where %s', (_what, more) => {
  expect(rise(more)).toBeGreaterThan(1.3)
})

test('a request without capacity waits until there is some, and later ones wait longer', () => {
  const one = { kinds: [kind({ perSecond: 1 })], teams: 2, seconds: 10, seed: 3 }
  const shared = { resources: new Map([['the gateway', { rate: 0.5, burst: 1 }]]), concurrency: 10 }
  const { ms } = simulateOtherClubs({ ...one, shared }, { teams: 1, times: 0.000001 })
  // One per second arrives where one in two seconds is let through: each waits about a second longer than the previous one.
  expect(ms[0]).toBeCloseTo(20, 6)
  const last = ms.at(-1) ?? 0
  expect(last).toBeGreaterThan(1000 * (ms.length / 2))
  expect(last).toBeLessThan(2000 * ms.length)
})
