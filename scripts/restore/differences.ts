import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb'
import { setTimeout } from 'node:timers/promises'
import { chunks } from '#functions/table/chunks.ts'
import { type Item, keyNames, lineWithoutMovedAt, pagesOf, type Table, textOf } from '../club/items.ts'

/**
 * An item that differs between two states of a table: `missing` now, `changed` since then, or `added` since. `was` and
 * `now` are its two versions.
 */
export type Difference =
  | { state: 'missing'; was: Item; now?: undefined }
  | { state: 'changed'; was: Item; now: Item }
  | { state: 'added'; was?: undefined; now: Item }

type CompareOptions = {
  /** The table as it was: restored by point-in-time recovery, or a copy. */
  was: Table
  now: Table
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
export async function* differences({ was, now, club, at, part }: CompareOptions): AsyncGenerator<Difference> {
  const wanted = part === undefined ? {} : partOf(part)
  for await (const page of pagesOf(was, wanted)) {
    const items = page.filter((item) => isOf(club, item) && !isExpired(item, at))
    const present = await itemsWithSameKeys(now, items)
    for (const item of items) {
      const other = present.get(keyOf(item))
      if (!other) yield { state: 'missing', was: item }
      else if (lineWithoutMovedAt(item) !== lineWithoutMovedAt(other)) yield { state: 'changed', was: item, now: other }
    }
  }
  for await (const page of pagesOf(now, wanted)) {
    const items = page.filter((item) => isOf(club, item))
    const past = await itemsWithSameKeys(was, items)
    for (const item of items) if (!past.has(keyOf(item))) yield { state: 'added', now: item }
  }
}

const isOf = (club: string | undefined, item: Item) =>
  club === undefined || keyNames.some((name) => textOf(item, name).includes(club))
export const isExpired = ({ ttl }: Item, at: number) => ttl?.N !== undefined && Number(ttl.N) * 1000 < at
export const keyOf = (item: Item) => JSON.stringify([textOf(item, 'pk'), textOf(item, 'sk')])

/** The items with the same keys in another table, by key. */
export async function itemsWithSameKeys(
  { db, TableName }: Table,
  items: readonly Item[],
): Promise<ReadonlyMap<string, Item>> {
  const found = new Map<string, Item>()
  for (const some of chunks(chunks(items, 100), 8))
    await Promise.all(
      some.map(async (batch) => {
        let rest: Item[] = batch.map(({ pk, sk }) => ({ pk, sk }) as Item)
        for (let attempt = 1; rest.length > 0; attempt++) {
          const asked = { [TableName]: { Keys: rest, ConsistentRead: true } }
          const answer = await db.send(new BatchGetItemCommand({ RequestItems: asked }))
          for (const item of answer.Responses?.[TableName] ?? []) found.set(keyOf(item), item)
          const before = rest.length
          rest = answer.UnprocessedKeys?.[TableName]?.Keys ?? []
          if (rest.length === before) await setTimeout(Math.min(5000, 50 * 2 ** attempt) * Math.random())
        }
      }),
    )
  return found
}
