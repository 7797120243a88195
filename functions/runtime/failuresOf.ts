import { chunks } from '../table/chunks.ts'

/** Works on each item, `concurrency` of them at the same time, and goes on where one fails. Gives the errors. */
export async function failuresOf<Item>(
  list: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const some of chunks(list, concurrency))
    for (const done of await Promise.allSettled(some.map(work)))
      if (done.status === 'rejected') failures.push(done.reason)
  return failures
}
