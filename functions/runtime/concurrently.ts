/** Does the work for each item, for at most `concurrency` of them at the same time. Throws the first error. */
export async function concurrently<Item>(
  list: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rest = list.values()
  await Promise.all(
    Array.from({ length: Math.min(concurrency, list.length) }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}
