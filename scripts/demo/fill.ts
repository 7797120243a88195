import { chunks, getMany, mostAtOnce, write } from '#functions/table/table.ts'
import type { Stamp, Write } from '#functions/table/writes.ts'

const lanes = 4

/** Puts in whatever is not there yet of these new items, as many in a transaction as it holds. */
export async function fill(stamp: Stamp, creates: readonly Write[]): Promise<void> {
  const parts = chunks(creates, mostAtOnce).values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const part of parts) {
        const there = await getMany(
          part.map(({ key }) => key),
          { consistent: true },
        )
        const lacking = part.filter((_, i) => !there[i])
        if (lacking.length > 0) await write(stamp, ...lacking)
      }
    }),
  )
}
