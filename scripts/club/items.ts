import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  ScanCommand,
  type ScanCommandInput,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { setTimeout } from 'node:timers/promises'
import { chunks } from '#functions/table/chunks.ts'
import type { Kind } from '#functions/table/map.ts'
import { excludedAttributes, excludedKinds } from './excluded.ts'

/** An item in DynamoDB's own format, with the types of its values, so that nothing is lost in conversion. */
export type Item = Record<string, AttributeValue>
export type Table = { db: DynamoDBClient; TableName: string }

/** The key attributes of an item, in the table and its indexes. */
export const keyNames = ['pk', 'sk', 'lsi1sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk']
/** How many segments of the table are scanned in parallel. */
const segments = 8

export const textOf = (item: Item, name: string): string => item[name]?.S ?? ''

/** All items of a club, except those listed in `excludedKinds`. */
export async function itemsOf(table: Table, organizationId: string): Promise<Item[]> {
  const part = async (Segment: number) => {
    const items: Item[] = []
    const query = {
      Segment,
      TotalSegments: segments,
      FilterExpression: keyNames.map((_, i) => `contains(#k${i}, :club)`).join(' OR '),
      ExpressionAttributeNames: Object.fromEntries(keyNames.map((name, i) => [`#k${i}`, name])),
      ExpressionAttributeValues: { ':club': { S: organizationId } },
    }
    for await (const page of pagesOf(table, query)) items.push(...page)
    return items
  }
  const parts = await Promise.all(Array.from({ length: segments }, (_, i) => part(i)))
  return parts
    .flat()
    .filter((item) => !(textOf(item, 'kind') in excludedKinds))
    .map((item) => {
      const excludedNames = excludedAttributes[textOf(item, 'kind') as Kind] ?? []
      return Object.fromEntries(Object.entries(item).filter(([name]) => !excludedNames.includes(name)))
    })
}

export async function itemAt({ db, TableName }: Table, pk: string, sk: string): Promise<Item | undefined> {
  const Key = { pk: { S: pk }, sk: { S: sk } }
  return (await db.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item
}

/** Reads items page by page (a megabyte each): the whole table, unless `scanInput` narrows the scan. */
export async function* pagesOf(
  { db, TableName }: Table,
  scanInput: Omit<ScanCommandInput, 'TableName'> = {},
): AsyncGenerator<Item[]> {
  let ExclusiveStartKey: Item | undefined
  do {
    const page = await db.send(new ScanCommand({ TableName, ConsistentRead: true, ...scanInput, ExclusiveStartKey }))
    yield page.Items ?? []
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
}

/** Writes items as they are, over existing ones. */
export const putAll = (table: Table, items: readonly Item[]): Promise<void> =>
  writeAll(
    table,
    items.map((Item) => ({ PutRequest: { Item } })),
  )

/** Puts and deletes items unconditionally. Writes that DynamoDB leaves unprocessed under load are retried. */
export async function writeAll({ db, TableName }: Table, writes: readonly WriteRequest[]): Promise<void> {
  for (const batches of chunks(chunks(writes, 25), 8))
    await Promise.all(
      batches.map(async (batch) => {
        let remaining: WriteRequest[] = batch
        for (let attempt = 1; remaining.length > 0; attempt++) {
          const answer = await db.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: remaining } }))
          remaining = answer.UnprocessedItems?.[TableName] ?? []
          if (remaining.length > 0) await setTimeout(Math.min(5000, 50 * 2 ** attempt) * Math.random())
        }
      }),
    )
}

/** An item as a line of JSON: attribute names sorted, bytes in base64. */
export const lineOf = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) => {
    if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })

/** The same without the time of an import or restore (`movedAt`), which is not part of the item's content. */
export const lineWithoutMovedAt = (item: Item): string =>
  lineOf(Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'movedAt')))

export const itemOf = (line: string): Item =>
  JSON.parse(line, (_, value: unknown) => {
    const { base64 } = (value ?? {}) as { base64?: unknown }
    return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : value
  }) as Item
