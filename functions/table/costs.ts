import { indexes } from './indexes.ts'
import { itemSize, sizeRemembered, writeUnits } from './meter.ts'
import type { Write } from './writes.ts'

type Known = {
  transaction: boolean
  /** The item after the write, where DynamoDB has told it. */
  item?: Record<string, unknown> | undefined
}

/**
 * Units that a write costs: of the item, and of each index that it changes. A transaction pays twice for the item and its
 * local index, and once for global ones, which follow later.
 *
 * AWS counts an update by the larger of the item before and after it. What is known here: the item after a single update;
 * in a transaction the item's size when the same request has read it, else only what is set, which is then a lower bound. An
 * item that is not on an index of its kind counts as if it were.
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
    // What moves in an index is taken out of one place and put into another.
    return sum + writeUnits(held, transaction && name === 'lsi1') * (moves && does === 'change' ? 2 : 1)
  }, units)
}

const sizeSaid = (write: Write): number =>
  itemSize({ ...write.key, ...(write.does === 'change' || write.does === 'upsert' ? write.sets.set : {}) })

const pick = (item: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]))
