import { indexes } from './indexes.ts'
import { itemSize, sizeRemembered, writeUnits } from './meter.ts'
import type { Write } from './writes.ts'

type Known = {
  transaction: boolean
  /** The item after the write, if DynamoDB has returned it. */
  item?: Record<string, unknown> | undefined
}

/**
 * The units that a write costs: for the item, and for each index that it changes. A transaction costs double for the item and its
 * local index, but not for global indexes, which are updated later.
 *
 * AWS counts an update by the larger of the item before and after it. Known here are: the item after a single update; in a
 * transaction the item's size if the same request has read it, otherwise only the attributes that are set, which is a lower
 * bound. An item that is not in an index of its kind is counted as if it were.
 */
export function costOf(write: Write, { transaction, item }: Known): number {
  const { does, key, on } = write
  const known = does === 'create' ? { ...write.item, ...key } : item
  const size = known ? itemSize(known) : Math.max(sizeRemembered(`${key.pk}\n${key.sk}`), sizeSaid(write))
  const units = writeUnits(size, transaction)
  if (does === 'check' || does === 'checkAbsent') return units
  return on.reduce((sum, name) => {
    const { pk, sk, holds } = indexes[name]
    const set = does === 'change' || does === 'upsert' ? write.sets.set : undefined
    if (does === 'create' && !Object.hasOwn(write.item, sk)) return sum
    const moves = set !== undefined && (sk in set || pk in set)
    const names: readonly string[] = holds === 'all' ? [] : holds
    if (set && holds !== 'all' && !moves && !names.some((name) => name in set)) return sum
    const held = holds === 'all' ? size : known ? itemSize(pick(known, ['pk', 'sk', pk, sk, ...names])) : 0
    // Moving within an index is a delete and a put.
    return sum + writeUnits(held, transaction && name === 'lsi1') * (moves && does === 'change' ? 2 : 1)
  }, units)
}

const sizeSaid = (write: Write): number =>
  itemSize({ ...write.key, ...(write.does === 'change' || write.does === 'upsert' ? write.sets.set : {}) })

const pick = (item: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]))
