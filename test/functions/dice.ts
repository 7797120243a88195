/**
 * A seeded random generator, so that failures can be replayed. Uses mulberry32, whose sequences diverge at once even for adjacent
 * seeds.
 */
export function diceOf(seed: number) {
  let state = seed
  const nextNumber = () => {
    state = Math.trunc(state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    pick: <T>(list: readonly T[]): T => list[Math.floor(nextNumber() * list.length)] as T,
    subset: <T>(list: readonly T[]): T[] => list.filter(() => nextNumber() < 0.4),
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map((each) => [nextNumber(), each] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, each]) => each),
    below: (limit: number) => Math.floor(nextNumber() * limit),
    /** True in the given percentage of calls. */
    percent: (share: number) => nextNumber() * 100 < share,
  }
}
export type Dice = ReturnType<typeof diceOf>
