import { Problem } from '#shared/problems.ts'
import { chunks } from '../table/chunks.ts'
import { get } from '../table/gets.ts'
import { mostAtOnce, retryOnConflict, update, write } from '../table/table.ts'
import type { Stored, Key, Write } from '../table/writes.ts'
import type { Source } from './copies.ts'
import { sources } from './sources.ts'

type AnySource = { check?(row: object): Write; stale(row: object): AsyncIterable<Write[]> }

/** So many copies that are written alone are written side by side. */
const atOnce = 25

/**
 * Brings all copies of one item up to date, and says how many were not. May be run twice, cut short anywhere, and meet an
 * older run or a newer one: each transaction holds only while the source is as it was read, and each write of a copy alone while
 * the copy is of an older state, so that nothing is overwritten by what the source no longer says. When it has changed meanwhile, all
 * begins again with what it says now; after copies that were written alone it is looked whether it has. A newer run leaves a copy
 * alone that says what the source says again, and does not know that this one is about to write it.
 */
export const refreshCopies = (kind: Source, key: Key): Promise<number> =>
  retryOnConflict(async () => {
    const row = await get<Stored<object>>(key, { consistent: true })
    if (!row) return 0
    const { check, stale }: AnySource = sources[kind]
    const stamp = { actor: 'copies', subject: row.by, at: row.at }
    let refreshed = 0
    for await (const writes of stale(row))
      for (const part of chunks(writes, check ? mostAtOnce - 1 : atOnce)) {
        if (check) await write(stamp, check(row), ...part)
        else await allEnded(part.map((each) => update(stamp, each)))
        refreshed += part.filter(({ does }) => does === 'change').length
      }
    if (!check && refreshed > 0) await refuseOvertaken(key, row)
    return refreshed
  })

async function refuseOvertaken(key: Key, { version }: Stored<object>): Promise<void> {
  const now = await get<Stored<object>>(key, { consistent: true })
  if (now?.version !== version) throw new Problem('conflict')
}

/** None of them is under way any more when all begins again. */
async function allEnded(writes: readonly Promise<unknown>[]): Promise<void> {
  const refused = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected')
  if (refused?.status === 'rejected') throw refused.reason
}
