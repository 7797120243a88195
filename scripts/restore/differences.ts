import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb'
import { setTimeout } from 'node:timers/promises'
import { chunks } from '#functions/table/chunks.ts'
import { type Item, keyNames, lineWithoutMovedAt, pagesOf, type Table, textOf } from '../club/items.ts'

/**
 * An item that differs between two states of a table: `missing` now, `changed` since then, or `added` since. `earlier` and
 * `current` are its two versions.
 */
export type Difference =
  | { state: 'missing'; earlier: Item; current?: undefined }
  | { state: 'changed'; earlier: Item; current: Item }
  | { state: 'added'; earlier?: undefined; current: Item }

type CompareOptions = {
  /** The table as it was: restored by point-in-time recovery, or a copy. */
  earlierTable: Table
  currentTable: Table
  /** Only compares items whose keys contain this club's id. */
  club?: string
  /** Items that had expired before this time, in milliseconds since 1970, do not count as missing. */
  at: number
  /** Only compares this segment of both tables, of `parts`: large tables are compared in parallel. */
  part?: number
}

/** How many segments a table is scanned in. */
export const parts = 8
export const partOf = (Segment: number) => ({ Segment, TotalSegments: parts })

/** Compares two tables page by page, so that tables of any size need little memory. */
export async function* differences({
  earlierTable,
  currentTable,
  club,
  at,
  part,
}: CompareOptions): AsyncGenerator<Difference> {
  const scanInput = part === undefined ? {} : partOf(part)
  for await (const page of pagesOf(earlierTable, scanInput)) {
    const items = page.filter((item) => isOfClub(club, item) && !isExpired(item, at))
    const currentItems = await itemsWithSameKeys(currentTable, items)
    for (const item of items) {
      const currentItem = currentItems.get(keyOf(item))
      if (!currentItem) yield { state: 'missing', earlier: item }
      else if (lineWithoutMovedAt(item) !== lineWithoutMovedAt(currentItem))
        yield { state: 'changed', earlier: item, current: currentItem }
    }
  }
  for await (const page of pagesOf(currentTable, scanInput)) {
    const items = page.filter((item) => isOfClub(club, item))
    const earlierItems = await itemsWithSameKeys(earlierTable, items)
    for (const item of items) if (!earlierItems.has(keyOf(item))) yield { state: 'added', current: item }
  }
}

const isOfClub = (club: string | undefined, item: Item) =>
  club === undefined || keyNames.some((name) => textOf(item, name).includes(club))
export const isExpired = ({ ttl }: Item, at: number) => ttl?.N !== undefined && Number(ttl.N) * 1000 < at
export const keyOf = (item: Item) => JSON.stringify([textOf(item, 'pk'), textOf(item, 'sk')])

/** The items with the same keys in another table, by key. */
export async function itemsWithSameKeys(
  { db, TableName }: Table,
  items: readonly Item[],
): Promise<ReadonlyMap<string, Item>> {
  const itemsByKey = new Map<string, Item>()
  for (const batches of chunks(chunks(items, 100), 8))
    await Promise.all(
      batches.map(async (batch) => {
        let remainingKeys: Item[] = batch.map(({ pk, sk }) => ({ pk, sk }) as Item)
        for (let attempt = 1; remainingKeys.length > 0; attempt++) {
          const requestItems = { [TableName]: { Keys: remainingKeys, ConsistentRead: true } }
          const answer = await db.send(new BatchGetItemCommand({ RequestItems: requestItems }))
          for (const item of answer.Responses?.[TableName] ?? []) itemsByKey.set(keyOf(item), item)
          const countBefore = remainingKeys.length
          remainingKeys = answer.UnprocessedKeys?.[TableName]?.Keys ?? []
          if (remainingKeys.length === countBefore) await setTimeout(Math.min(5000, 50 * 2 ** attempt) * Math.random())
        }
      }),
    )
  return itemsByKey
}
