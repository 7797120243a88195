import { chunks } from '#functions/table/chunks.ts'
import { getMany } from '#functions/table/gets.ts'
import { maxTransactWrites, write } from '#functions/table/table.ts'
import type { Stamp, Write } from '#functions/table/writes.ts'
import { Problem } from '#shared/problems.ts'

const lanes = 2
const tries = 3

/** Puts in whatever is not there yet of these new items, as many in a transaction as it holds. */
export async function fill(stamp: Stamp, creates: readonly Write[]): Promise<void> {
  const parts = chunks(creates, maxTransactWrites).values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const part of parts) await fillOne(stamp, part)
    }),
  )
}

/**
 * They are put in without a look whether they are there, as in a new table none is. On a machine that is busy a reply comes too
 * late, and what is asked again finds itself done: then what is there is looked at, and what lacks is put in.
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
