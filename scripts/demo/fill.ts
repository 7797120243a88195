import { chunks } from '#functions/table/chunks.ts'
import { getMany } from '#functions/table/gets.ts'
import { mostAtOnce, write } from '#functions/table/table.ts'
import type { Stamp, Write } from '#functions/table/writes.ts'
import { Problem } from '#shared/problems.ts'

const lanes = 2
const tries = 3

/** Creates those of these items that do not exist yet, in transactions as large as allowed. */
export async function fill(stamp: Stamp, creates: readonly Write[]): Promise<void> {
  const parts = chunks(creates, mostAtOnce).values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const part of parts) await fillOne(stamp, part)
    }),
  )
}

/**
 * Creates items without reading first, since a new table has none. On a busy machine a response may time out, and the retry
 * then finds its own writes: in that case the existing items are read and only the missing ones are created.
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
