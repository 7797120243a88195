/** Returns the next random number, from 0 to below 1. */
export type RandomGenerator = () => number
/** A seeded generator of random numbers (mulberry32). */
export function seededRandom(seed: number): RandomGenerator {
  let at = seed | 0
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let hash = Math.imul(at ^ (at >>> 15), 1 | at)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 4294967296
  }
}
