import { setTimeout } from 'node:timers/promises'
import type { RandomGenerator } from '#scripts/local/seededRandom.ts'

/**
 * A limit of a registration. `once` lets users race for it in random order, in one of `ways` variants, and returns what was found
 * and what is expected. `plant` breaks the limit, as a defect would.
 */
export type Limit = {
  ways: number
  once: (draw: RandomGenerator, way: number) => Promise<{ found: object; expected: object }>
  plant: () => void
}

export async function takeTurns(count: number) {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}
/** Runs work after a random delay: none, or some milliseconds. */
export async function afterRandomDelay<T>(draw: RandomGenerator, work: () => Promise<T>): Promise<T> {
  const [isAtOnce, delayMs] = [draw() < 0.4, draw() * 15]
  if (!isAtOnce) await setTimeout(delayMs)
  return work()
}
