/**
 * A seeded random generator, so that failures can be replayed. Uses mulberry32, whose sequences diverge at once even for adjacent
 * seeds.
 */
export function diceOf(seed: number) {
  let state = seed
  const next = () => {
    state = Math.trunc(state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    subset: <T>(list: readonly T[]): T[] => list.filter(() => next() < 0.4),
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map((each) => [next(), each] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([, each]) => each),
    below: (limit: number) => Math.floor(next() * limit),
    /** True in the given percentage of calls. */
    percent: (share: number) => next() * 100 < share,
  }
}
export type Dice = ReturnType<typeof diceOf>
