import { indexes } from '#functions/table/indexes.ts'
import { itemSize, readUnits, writeUnits } from '#functions/table/meter.ts'
import type { TableCall } from '../../local/tableCalls.ts'

/** An item as DynamoDB's API writes it, `{ pk: { S: 'TEAM#…' }, … }`, and as plain data. */
type Value = Record<string, unknown>
export type Marshalled = Record<string, Value>
export type Item = Record<string, unknown>
export type Place = { pk: string; sk: string }

/** What was spent at one partition key: of the table by its own, of a global index as `gsi1 …`. */
export type Spent = { key: string; read: number; write: number }

export const plain = (item: Marshalled): Item =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]))

function plainValue(value: Value): unknown {
  const [[type, held] = []] = Object.entries(value)
  if (type === 'M') return plain(held as Marshalled)
  if (type === 'L') return (held as Value[]).map(plainValue)
  if (type === 'N') return Number(held)
  if (type === 'B') return Buffer.from(String(held), 'base64')
  return type === 'NULL' ? null : held
}

export const placeOf = ({ pk, sk }: Item): Place => ({ pk: String(pk), sk: String(sk) })
export const textOf = ({ pk, sk }: Place): string => `${pk}\n${sk}`

type Part = { Key?: Marshalled; Item?: Marshalled }
type Keys = { Keys: Marshalled[]; ConsistentRead?: boolean }
const spentReading = (key: string, bytes: number, consistent = false): Spent => ({
  key,
  read: readUnits(bytes, consistent),
  write: 0,
})

/** What a call read, by AWS's rules: 4 KB a unit, half where an older state may be read; each item of a batch by itself. */
export function reading({ operation, body, answer }: TableCall): Spent[] {
  if (operation === 'GetItem') {
    const { Key, ConsistentRead } = body as { Key: Marshalled; ConsistentRead?: boolean }
    const { Item } = answer as { Item?: Marshalled }
    return [spentReading(placeOf(plain(Key)).pk, Item ? itemSize(plain(Item)) : 0, ConsistentRead)]
  }
  if (operation === 'BatchGetItem') {
    const { RequestItems } = body as { RequestItems: Record<string, Keys> }
    const { Responses = {} } = answer as { Responses?: Record<string, Marshalled[]> }
    const found = new Map(
      Object.values(Responses)
        .flat()
        .map(plain)
        .map((item) => [textOf(placeOf(item)), itemSize(item)]),
    )
    return Object.values(RequestItems).flatMap(({ Keys, ConsistentRead }) =>
      Keys.map((key) => placeOf(plain(key))).map((at) =>
        spentReading(at.pk, found.get(textOf(at)) ?? 0, ConsistentRead),
      ),
    )
  }
  if (operation !== 'Query') return []
  const { IndexName, ExpressionAttributeValues, ConsistentRead } = body as {
    IndexName?: string
    ExpressionAttributeValues: Marshalled
    ConsistentRead?: boolean
  }
  // The table's door names the partition so in every query.
  const partition = String(plain(ExpressionAttributeValues)[':p'])
  const { Items = [] } = answer as { Items?: Marshalled[] }
  const bytes = Items.map(plain).reduce((sum, item) => sum + itemSize(item), 0)
  const isGlobal = IndexName?.startsWith('gsi')
  return [spentReading(isGlobal ? `${IndexName} ${partition}` : partition, bytes, ConsistentRead)]
}

/** Where a call writes, and in a transaction where it only checks. */
export type Written = { place: Place; isTransaction: boolean; isCheck: boolean }
export function writtenBy({ operation, body }: TableCall): Written[] {
  const at = (part: Part) => placeOf(plain(part.Key ?? part.Item ?? {}))
  if (operation === 'TransactWriteItems') {
    const { TransactItems } = body as { TransactItems: Record<string, Part>[] }
    return TransactItems.flatMap((each) =>
      Object.entries(each).map(([does, part]) => ({
        place: at(part),
        isTransaction: true,
        isCheck: does === 'ConditionCheck',
      })),
    )
  }
  if (!['PutItem', 'UpdateItem', 'DeleteItem'].includes(operation)) return []
  return [{ place: at(body), isTransaction: false, isCheck: false }]
}

/**
 * What a write cost, by AWS's rules: 1 KB a unit of the larger of the item before and after it, twice that in a transaction;
 * and the same for each index in which something is another than before, once for what was there and once for what is,
 * if that moves.
 */
export function writing(
  { place, isTransaction, isCheck }: Written,
  before: Item | undefined,
  after: Item | undefined,
): Spent[] {
  const size = Math.max(before ? itemSize(before) : 0, after ? itemSize(after) : 0)
  const units = writeUnits(size, isTransaction)
  const spent: Spent[] = [{ key: place.pk, read: 0, write: units }]
  if (isCheck) return spent
  for (const [name, index] of Object.entries(indexes)) {
    const { key: from, held: was } = inIndex(before, index)
    const { key: to, held: is } = inIndex(after, index)
    if (JSON.stringify([from, was]) === JSON.stringify([to, is])) continue
    const cost = (held: Item) => writeUnits(itemSize(held), isTransaction && name === 'lsi1')
    const at = (pk: unknown) => (name === 'lsi1' ? place.pk : `${name} ${String(pk)}`)
    const isMoved = from !== undefined && to !== undefined && from !== to
    if (was && (isMoved || !is)) spent.push({ key: at(was[index.pk]), read: 0, write: cost(was) })
    if (is) spent.push({ key: at(is[index.pk]), read: 0, write: cost(is) })
  }
  return spent
}

/** An item as an index holds it, if it does. */
function inIndex(
  item: Item | undefined,
  { pk, sk, projection }: (typeof indexes)[keyof typeof indexes],
): { key?: string; held?: Item } {
  if (!item || item[sk] === undefined) return {}
  const names: readonly string[] = projection === 'all' ? Object.keys(item) : ['pk', 'sk', pk, sk, ...projection]
  const held = Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : [])))
  return { key: [item[pk], item[sk]].join('\n'), held }
}
