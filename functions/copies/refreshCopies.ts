import { chunks, get, mostAtOnce, untilSettled, write } from '../table/table.ts'
import type { Kept, Key, Write } from '../table/writes.ts'
import type { Source } from './copies.ts'
import { sources } from './sources.ts'

type AnySource = { check(row: object): Write; stale(row: object): AsyncIterable<Write[]> }

/**
 * Brings all copies of one item up to date, and says how many were not. May be run twice, cut short anywhere, and meet an
 * older run or a newer one: each transaction holds only while the source is as it was read, so that nothing is
 * overwritten by what the source no longer says. When it has changed meanwhile, all begins again with what it says now.
 */
export const refreshCopies = (kind: Source, key: Key): Promise<number> =>
  untilSettled(async () => {
    const row = await get<Kept<object>>(key, { consistent: true })
    if (!row) return 0
    const { check, stale }: AnySource = sources[kind]
    const stamp = { actor: 'copies', subject: row.by, at: row.at }
    let refreshed = 0
    for await (const writes of stale(row))
      for (const part of chunks(writes, mostAtOnce - 1)) {
        await write(stamp, check(row), ...part)
        refreshed += part.length
      }
    return refreshed
  })
