import { Problem } from '#shared/problems.ts'
import { chunks } from '../table/chunks.ts'
import { get } from '../table/gets.ts'
import { mostAtOnce, retryOnConflict, update, write } from '../table/table.ts'
import type { Stored, Key, Write } from '../table/writes.ts'
import type { Source } from './copies.ts'
import { sources } from './sources.ts'

type AnySource = { check?(row: object): Write; stale(row: object): AsyncIterable<Write[]> }

/** How many copies that need no transaction are written concurrently. */
const atOnce = 25

/**
 * Updates all copies of one item, and returns how many were outdated. It may be repeated, interrupted, and overlap with an older
 * or newer run: each transaction holds only while the source is unchanged, and each single write only while the copy has an older
 * version, so nothing is overwritten with an outdated value. If the source has changed, everything starts again with its new
 * state. After single writes the source's version is checked: a newer run skips a copy that already matches the source again,
 * without knowing that this run is about to overwrite it.
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

/** Waits until all writes have ended, so that none is in flight during a retry. Throws the first error. */
async function allEnded(writes: readonly Promise<unknown>[]): Promise<void> {
  const refused = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected')
  if (refused?.status === 'rejected') throw refused.reason
}
