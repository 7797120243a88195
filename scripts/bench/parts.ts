import { setTimeout } from 'node:timers/promises'
import { subscribeToTimings, type Timing } from '../local/timings.ts'

/**
 * The milliseconds of a request by part; see `partNames`. `computed` is the handler's own CPU time, which does not
 * depend on how busy the machine was.
 */
export type Parts = Record<keyof typeof partNames | 'computed', number>

export const partNames = {
  http: 'the bench’s own HTTP',
  gateway: 'what stands in for CloudFront and the gateway',
  handOver: 'events handed over to threads',
  handler: 'handlers, with SDK and connections',
  gate: 'what stands in for IAM',
  table: 'DynamoDB Local',
  provider: 'what stands in for Stripe',
}

type Interval = { from: number; to: number }

/** The length of the union of these intervals, in milliseconds. */
export function lengthOf(intervals: readonly Interval[]): number {
  let [sum, end] = [0, Number.NEGATIVE_INFINITY]
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum
}

/** Makes one request to the local cloud, with no other at the same time, and splits its time by part. */
export async function measureParts(request: () => Promise<unknown>): Promise<Parts> {
  const timings: Timing[] = []
  const unsubscribe = subscribeToTimings((timing) => timings.push(timing))
  const from = performance.now()
  await request().finally(unsubscribe)
  return partsOf(timings, performance.now() - from)
}

/** `totalMs`: the duration in milliseconds as measured by the client. */
export function partsOf(timings: readonly Timing[], totalMs: number): Parts {
  // Workers have other functions and process changes at the same time: their time is not the request's.
  const calledFunction = timings.find(({ part, name }) => part === 'function' && name.includes('-areas/'))
  const handlerTiming = timings.find(({ part, name }) => part === 'handler' && name === calledFunction?.name)
  const originTiming = timings.find(({ part, name }) => part === 'origin' && !name.startsWith('/_local/'))
  if (!calledFunction || !handlerTiming || !originTiming) throw new Error('No function has answered.')
  const caller = `LOCAL${calledFunction.name.split('/').at(-1)}`
  const timingsOf = (part: Timing['part']) => timings.filter((timing) => timing.part === part && timing.name === caller)
  // Workers also call Stripe; registering alone does not.
  const isPaying = originTiming.name.startsWith('/rest-api/pay/')
  const providerTimings = timings.filter(
    ({ part, name }) => isPaying && part === 'origin' && name.startsWith('/_local/stripe/'),
  )
  const [origin, function_, handler] = [originTiming, calledFunction, handlerTiming].map(
    ({ from, to }) => to - from,
  ) as [number, number, number]
  const [table, gate] = [lengthOf(timingsOf('table')), lengthOf(timingsOf('gate'))]
  return {
    http: totalMs - origin,
    gateway: origin - function_,
    handOver: function_ - handler,
    handler: handler - lengthOf([...timingsOf('gate'), ...providerTimings]),
    gate: gate - table,
    table,
    provider: lengthOf(providerTimings),
    computed: handlerTiming.cpu ?? 0,
  }
}

const names = [...Object.keys(partNames), 'computed'] as (keyof Parts)[]
/** Computes a figure for each part. */
export const mapParts = (figureOf: (name: keyof Parts) => number): Parts =>
  Object.fromEntries(names.map((name) => [name, figureOf(name)])) as Parts

export const sumOf = (parts: readonly Parts[]): Parts =>
  mapParts((name) => parts.reduce((sum, each) => sum + each[name], 0))

/** Sums up the CPU milliseconds of handlers until the returned function is called. */
export function trackCpuTime() {
  const computed = { requests: 0, workers: 0 }
  const end = subscribeToTimings(({ part, name, cpu = 0 }) => {
    if (part === 'handler') computed[name.includes('-areas/') ? 'requests' : 'workers'] += cpu
  })
  return [computed, end] as const
}

/**
 * Waits until no function has ended for `quietMs` milliseconds: on AWS the workers of one request run on machines of
 * their own and take nothing from the next one. After thousands of writes workers may pause between two batches, which
 * needs a longer silence. Throws if they are busy for more than ten minutes.
 */
export async function waitForIdleWorkers(quietMs = 500): Promise<void> {
  const startedAt = performance.now()
  let last = startedAt
  const callsByName = new Map<string, number>()
  const end = subscribeToTimings(({ part, name, to }) => {
    if (part !== 'function') return
    last = Math.max(last, to)
    callsByName.set(name, (callsByName.get(name) ?? 0) + 1)
  })
  try {
    while (performance.now() - last < quietMs) {
      const repeatedCalls = [...callsByName].map(([name, times]) => `${times} × ${name}`)
      if (last - startedAt > maxWaitMs) throw new Error(`No rest in ten minutes: ${repeatedCalls.join(', ')}`)
      await setTimeout(50)
    }
  } finally {
    end()
  }
}
const maxWaitMs = 600_000
