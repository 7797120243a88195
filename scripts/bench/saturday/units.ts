import { indexes } from '#functions/table/indexes.ts'
import { itemSize, readUnits, writeUnits } from '#functions/table/meter.ts'
import type { TableCall } from '../../local/tableCalls.ts'

/** An item in DynamoDB's format, `{ pk: { S: 'TEAM#…' }, … }`, and as plain data. */
type Value = Record<string, unknown>
export type Marshalled = Record<string, Value>
export type Item = Record<string, unknown>
export type Place = { pk: string; sk: string }

/** Units spent at a partition key: of the table by its own name, of a global index as `gsi1 …`. */
export type SpentUnits = { key: string; read: number; write: number }

export const unmarshall = (item: Marshalled): Item =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, unmarshallValue(value)]))

function unmarshallValue(attribute: Value): unknown {
  const [[type, value] = []] = Object.entries(attribute)
  if (type === 'M') return unmarshall(value as Marshalled)
  if (type === 'L') return (value as Value[]).map(unmarshallValue)
  if (type === 'N') return Number(value)
  if (type === 'B') return Buffer.from(String(value), 'base64')
  return type === 'NULL' ? null : value
}

export const placeOf = ({ pk, sk }: Item): Place => ({ pk: String(pk), sk: String(sk) })
export const textOf = ({ pk, sk }: Place): string => `${pk}\n${sk}`

type Part = { Key?: Marshalled; Item?: Marshalled }
type Keys = { Keys: Marshalled[]; ConsistentRead?: boolean }
const spentReading = (key: string, bytes: number, consistent = false): SpentUnits => ({
  key,
  read: readUnits(bytes, consistent),
  write: 0,
})

/**
 * What a call read, by AWS's rules: 4 KB per unit, half a unit for eventually consistent reads; each item of a batch
 * separately.
 */
export function readCost({ operation, body, answer }: TableCall): SpentUnits[] {
  if (operation === 'GetItem') {
    const { Key, ConsistentRead } = body as { Key: Marshalled; ConsistentRead?: boolean }
    const { Item } = answer as { Item?: Marshalled }
    return [spentReading(placeOf(unmarshall(Key)).pk, Item ? itemSize(unmarshall(Item)) : 0, ConsistentRead)]
  }
  if (operation === 'BatchGetItem') {
    const { RequestItems } = body as { RequestItems: Record<string, Keys> }
    const { Responses = {} } = answer as { Responses?: Record<string, Marshalled[]> }
    const sizes = new Map(
      Object.values(Responses)
        .flat()
        .map(unmarshall)
        .map((item) => [textOf(placeOf(item)), itemSize(item)]),
    )
    return Object.values(RequestItems).flatMap(({ Keys, ConsistentRead }) =>
      Keys.map((key) => placeOf(unmarshall(key))).map((at) =>
        spentReading(at.pk, sizes.get(textOf(at)) ?? 0, ConsistentRead),
      ),
    )
  }
  if (operation !== 'Query') return []
  const { IndexName, ExpressionAttributeValues, ConsistentRead } = body as {
    IndexName?: string
    ExpressionAttributeValues: Marshalled
    ConsistentRead?: boolean
  }
  // The table's code uses this name for the partition in every query.
  const partition = String(unmarshall(ExpressionAttributeValues)[':p'])
  const { Items = [] } = answer as { Items?: Marshalled[] }
  const bytes = Items.map(unmarshall).reduce((sum, item) => sum + itemSize(item), 0)
  const isGlobal = IndexName?.startsWith('gsi')
  return [spentReading(isGlobal ? `${IndexName} ${partition}` : partition, bytes, ConsistentRead)]
}

/** Where a call writes; in a transaction, also where it only has a condition. */
export type WriteTarget = { place: Place; isTransaction: boolean; isCheck: boolean }
export function writesOf({ operation, body }: TableCall): WriteTarget[] {
  const at = (part: Part) => placeOf(unmarshall(part.Key ?? part.Item ?? {}))
  if (operation === 'TransactWriteItems') {
    const { TransactItems } = body as { TransactItems: Record<string, Part>[] }
    return TransactItems.flatMap((each) =>
      Object.entries(each).map(([action, part]) => ({
        place: at(part),
        isTransaction: true,
        isCheck: action === 'ConditionCheck',
      })),
    )
  }
  if (!['PutItem', 'UpdateItem', 'DeleteItem'].includes(operation)) return []
  return [{ place: at(body), isTransaction: false, isCheck: false }]
}

/**
 * The cost of a write, by AWS's rules: 1 KB per unit of the larger of the item before and after it, doubled in a
 * transaction; and the same for each index in which something changes, once for the old and once for the new entry if
 * its key changes.
 */
export function writeCost(
  { place, isTransaction, isCheck }: WriteTarget,
  before: Item | undefined,
  after: Item | undefined,
): SpentUnits[] {
  const size = Math.max(before ? itemSize(before) : 0, after ? itemSize(after) : 0)
  const units = writeUnits(size, isTransaction)
  const spent: SpentUnits[] = [{ key: place.pk, read: 0, write: units }]
  if (isCheck) return spent
  for (const [name, index] of Object.entries(indexes)) {
    const { key: oldKey, entry: oldEntry } = indexEntry(before, index)
    const { key: newKey, entry: newEntry } = indexEntry(after, index)
    if (JSON.stringify([oldKey, oldEntry]) === JSON.stringify([newKey, newEntry])) continue
    const cost = (entry: Item) => writeUnits(itemSize(entry), isTransaction && name === 'lsi1')
    const at = (pk: unknown) => (name === 'lsi1' ? place.pk : `${name} ${String(pk)}`)
    const isMoved = oldKey !== undefined && newKey !== undefined && oldKey !== newKey
    if (oldEntry && (isMoved || !newEntry)) spent.push({ key: at(oldEntry[index.pk]), read: 0, write: cost(oldEntry) })
    if (newEntry) spent.push({ key: at(newEntry[index.pk]), read: 0, write: cost(newEntry) })
  }
  return spent
}

/** An item's entry in an index, if it has one. */
function indexEntry(
  item: Item | undefined,
  { pk, sk, projection }: (typeof indexes)[keyof typeof indexes],
): { key?: string; entry?: Item } {
  if (!item || item[sk] === undefined) return {}
  const names: readonly string[] = projection === 'all' ? Object.keys(item) : ['pk', 'sk', pk, sk, ...projection]
  const entry = Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : [])))
  return { key: [item[pk], item[sk]].join('\n'), entry }
}
