import { withoutAddress } from './removals.ts'
import { all, startingWith } from './table.ts'
import { isLastWrittenBy, type Key, type Stamp } from './writes.ts'

/**
 * Whether the caller removed this item in the last days: then a repeated request, after a lost reply, counts as done. Only for kinds that
 * leave a trace when they are removed.
 */
export async function wasRemovedBy(stamp: Stamp, { pk, sk }: Key): Promise<boolean> {
  const traces = { pk, ...startingWith(`GONE#${withoutAddress({ pk, sk })}#`), consistent: true }
  return (await all<object>(traces)).some((trace) => isLastWrittenBy(trace, stamp))
}
