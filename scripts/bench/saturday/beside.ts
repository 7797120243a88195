import { drawing } from '../../local/drawing.ts'

/** A kind of request, and what it uses of what all clubs share. */
export type Kind = {
  /** How many of them one team makes in the peak second. */
  aSecond: number
  /** Measured durations in their function, in milliseconds; each request takes one of these. */
  took: readonly number[]
  /** Milliseconds of worker time that follow from one request. */
  after: number
  /** How much one request uses of each shared resource, by name. */
  takes: ReadonlyMap<string, number>
}
/** What clubs share: rate and burst of each resource, and the number of concurrent functions. */
export type Shared = { things: ReadonlyMap<string, { rate: number; burst: number }>; concurrency: number }
type Saturday = { kinds: readonly Kind[]; shared: Shared; teams: number; seconds: number; seed: number }
/** A club of `teams` teams that sends `times` as much as it should. */
type Loud = { teams: number; times: number }

/**
 * Durations of all other clubs' requests in the peak second of a Saturday, repeated for that many seconds: their own duration
 * plus the wait for shared resources. AWS rejects what exceeds a limit and it is retried; waiting until there is room is the
 * least that this costs. The other clubs' requests are the same whatever the loud club does.
 */
export function othersBeside({ kinds, shared, teams, seconds, seed }: Saturday, loud: Loud) {
  const others = arrivals(kinds, teams - loud.teams, seconds, drawing(seed))
  const noise = arrivals(kinds, loud.teams * loud.times, seconds, drawing(seed + 1))
  const things = new Map([...shared.things].map(([name, { rate, burst }]) => [name, bucket(rate, burst)]))
  const enter = roomFor(shared.concurrency)
  const heard = [
    ...others.map((each) => ({ ...each, isOther: true })),
    ...noise.map((each) => ({ ...each, isOther: false })),
  ]
  const ms: number[] = []
  let waited = 0
  for (const { at, took, kind, isOther } of heard.toSorted((one, other) => one.at - other.at)) {
    const allowed = Math.max(at, ...[...kind.takes].map(([name, amount]) => things.get(name)?.(amount, at) ?? at))
    const begun = enter(allowed, took, kind.after)
    if (!isOther) continue
    ms.push(begun - at + took)
    if (begun > at) waited++
  }
  return { ms, waited }
}

type Arrival = { at: number; took: number; kind: Kind }
/** Random arrivals (a Poisson process) of requests of that many teams; times in milliseconds. */
function arrivals(kinds: readonly Kind[], teams: number, seconds: number, random: () => number): Arrival[] {
  return kinds.flatMap((kind) => {
    const between = 1000 / (teams * kind.aSecond)
    const all: Arrival[] = []
    const next = () => -Math.log(1 - random()) * between
    for (let at = next(); at < seconds * 1000; at += next())
      all.push({ at, kind, took: kind.took[Math.floor(random() * kind.took.length)] ?? 0 })
    return all
  })
}

/**
 * A token bucket: returns the instant, in milliseconds, at which a request arriving at `at` gets its amount; first come, first
 * served.
 */
function bucket(rate: number, burst: number) {
  let [left, last] = [burst, 0]
  return (amount: number, at: number): number => {
    left = Math.min(burst, left + ((at - last) * rate) / 1000) - amount
    last = at
    return left < 0 ? at - (left * 1000) / rate : at
  }
}

/**
 * Returns the instant at which one of that many concurrent functions is free for a request arriving at `at`; it is busy for
 * `took`, and a worker for `after`.
 */
function roomFor(concurrency: number) {
  // When each running function ends, in ascending order.
  const ends: number[] = []
  const put = (end: number) => {
    const place = ends.findLastIndex((each) => each <= end)
    ends.splice(place + 1, 0, end)
  }
  return (at: number, took: number, after: number): number => {
    while ((ends[0] ?? Number.POSITIVE_INFINITY) <= at) ends.shift()
    let begun = at
    while (ends.length >= concurrency) begun = Math.max(begun, ends.shift() ?? begun)
    put(begun + took)
    if (after > 0) put(begun + after)
    return begun
  }
}
