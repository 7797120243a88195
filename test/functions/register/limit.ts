import { setTimeout } from 'node:timers/promises'
import type { Draw } from '#scripts/local/drawing.ts'

/**
 * A limit of a registration. `once`: people at it all at once, in an order drawn by chance, in one of so many `ways`; gives what
 * was found, and what there may be. `plant`: the limit is kept no more, as a defect would have it.
 */
export type Limit = {
  ways: number
  once: (draw: Draw, way: number) => Promise<{ found: object; expected: object }>
  plant: () => void
}

export async function turns(many: number) {
  for (let i = 0; i < many; i++) await new Promise((resolve) => setImmediate(resolve))
}
/** Does this after a while drawn by chance: at once, or within some milliseconds. */
export async function soon<T>(draw: Draw, work: () => Promise<T>): Promise<T> {
  const [isAtOnce, after] = [draw() < 0.4, draw() * 15]
  if (!isAtOnce) await setTimeout(after)
  return work()
}
