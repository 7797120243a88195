import { indexes } from './indexes.ts'
import { itemSize, rememberedSize, writeUnits } from './meter.ts'
import type { Write } from './writes.ts'

type CostContext = {
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
export function costOf(write: Write, { transaction, item }: CostContext): number {
  const { operation, key, indexNames } = write
  const knownItem = operation === 'create' ? { ...write.item, ...key } : item
  const size = knownItem ? itemSize(knownItem) : Math.max(rememberedSize(`${key.pk}\n${key.sk}`), writtenSize(write))
  const units = writeUnits(size, transaction)
  if (operation === 'check' || operation === 'checkAbsent') return units
  return indexNames.reduce((sum, name) => {
    const { pk, sk, projection } = indexes[name]
    const set = operation === 'change' || operation === 'upsert' ? write.sets.set : undefined
    if (operation === 'create' && !Object.hasOwn(write.item, sk)) return sum
    const changesKey = set !== undefined && (sk in set || pk in set)
    const names: readonly string[] = projection === 'all' ? [] : projection
    if (set && projection !== 'all' && !changesKey && !names.some((name) => name in set)) return sum
    const projected =
      projection === 'all' ? size : knownItem ? itemSize(pick(knownItem, ['pk', 'sk', pk, sk, ...names])) : 0
    // A changed key is a delete and a put on the index.
    return sum + writeUnits(projected, transaction && name === 'lsi1') * (changesKey && operation === 'change' ? 2 : 1)
  }, units)
}

const writtenSize = (write: Write): number =>
  itemSize({ ...write.key, ...(write.operation === 'change' || write.operation === 'upsert' ? write.sets.set : {}) })

const pick = (item: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]))
