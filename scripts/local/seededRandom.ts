/** Returns the next random number, from 0 to below 1. */
export type RandomGenerator = () => number
/** A seeded generator of random numbers (mulberry32). */
export function seededRandom(seed: number): RandomGenerator {
  let at = seed | 0
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
