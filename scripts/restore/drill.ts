import { CreateTableCommand, DescribeTableCommand, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { type Item, keyNames, pagesOf, putAll, type Table, textOf, writeAll } from '../club/items.ts'
import { differences, keyOf, partOf, parts } from './differences.ts'
import { restoreItems } from './restoreItems.ts'
import { protectedKinds } from './removedSince.ts'

type DrillOptions = {
  now: Table
  /** Waits until the workers have processed all changes of the table. */
  settle: () => Promise<void>
  /** The number of all mails sent so far. */
  mails: () => Promise<number>
  log?: (line: string) => void
  /** A club that is restored on its own before everything else. */
  club?: string
}

/**
 * Counts of a kind of items: how many there were, how many were deleted (`lost`) and how many corrupted (`spoilt`), how
 * many differ after the restore, and how many the running stage has written since.
 */
export type Tally = { were: number; lost: number; spoilt: number; unlike: number; since: number }

/**
 * A restore drill. Copies a table, as point-in-time recovery would; deletes one and corrupts one of ten items of each
 * kind; lets the workers react to that; then runs `restoreItems` as an operator would, until it finds nothing more, and
 * compares every item. With `club`, that club is restored on its own first, and no other item may change. Returns the
 * counts by kind, the items that differ, and the number of mails sent meanwhile, some perhaps by scheduled functions.
 */
export async function drill({ now, settle, mails, log = () => {}, club }: DrillOptions) {
  const was: Table = { db: now.db, TableName: `${now.TableName}-then` }
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const done = await work()
    log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return done
  }
  await timed('all that went before is done', settle)
  const items = await timed('copied', () => copyOf(now, was))
  const tallies = await timed('lost and spoilt', () => damage(now, items))
  await timed('what workers make of it is done', settle)

  const before = await mails()
  const at = new Date().toISOString()
  const putBack = async (some: { club?: string }) => {
    let rounds = 0
    for (let left = true; left && rounds < 3; rounds++)
      left = await timed(some.club ? `${some.club} put back` : 'put back', async () => {
        const counts = await restoreItems({ was, now, extent: 'all', at, taken: protectedKinds, ...some })
        await settle()
        return counts.size > 0
      })
    return rounds
  }
  const unlike: string[] = []
  if (club !== undefined) {
    const there = await itemsOf(now)
    await putBack({ club })
    await timed('compared', async () => unlike.push(...(await findMismatches(club, { was, now, at, there }))))
  }
  const rounds = await putBack({})

  await timed('compared', async () => {
    for await (const { state, was: past, now: is } of differences({ was, now, at: Date.parse(at) })) {
      const item = past ?? is ?? {}
      const name = `${state} ${textOf(item, 'pk')} ${textOf(item, 'sk')}`
      const isSince = is !== undefined && textOf(is, 'at') > at
      tallyOf(tallies, item)[isSince ? 'since' : 'unlike']++
      if (isSince) log(`written since: ${name}`)
      else unlike.push(name)
    }
  })
  const mailsSent = (await mails()) - before
  log(
    `${items.length} items; put back in ${rounds} rounds; not as they were: ${unlike.length}; mails sent: ${mailsSent}.`,
  )
  for (const each of unlike.slice(0, 50)) log(each)
  return { tallies, unlike, told: mailsSent }
}

/** Creates a table with the same items; returns the items. */
async function copyOf(from: Table, to: Table): Promise<Item[]> {
  const { Table: made } = await from.db.send(new DescribeTableCommand({ TableName: from.TableName }))
  const KeySchema = made?.KeySchema
  const AttributeDefinitions = made?.AttributeDefinitions?.filter(({ AttributeName }) =>
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

type After = { was: Table; now: Table; at: string; there: readonly Item[] }
/** Checks the restore of one club: its items that differ, and items of others that were restored or removed with it. */
async function findMismatches(club: string, { was, now, at, there }: After): Promise<string[]> {
  const isTheirs = (item: Item) => keyNames.some((name) => textOf(item, name).includes(club))
  const isSince = (item: Item) => textOf(item, 'at') > at
  const wrong: string[] = []
  const report = (what: string, item: Item) => wrong.push(`${what} ${textOf(item, 'pk')} ${textOf(item, 'sk')}`)
  for await (const { state, was: past, now: is } of differences({ was, now, at: Date.parse(at) })) {
    const item = past ?? is ?? {}
    if (isTheirs(item) && !(is && isSince(is))) report(`of the club ${state}`, item)
  }
  const present = await itemsOf(now)
  for (const item of present) if (!isTheirs(item) && textOf(item, 'movedAt') === at) report('of others put back', item)
  const held = new Set(present.map(keyOf))
  const taken = there.filter((item) => !isTheirs(item) && !held.has(keyOf(item)))
  // Items with a TTL may have expired on their own.
  for (const item of taken) if (item['ttl'] === undefined) report('of others taken away', item)
  return wrong
}

/** Of every ten items of each kind, deletes the first and corrupts the second. */
async function damage(table: Table, items: readonly Item[]): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>()
  const writes: WriteRequest[] = []
  for (const item of items) {
    const { pk, sk } = item
    const tally = tallyOf(tallies, item)
    const place = tally.were++ % 10
    if (place === 0 && pk && sk) {
      tally.lost++
      writes.push({ DeleteRequest: { Key: { pk, sk } } })
    } else if (place === 1) {
      tally.spoilt++
      writes.push({ PutRequest: { Item: { ...item, name: { S: 'spoilt' } } } })
    }
  }
  await writeAll(table, writes)
  return tallies
}

function tallyOf(tallies: Map<string, Tally>, item: Item): Tally {
  const kind = textOf(item, 'kind')
  const tally = tallies.get(kind) ?? { were: 0, lost: 0, spoilt: 0, unlike: 0, since: 0 }
  tallies.set(kind, tally)
  return tally
}
