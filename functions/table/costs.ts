import { indexes } from './indexes.ts'
import { itemSize, sizeRemembered, writeUnits } from './meter.ts'
import type { Write } from './writes.ts'

type Known = {
  transaction: boolean
  /** The item after the write, where DynamoDB has returned it. */
  item?: Record<string, unknown> | undefined
}

/**
 * The write units of a write: of the item, and of each index that it changes. In a transaction the item and the local index cost twice as
 * much; global indexes are updated afterwards and do not.
 *
 * AWS charges an update by the larger of the item before and after. Known here is the item after a single update; in a transaction its
 * size if the same request has read it, otherwise only the attributes that are set, which is a lower bound. An item without the keys of an
 * index of its kind is counted as if it had them.
 */
export function costOf(write: Write, { transaction, item }: Known): number {
  const { does, key, on } = write
  const known = does === 'create' ? { ...write.item, ...key } : item
  const size = known ? itemSize(known) : Math.max(sizeRemembered(`${key.pk}\n${key.sk}`), sizeSaid(write))
  const units = writeUnits(size, transaction)
  if (does === 'check' || does === 'checkAbsent') return units
  return on.reduce((sum, name) => {
    const { pk, sk, projection } = indexes[name]
    const set = does === 'change' || does === 'upsert' ? write.sets.set : undefined
    if (does === 'create' && !Object.hasOwn(write.item, sk)) return sum
    const moves = set !== undefined && (sk in set || pk in set)
    const names: readonly string[] = projection === 'all' ? [] : projection
    if (set && projection !== 'all' && !moves && !names.some((name) => name in set)) return sum
    const projected = projection === 'all' ? size : known ? itemSize(pick(known, ['pk', 'sk', pk, sk, ...names])) : 0
    // A changed key is a delete and a put on the index.
    return sum + writeUnits(projected, transaction && name === 'lsi1') * (moves && does === 'change' ? 2 : 1)
  }, units)
}

const sizeSaid = (write: Write): number =>
  itemSize({ ...write.key, ...(write.does === 'change' || write.does === 'upsert' ? write.sets.set : {}) })

const pick = (item: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]))
