import { chunks } from '../table/chunks.ts'

/** Runs `work` on each item, `atOnce` of them concurrently, and continues after failures. Returns the errors. */
export async function failuresOf<Item>(
  list: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const some of chunks(list, atOnce))
    for (const done of await Promise.allSettled(some.map(work)))
      if (done.status === 'rejected') failures.push(done.reason)
  return failures
}
