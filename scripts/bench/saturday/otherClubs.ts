import { seededRandom } from '../../local/seededRandom.ts'

/** A kind of request, and its use of resources that all clubs share. */
export type Kind = {
  /** How many of them one team makes in the peak second. */
  perSecond: number
  /** Measured durations in their function, in milliseconds, from which each is drawn. */
  durations: readonly number[]
  /** For how many milliseconds workers process the result of one. */
  workerMs: number
  /** How much one uses of each shared resource, by name. */
  usage: ReadonlyMap<string, number>
}
/** What clubs share: the rate per second and burst of each resource, and the number of concurrent functions. */
export type SharedResources = { resources: ReadonlyMap<string, { rate: number; burst: number }>; concurrency: number }
type Saturday = { kinds: readonly Kind[]; shared: SharedResources; teams: number; seconds: number; seed: number }
/** A club with so many teams that makes so many times as many requests as it should. */
type NoisyClub = { teams: number; times: number }

/**
 * The latency of each request of all other clubs in the peak second of a Saturday, sustained for `seconds`: its own
 * duration, and the wait for shared resources. AWS rejects excess requests, which are then retried; waiting until there
 * is capacity is the least that this costs. The requests are the same whatever the loud club does.
 */
export function simulateOtherClubs({ kinds, shared, teams, seconds, seed }: Saturday, noisy: NoisyClub) {
  const otherArrivals = arrivals(kinds, teams - noisy.teams, seconds, seededRandom(seed))
  const noisyArrivals = arrivals(kinds, noisy.teams * noisy.times, seconds, seededRandom(seed + 1))
  const resources = new Map([...shared.resources].map(([name, { rate, burst }]) => [name, bucket(rate, burst)]))
  const startWork = workerPool(shared.concurrency)
  const requests = [
    ...otherArrivals.map((each) => ({ ...each, isOther: true })),
    ...noisyArrivals.map((each) => ({ ...each, isOther: false })),
  ]
  const ms: number[] = []
  let waited = 0
  for (const { at, durationMs, kind, isOther } of requests.toSorted((a, b) => a.at - b.at)) {
    const allowed = Math.max(at, ...[...kind.usage].map(([name, amount]) => resources.get(name)?.(amount, at) ?? at))
    const startedAt = startWork(allowed, durationMs, kind.workerMs)
    if (!isOther) continue
    ms.push(startedAt - at + durationMs)
    if (startedAt > at) waited++
  }
  return { ms, waited }
}

type Arrival = { at: number; durationMs: number; kind: Kind }
/** Random arrivals of so many teams' requests; times in milliseconds. */
function arrivals(kinds: readonly Kind[], teams: number, seconds: number, random: () => number): Arrival[] {
  return kinds.flatMap((kind) => {
    const meanGapMs = 1000 / (teams * kind.perSecond)
    const all: Arrival[] = []
    const nextGapMs = () => -Math.log(1 - random()) * meanGapMs
    for (let at = nextGapMs(); at < seconds * 1000; at += nextGapMs())
      all.push({ at, kind, durationMs: kind.durations[Math.floor(random() * kind.durations.length)] ?? 0 })
    return all
  })
}

/**
 * Returns when the amount is available to a request that arrives at an instant, in milliseconds; first come, first
 * served.
 */
function bucket(rate: number, burst: number) {
  let [available, last] = [burst, 0]
  return (amount: number, at: number): number => {
    available = Math.min(burst, available + ((at - last) * rate) / 1000) - amount
    last = at
    return available < 0 ? at - (available * 1000) / rate : at
  }
}

/**
 * Returns when one of so many functions is free for a request that arrives at an instant; it is busy for `durationMs`, and a
 * worker for `workerMs`.
 */
function workerPool(concurrency: number) {
  // When each busy function ends, in ascending order.
  const ends: number[] = []
  const insertEnd = (end: number) => {
    const place = ends.findLastIndex((each) => each <= end)
    ends.splice(place + 1, 0, end)
  }
  return (at: number, durationMs: number, workerMs: number): number => {
    while ((ends[0] ?? Number.POSITIVE_INFINITY) <= at) ends.shift()
    let startedAt = at
    while (ends.length >= concurrency) startedAt = Math.max(startedAt, ends.shift() ?? startedAt)
    insertEnd(startedAt + durationMs)
    if (workerMs > 0) insertEnd(startedAt + workerMs)
    return startedAt
  }
}
