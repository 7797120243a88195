import { chunks } from '../table/chunks.ts'
import { logTrace } from './logTrace.ts'

/** Works on each item, `concurrency` of them at the same time, and goes on where one fails. Logs the errors, and gives their number. */
export async function countFailures<Item>(
  list: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  let failed = 0
  for (const batch of chunks(list, concurrency))
    for (const result of await Promise.allSettled(batch.map(work)))
      if (result.status === 'rejected') {
        failed += 1
        logTrace(result.reason)
      }
  return failed
}
