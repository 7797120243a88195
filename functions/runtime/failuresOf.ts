import { chunks } from '../table/chunks.ts'

/** Works on each item, `concurrency` of them at the same time, and goes on where one fails. Gives the errors. */
export async function failuresOf<Item>(
  list: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const batch of chunks(list, concurrency))
    for (const result of await Promise.allSettled(batch.map(work)))
      if (result.status === 'rejected') failures.push(result.reason)
  return failures
}
