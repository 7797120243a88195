import { Problem } from '#shared/problems.ts'
import { chunks } from '../table/chunks.ts'
import { get } from '../table/gets.ts'
import { maxTransactWrites, retryOnConflict, update, write } from '../table/table.ts'
import type { Stored, Key, Write } from '../table/writes.ts'
import type { Source } from './copies.ts'
import { sources } from './sources.ts'

type AnySource = { check?(row: object): Write; stale(row: object): AsyncIterable<Write[]> }

/** How many copies that need no transaction are written at the same time. */
const concurrency = 25

/**
 * Updates all copies of an item, and returns how many were outdated. It can be repeated, interrupted and run concurrently: transactions
 * require the version of the source that was read, and writes of single copies require an older version of the copy, so newer data is never
 * overwritten. If the source has changed meanwhile, it starts again. The source is also read again after single writes: a newer run skips a
 * copy that is already equal to the source, and does not know that this run is about to write it.
 */
export const refreshCopies = (kind: Source, key: Key): Promise<number> =>
  retryOnConflict(async () => {
    const row = await get<Stored<object>>(key, { consistent: true })
    if (!row) return 0
    const { check, stale }: AnySource = sources[kind]
    const stamp = { actor: 'copies', subject: row.by, at: row.at }
    let refreshed = 0
    for await (const writes of stale(row))
      for (const part of chunks(writes, check ? maxTransactWrites - 1 : concurrency)) {
        if (check) await write(stamp, check(row), ...part)
        else await awaitAll(part.map((each) => update(stamp, each)))
        refreshed += part.filter(({ operation }) => operation === 'change').length
      }
    if (!check && refreshed > 0) await refuseIfChanged(key, row)
    return refreshed
  })

async function refuseIfChanged(key: Key, { version }: Stored<object>): Promise<void> {
  const current = await get<Stored<object>>(key, { consistent: true })
  if (current?.version !== version) throw new Problem('conflict')
}

/** Waits until all writes have ended, so that none is in flight during a retry. Throws the first error. */
async function awaitAll(writes: readonly Promise<unknown>[]): Promise<void> {
  const rejected = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected')
  if (rejected?.status === 'rejected') throw rejected.reason
}
