import { drawing } from '../../local/drawing.ts'

/** How requests of a kind are, and what they take of what all clubs share. */
export type Kind = {
  /** How many of them one team makes in the fullest second. */
  aSecond: number
  /** How long some of them took in their function, in milliseconds: each is as long as one of these. */
  took: readonly number[]
  /** For how many milliseconds workers are at what follows from one. */
  after: number
  /** How much one takes of each thing that is shared, by its name. */
  takes: ReadonlyMap<string, number>
}
/** What clubs share: how much of each thing there is a second, and how much at once; and how many functions may be at work. */
export type Shared = { things: ReadonlyMap<string, { rate: number; burst: number }>; concurrency: number }
type Saturday = { kinds: readonly Kind[]; shared: Shared; teams: number; seconds: number; seed: number }
/** A club of so many teams that asks so many times as much as it should. */
type Loud = { teams: number; times: number }

/**
 * How long each request of all other clubs takes in the fullest second of a Saturday, which goes on for so many: by itself, and
 * where it waits for something that is shared. AWS turns away what is too much, and it is asked for again; waiting until there is room is the least
 * that this costs. The same requests come whatever the loud club does.
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
/** Requests of so many teams, as they come by chance; times in milliseconds. */
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

/** Gives when so much of a thing is there, for who comes at an instant, in milliseconds; who came before gets it first. */
function bucket(rate: number, burst: number) {
  let [left, last] = [burst, 0]
  return (amount: number, at: number): number => {
    left = Math.min(burst, left + ((at - last) * rate) / 1000) - amount
    last = at
    return left < 0 ? at - (left * 1000) / rate : at
  }
}

/** Gives when one of so many functions is free, for who comes at an instant; it is at work for `took`, and a worker for `after`. */
function roomFor(concurrency: number) {
  // When each that is at work ends, the first to end first.
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
