import { CreateTableCommand, DescribeTableCommand, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { type Item, keyNames, pagesOf, putAll, type Table, textOf, writeAll } from '../club/items.ts'
import { differences, keyOf, partOf, parts } from './differences.ts'
import { restoreItems } from './restoreItems.ts'
import { protectedKinds } from './removedSince.ts'

type DrillOptions = {
  currentTable: Table
  /** Waits until the workers have processed all changes of the table. */
  settle: () => Promise<void>
  /** The number of all mails sent so far. */
  mails: () => Promise<number>
  log?: (line: string) => void
  /** A club that is restored on its own before everything else. */
  club?: string
}

/**
 * Counts of a kind of items: how many there were, were deleted and were corrupted by the drill, how
 * many differ after the restore, and how many the running stage has written since.
 */
export type Tally = { total: number; deleted: number; corrupted: number; different: number; writtenSince: number }

/**
 * A restore drill. Copies a table, as point-in-time recovery would; deletes one and corrupts one of ten items of each
 * kind; lets the workers react to that; then runs `restoreItems` as an operator would, until it finds nothing more, and
 * compares every item. With `club`, that club is restored on its own first, and no other item may change. Returns the
 * counts by kind, the items that differ, and the number of mails sent meanwhile, some perhaps by scheduled functions.
 */
export async function drill({ currentTable, settle, mails, log = () => {}, club }: DrillOptions) {
  const earlierTable: Table = { db: currentTable.db, TableName: `${currentTable.TableName}-then` }
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await work()
    log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    return result
  }
  await timed('all that went before is done', settle)
  const items = await timed('copied', () => copyOf(currentTable, earlierTable))
  const tallies = await timed('lost and spoilt', () => damage(currentTable, items))
  await timed('what workers make of it is done', settle)

  const mailsBefore = await mails()
  const at = new Date().toISOString()
  const restoreRounds = async (scope: { club?: string }) => {
    let rounds = 0
    for (let hasDifferences = true; hasDifferences && rounds < 3; rounds++)
      hasDifferences = await timed(scope.club ? `${scope.club} put back` : 'put back', async () => {
        const counts = await restoreItems({
          earlierTable,
          currentTable,
          extent: 'all',
          at,
          includedKinds: protectedKinds,
          ...scope,
        })
        await settle()
        return counts.size > 0
      })
    return rounds
  }
  const unlike: string[] = []
  if (club !== undefined) {
    const itemsBefore = await itemsOf(currentTable)
    await restoreRounds({ club })
    await timed('compared', async () =>
      unlike.push(...(await findMismatches(club, { earlierTable, currentTable, at, itemsBefore }))),
    )
  }
  const rounds = await restoreRounds({})

  await timed('compared', async () => {
    for await (const { state, earlier, current } of differences({ earlierTable, currentTable, at: Date.parse(at) })) {
      const item = earlier ?? current ?? {}
      const name = `${state} ${textOf(item, 'pk')} ${textOf(item, 'sk')}`
      const isWrittenSince = current !== undefined && textOf(current, 'at') > at
      tallyOf(tallies, item)[isWrittenSince ? 'writtenSince' : 'different']++
      if (isWrittenSince) log(`written since: ${name}`)
      else unlike.push(name)
    }
  })
  const mailsSent = (await mails()) - mailsBefore
  log(
    `${items.length} items; put back in ${rounds} rounds; not as they were: ${unlike.length}; mails sent: ${mailsSent}.`,
  )
  for (const each of unlike.slice(0, 50)) log(each)
  return { tallies, unlike, told: mailsSent }
}

/** Creates a table with the same items; returns the items. */
async function copyOf(from: Table, to: Table): Promise<Item[]> {
  const { Table: description } = await from.db.send(new DescribeTableCommand({ TableName: from.TableName }))
  const KeySchema = description?.KeySchema
  const AttributeDefinitions = description?.AttributeDefinitions?.filter(({ AttributeName }) =>
    KeySchema?.some((key) => key.AttributeName === AttributeName),
  )
  const { TableName } = to
  await to.db.send(
    new CreateTableCommand({ TableName, BillingMode: 'PAY_PER_REQUEST', KeySchema, AttributeDefinitions }),
  )
  return itemsOf(from, (page) => putAll(to, page))
}

/** Reads all items; each page is passed to `onPage` when it is read. */
async function itemsOf(
  table: Table,
  onPage: (page: Item[]) => Promise<unknown> = async () => undefined,
): Promise<Item[]> {
  const read = await Promise.all(
    Array.from({ length: parts }, async (_, part) => {
      const all: Item[] = []
      for await (const page of pagesOf(table, partOf(part))) {
        await onPage(page)
        all.push(...page)
      }
      return all
    }),
  )
  return read.flat()
}

type RestoredState = { earlierTable: Table; currentTable: Table; at: string; itemsBefore: readonly Item[] }
/** Checks the restore of one club: its items that differ, and items of others that were restored or removed with it. */
async function findMismatches(
  club: string,
  { earlierTable, currentTable, at, itemsBefore }: RestoredState,
): Promise<string[]> {
  const isOfClub = (item: Item) => keyNames.some((name) => textOf(item, name).includes(club))
  const isWrittenSince = (item: Item) => textOf(item, 'at') > at
  const mismatches: string[] = []
  const report = (what: string, item: Item) => mismatches.push(`${what} ${textOf(item, 'pk')} ${textOf(item, 'sk')}`)
  for await (const { state, earlier, current } of differences({ earlierTable, currentTable, at: Date.parse(at) })) {
    const item = earlier ?? current ?? {}
    if (isOfClub(item) && !(current && isWrittenSince(current))) report(`of the club ${state}`, item)
  }
  const currentItems = await itemsOf(currentTable)
  for (const item of currentItems)
    if (!isOfClub(item) && textOf(item, 'movedAt') === at) report('of others put back', item)
  const currentKeys = new Set(currentItems.map(keyOf))
  const removedItems = itemsBefore.filter((item) => !isOfClub(item) && !currentKeys.has(keyOf(item)))
  // Items with a TTL may have expired on their own.
  for (const item of removedItems) if (item['ttl'] === undefined) report('of others taken away', item)
  return mismatches
}

/** Of every ten items of each kind, deletes the first and corrupts the second. */
async function damage(table: Table, items: readonly Item[]): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>()
  const writes: WriteRequest[] = []
  for (const item of items) {
    const { pk, sk } = item
    const tally = tallyOf(tallies, item)
    const place = tally.total++ % 10
    if (place === 0 && pk && sk) {
      tally.deleted++
      writes.push({ DeleteRequest: { Key: { pk, sk } } })
    } else if (place === 1) {
      tally.corrupted++
      writes.push({ PutRequest: { Item: { ...item, name: { S: 'spoilt' } } } })
    }
  }
  await writeAll(table, writes)
  return tallies
}

function tallyOf(tallies: Map<string, Tally>, item: Item): Tally {
  const kind = textOf(item, 'kind')
  const tally = tallies.get(kind) ?? { total: 0, deleted: 0, corrupted: 0, different: 0, writtenSince: 0 }
  tallies.set(kind, tally)
  return tally
}
