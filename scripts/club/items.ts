import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'
import { setTimeout } from 'node:timers/promises'
import { chunks } from '#functions/table/table.ts'
import type { Kind } from '#functions/table/map.ts'
import { left, leftWithin } from './left.ts'

/** An item as DynamoDB writes it down, with the types of its values: nothing of it is lost on the way. */
export type Item = Record<string, AttributeValue>
export type Table = { db: DynamoDBClient; TableName: string }

const keys = ['pk', 'sk', 'lsi1sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk']
/** So many parts of the table are looked through side by side. */
const segments = 8

export const textOf = (item: Item, name: string): string => item[name]?.S ?? ''

/** All that a club has, but for what is left where it is. */
export async function itemsOf({ db, TableName }: Table, organizationId: string): Promise<Item[]> {
  const part = async (Segment: number) => {
    const found: Item[] = []
    let ExclusiveStartKey: Item | undefined
    do {
      const page = await db.send(
        new ScanCommand({
          TableName,
          ConsistentRead: true,
          Segment,
          TotalSegments: segments,
          ExclusiveStartKey,
          FilterExpression: keys.map((_, i) => `contains(#k${i}, :club)`).join(' OR '),
          ExpressionAttributeNames: Object.fromEntries(keys.map((name, i) => [`#k${i}`, name])),
          ExpressionAttributeValues: { ':club': { S: organizationId } },
        }),
      )
      found.push(...(page.Items ?? []))
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
    return found
  }
  const parts = await Promise.all(Array.from({ length: segments }, (_, i) => part(i)))
  return parts
    .flat()
    .filter((item) => !(textOf(item, 'kind') in left))
    .map((item) => {
      const within = leftWithin[textOf(item, 'kind') as Kind] ?? []
      return Object.fromEntries(Object.entries(item).filter(([name]) => !within.includes(name)))
    })
}

export async function itemAt({ db, TableName }: Table, pk: string, sk: string): Promise<Item | undefined> {
  const Key = { pk: { S: pk }, sk: { S: sk } }
  return (await db.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item
}

/** Writes them as they are, over what is there. What DynamoDB leaves out under load comes again. */
export async function putAll({ db, TableName }: Table, items: readonly Item[]): Promise<void> {
  for (const some of chunks(chunks(items, 25), 8))
    await Promise.all(
      some.map(async (batch) => {
        let rest = batch.map((Item) => ({ PutRequest: { Item } }))
        for (let attempt = 1; rest.length > 0; attempt++) {
          const answer = await db.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: rest } }))
          rest = (answer.UnprocessedItems?.[TableName] ?? []) as typeof rest
          if (rest.length > 0) await setTimeout(Math.min(5000, 50 * 2 ** attempt) * Math.random())
        }
      }),
    )
}

/** A line of text for an item: names in their order, bytes in base64. */
export const lineOf = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) => {
    if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })

export const itemOf = (line: string): Item =>
  JSON.parse(line, (_, value: unknown) => {
    const { base64 } = (value ?? {}) as { base64?: unknown }
    return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : value
  }) as Item
