import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { Problem } from '#shared/problems.ts'
import { chunks } from './chunks.ts'
import { backoffBase, db, maxAttempts, TableName } from './database.ts'
import { meterCall, itemSize, perRequest, readUnits, rememberSize } from './meter.ts'
import { backoff } from '../runtime/backoff.ts'
import type { Key } from './writes.ts'

/**
 * One item; undefined if there is none. Eventually consistent, unless `consistent`. Gets of a request that are made in the same tick are
 * sent as one batch, in which each item is read once: each call costs the function more time than the items do.
 */
export async function get<Row>(key: Key, { consistent = false } = {}): Promise<Row | undefined> {
  const batcher = perRequest(`gets ${consistent}`, () => createBatcher(consistent))
  const row = batcher ? batcher(key) : getOne<Row>(key, consistent)
  return row as Promise<Row | undefined>
}

/** Collects keys until the end of the tick, like the package dataloader, whose 1.7 KB are more than there is room for. */
function createBatcher(consistent: boolean) {
  let keys: Key[] = []
  let rows: Promise<unknown[]> | undefined
  const endOfTick = () => new Promise<void>((resolve) => void Promise.resolve().then(() => process.nextTick(resolve)))
  return async (key: Key): Promise<unknown> => {
    const position = keys.push(key) - 1
    rows ??= endOfTick().then(() => {
      const batchKeys = keys
      ;[keys, rows] = [[], undefined]
      return getTogether(batchKeys, consistent)
    })
    return (await rows)[position]
  }
}

async function getTogether<Row>(keys: readonly Key[], consistent: boolean): Promise<(Row | undefined)[]> {
  const [first, second] = keys
  return first && !second ? [await getOne<Row>(first, consistent)] : getMany<Row>(keys, { consistent })
}

async function getOne<Row>(key: Key, consistent: boolean): Promise<Row | undefined> {
  const command = new GetCommand({ TableName, Key: key, ConsistentRead: consistent })
  const { Item } = await meterCall(
    () => db.send(command),
    ({ Item }) => ({ readUnits: readUnits(sizesOf(Item ? [Item] : []), consistent) }),
  )
  return Item as Row | undefined
}

/** DynamoDB's limit for the items of a BatchGetItem. */
const maxInBatch = 100

/** Any number of items, in the order of their keys; undefined for each that does not exist. */
export async function getMany<Row>(keys: readonly Key[], { consistent = false } = {}): Promise<(Row | undefined)[]> {
  const keysByText = new Map(keys.map((key) => [textOf(key), key]))
  const found = new Map<string, Row>()
  const lists = chunks([...keysByText.values()], maxInBatch)
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
  for (let attempt = 1, remainingKeys = keys; ; attempt++) {
    const command = new BatchGetCommand({
      RequestItems: { [TableName]: { Keys: remainingKeys, ConsistentRead: consistent } },
    })
    const { Responses, UnprocessedKeys } = await meterCall(
      () => db.send(command),
      // Each item is billed by itself, also one that does not exist.
      ({ Responses: { [TableName]: found = [] } = {}, UnprocessedKeys: { [TableName]: unprocessed } = {} }) => {
        const missing = remainingKeys.length - found.length - (unprocessed?.Keys?.length ?? 0)
        const sizes = [...found.map((item) => sizesOf([item])), ...Array<number>(missing).fill(0)]
        return { readUnits: sizes.reduce((sum, size) => sum + readUnits(size, consistent), 0) }
      },
    )
    items.push(...(Responses?.[TableName] ?? []))
    remainingKeys = (UnprocessedKeys?.[TableName]?.Keys ?? []) as Key[]
    if (remainingKeys.length === 0) return items
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
    rememberSize(textOf(item as Key), size)
    sum += size
  }
  return sum
}
