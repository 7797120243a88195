import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb'
import { setTimeout } from 'node:timers/promises'
import { chunks } from '#functions/table/chunks.ts'
import { type Item, keyNames, lineWithoutMove, pagesOf, type Table, textOf } from '../club/items.ts'

/**
 * An item that is not alike in two states of a table: `missing` now, `changed` since then, or `added` since. `was` and
 * `now` are what it was and is.
 */
export type Difference =
  | { state: 'missing'; was: Item; now?: undefined }
  | { state: 'changed'; was: Item; now: Item }
  | { state: 'added'; was?: undefined; now: Item }

type Compared = {
  /** The table as it was: what point-in-time recovery has made, or a copy. */
  was: Table
  now: Table
  /** Only items with a key that holds this club's id. */
  club?: string
  /** What had its time before this, in milliseconds since 1970, is not missing. */
  at: number
  /** Only this part of both, of `parts`: a large table is compared part beside part. */
  part?: number
}

/** How many parts a table has. */
export const parts = 8
export const partOf = (Segment: number) => ({ Segment, TotalSegments: parts })

/** What is not alike in two tables, page by page: a table of any size is compared in little memory. */
export async function* differences({ was, now, club, at, part }: Compared): AsyncGenerator<Difference> {
  const wanted = part === undefined ? {} : partOf(part)
  for await (const page of pagesOf(was, wanted)) {
    const items = page.filter((item) => isOf(club, item) && !isOver(item, at))
    const present = await sameIn(now, items)
    for (const item of items) {
      const other = present.get(keyOf(item))
      if (!other) yield { state: 'missing', was: item }
      else if (lineWithoutMove(item) !== lineWithoutMove(other)) yield { state: 'changed', was: item, now: other }
    }
  }
  for await (const page of pagesOf(now, wanted)) {
    const items = page.filter((item) => isOf(club, item))
    const past = await sameIn(was, items)
    for (const item of items) if (!past.has(keyOf(item))) yield { state: 'added', now: item }
  }
}

const isOf = (club: string | undefined, item: Item) =>
  club === undefined || keyNames.some((name) => textOf(item, name).includes(club))
export const isOver = ({ ttl }: Item, at: number) => ttl?.N !== undefined && Number(ttl.N) * 1000 < at
export const keyOf = (item: Item) => JSON.stringify([textOf(item, 'pk'), textOf(item, 'sk')])

/** The items with the keys of these in another table, by key. */
export async function sameIn({ db, TableName }: Table, items: readonly Item[]): Promise<ReadonlyMap<string, Item>> {
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
