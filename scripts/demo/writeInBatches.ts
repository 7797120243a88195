import { chunks } from '#functions/table/chunks.ts'
import { getMany } from '#functions/table/gets.ts'
import { maxTransactWrites, write } from '#functions/table/table.ts'
import type { Stamp, Write } from '#functions/table/writes.ts'
import { Problem } from '#shared/problems.ts'

const concurrency = 2
const maxAttempts = 3

/** Creates those of the items that do not exist yet, as many per transaction as allowed. */
export async function writeInBatches(stamp: Stamp, creates: readonly Write[]): Promise<void> {
  const parts = chunks(creates, maxTransactWrites).values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const part of parts) await createBatch(stamp, part)
    }),
  )
}

/**
 * Creates items without checking first, since a new table has none of them. On a busy machine a response may come too
 * late, and the retry finds its own items: then existing items are read, and missing ones created.
 */
async function createBatch(stamp: Stamp, part: readonly Write[]): Promise<void> {
  let missing = part
  for (let attemptsLeft = maxAttempts; missing.length > 0; attemptsLeft--) {
    try {
      await write(stamp, ...missing)
      return
    } catch (error) {
      if (!(error instanceof Problem) || attemptsLeft === 0) throw error
    }
    const existingRows = await getMany(
      part.map(({ key }) => key),
      { consistent: true },
    )
    missing = part.filter((_, i) => !existingRows[i])
  }
}
