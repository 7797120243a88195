import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { Problem } from '#shared/problems.ts'
import { chunks } from './chunks.ts'
import { db, TableName } from './database.ts'
import { counted, itemSize, ofRequest, readUnits, remember } from './meter.ts'
import { backoff, mostAttempts } from './backoff.ts'
import type { Key } from './writes.ts'

/**
 * Reads one item; eventually consistent unless `consistent`. Concurrent reads of a request are batched into one call, and
 * duplicates are read once: calls cost a function more time than items do.
 */
export async function get<Row>(key: Key, { consistent = false } = {}): Promise<Row | undefined> {
  const gather = ofRequest(`gets ${consistent}`, () => gathering(consistent))
  const row = gather ? gather(key) : getOne<Row>(key, consistent)
  return row as Promise<Row | undefined>
}

/**
 * Collects keys until all pending work of this tick waits for a response. (The package dataloader does this in 1.7 KB, which is
 * more than there is room for.)
 */
function gathering(consistent: boolean) {
  let keys: Key[] = []
  let rows: Promise<unknown[]> | undefined
  const waiting = () => new Promise<void>((resolve) => void Promise.resolve().then(() => process.nextTick(resolve)))
  return async (key: Key): Promise<unknown> => {
    const place = keys.push(key) - 1
    rows ??= waiting().then(() => {
      const all = keys
      ;[keys, rows] = [[], undefined]
      return getTogether(all, consistent)
    })
    return (await rows)[place]
  }
}

async function getTogether<Row>(keys: readonly Key[], consistent: boolean): Promise<(Row | undefined)[]> {
  const [first, second] = keys
  return first && !second ? [await getOne<Row>(first, consistent)] : getMany<Row>(keys, { consistent })
}

async function getOne<Row>(key: Key, consistent: boolean): Promise<Row | undefined> {
  const command = new GetCommand({ TableName, Key: key, ConsistentRead: consistent })
  const { Item } = await counted(
    () => db.send(command),
    ({ Item }) => ({ readUnits: readUnits(sizesOf(Item ? [Item] : []), consistent) }),
  )
  return Item as Row | undefined
}

/** DynamoDB's limit for one batch of reads. */
const mostInBatch = 100

/** Reads any number of items, in the order of the keys; `undefined` for missing ones. */
export async function getMany<Row>(keys: readonly Key[], { consistent = false } = {}): Promise<(Row | undefined)[]> {
  const wanted = new Map(keys.map((key) => [textOf(key), key]))
  const found = new Map<string, Row>()
  const lists = chunks([...wanted.values()], mostInBatch)
  const batches = await Promise.all(lists.map((list) => getBatch(list, consistent)))
  for (const item of batches.flat()) found.set(textOf(item as Key), item as Row)
  return keys.map((key) => found.get(textOf(key)))
}

/** DynamoDB returns at most 16 MB at once, and less under load. Unprocessed keys are requested again, with a random backoff. */
async function getBatch(keys: Key[], consistent: boolean): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  for (let attempt = 1, rest = keys; ; attempt++) {
    const command = new BatchGetCommand({ RequestItems: { [TableName]: { Keys: rest, ConsistentRead: consistent } } })
    const { Responses, UnprocessedKeys } = await counted(
      () => db.send(command),
      // Each item is billed separately, including missing ones.
      ({ Responses: { [TableName]: found = [] } = {}, UnprocessedKeys: { [TableName]: left } = {} }) => {
        const missing = rest.length - found.length - (left?.Keys?.length ?? 0)
        const sizes = [...found.map((item) => sizesOf([item])), ...Array<number>(missing).fill(0)]
        return { readUnits: sizes.reduce((sum, size) => sum + readUnits(size, consistent), 0) }
      },
    )
    items.push(...(Responses?.[TableName] ?? []))
    rest = (UnprocessedKeys?.[TableName]?.Keys ?? []) as Key[]
    if (rest.length === 0) return items
    if (attempt === mostAttempts) throw new Problem('busy')
    await backoff(attempt)
  }
}

const textOf = ({ pk, sk }: Key) => `${pk}\n${sk}`

/** The total size of complete items. Remembers each size, so that the meter knows it if the same request changes the item. */
export function sizesOf(items: readonly Record<string, unknown>[]): number {
  let sum = 0
  for (const item of items) {
    const size = itemSize(item)
    remember(textOf(item as Key), size)
    sum += size
  }
  return sum
}
