import { keptWithout } from './removals.ts'
import { all, startingWith } from './table.ts'
import { isLeftBy, type Key, type Stamp } from './writes.ts'

/**
 * Whether the caller has removed this item in the last days: then a repeated request, after a lost response, counts as done. Only
 * for kinds that leave a trace when they are removed.
 */
export async function tookAway(stamp: Stamp, { pk, sk }: Key): Promise<boolean> {
  const traces = { pk, ...startingWith(`GONE#${keptWithout({ pk, sk })}#`), consistent: true }
  return (await all<object>(traces)).some((trace) => isLeftBy(trace, stamp))
}
