import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { Problem } from '#shared/problems.ts'
import { chunks } from './chunks.ts'
import { backoffBase, db, maxAttempts, TableName } from './database.ts'
import { counted, itemSize, perRequest, readUnits, remember } from './meter.ts'
import { backoff } from '../runtime/backoff.ts'
import type { Key } from './writes.ts'

/**
 * One item; undefined if there is none. Eventually consistent, unless `consistent`. Gets of a request that are made in the same tick are
 * sent as one batch, in which each item is read once: each call costs the function more time than the items do.
 */
export async function get<Row>(key: Key, { consistent = false } = {}): Promise<Row | undefined> {
  const gather = perRequest(`gets ${consistent}`, () => gathering(consistent))
  const row = gather ? gather(key) : getOne<Row>(key, consistent)
  return row as Promise<Row | undefined>
}

/** Collects keys until the end of the tick, like the package dataloader, whose 1.7 KB are more than there is room for. */
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

/** DynamoDB's limit for the items of a BatchGetItem. */
const maxInBatch = 100

/** Any number of items, in the order of their keys; undefined for each that does not exist. */
export async function getMany<Row>(keys: readonly Key[], { consistent = false } = {}): Promise<(Row | undefined)[]> {
  const wanted = new Map(keys.map((key) => [textOf(key), key]))
  const found = new Map<string, Row>()
  const lists = chunks([...wanted.values()], maxInBatch)
  const batches = await Promise.all(lists.map((list) => getBatch(list, consistent)))
  for (const item of batches.flat()) found.set(textOf(item as Key), item as Row)
  return keys.map((key) => found.get(textOf(key)))
}

/**
 * DynamoDB returns at most 16 MB at once, and less under load: unprocessed keys are requested again, after a backoff. Throws `busy` after
 * several.
 */
async function getBatch(keys: Key[], consistent: boolean): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  for (let attempt = 1, rest = keys; ; attempt++) {
    const command = new BatchGetCommand({ RequestItems: { [TableName]: { Keys: rest, ConsistentRead: consistent } } })
    const { Responses, UnprocessedKeys } = await counted(
      () => db.send(command),
      // Each item is billed by itself, also one that does not exist.
      ({ Responses: { [TableName]: found = [] } = {}, UnprocessedKeys: { [TableName]: left } = {} }) => {
        const missing = rest.length - found.length - (left?.Keys?.length ?? 0)
        const sizes = [...found.map((item) => sizesOf([item])), ...Array<number>(missing).fill(0)]
        return { readUnits: sizes.reduce((sum, size) => sum + readUnits(size, consistent), 0) }
      },
    )
    items.push(...(Responses?.[TableName] ?? []))
    rest = (UnprocessedKeys?.[TableName]?.Keys ?? []) as Key[]
    if (rest.length === 0) return items
    if (attempt === maxAttempts) throw new Problem('busy')
    await backoff(attempt, backoffBase)
  }
}

const textOf = ({ pk, sk }: Key) => `${pk}\n${sk}`

/** The size of items with all attributes, in bytes. It is remembered, for the cost of later writes by the same request. */
export function sizesOf(items: readonly Record<string, unknown>[]): number {
  let sum = 0
  for (const item of items) {
    const size = itemSize(item)
    remember(textOf(item as Key), size)
    sum += size
  }
  return sum
}
