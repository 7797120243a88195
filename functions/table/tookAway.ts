import { keptWithout } from './removals.ts'
import { all, startingWith } from './table.ts'
import { isLeftBy, type Key, type Stamp } from './writes.ts'

/**
 * Whether it was taken away, in the last days, by who writes now: sent once more, since the reply was lost, that is done. Of what is kept
 * account of alone, beside which a trace lies.
 */
export async function tookAway(stamp: Stamp, { pk, sk }: Key): Promise<boolean> {
  const traces = { pk, ...startingWith(`GONE#${keptWithout({ pk, sk })}#`), consistent: true }
  return (await all<object>(traces)).some((trace) => isLeftBy(trace, stamp))
}
