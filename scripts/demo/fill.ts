import { chunks } from '#functions/table/chunks.ts'
import { getMany } from '#functions/table/gets.ts'
import { maxTransactWrites, write } from '#functions/table/table.ts'
import type { Stamp, Write } from '#functions/table/writes.ts'
import { Problem } from '#shared/problems.ts'

const lanes = 2
const tries = 3

/** Creates those of the items that do not exist yet, as many per transaction as allowed. */
export async function fill(stamp: Stamp, creates: readonly Write[]): Promise<void> {
  const parts = chunks(creates, maxTransactWrites).values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const part of parts) await fillOne(stamp, part)
    }),
  )
}

/**
 * Creates items without checking first, since a new table has none of them. On a busy machine a response may come too
 * late, and the retry finds its own items: then existing items are read, and missing ones created.
 */
async function fillOne(stamp: Stamp, part: readonly Write[]): Promise<void> {
  let lacking = part
  for (let left = tries; lacking.length > 0; left--) {
    try {
      await write(stamp, ...lacking)
      return
    } catch (error) {
      if (!(error instanceof Problem) || left === 0) throw error
    }
    const there = await getMany(
      part.map(({ key }) => key),
      { consistent: true },
    )
    lacking = part.filter((_, i) => !there[i])
  }
}
