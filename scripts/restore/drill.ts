import { CreateTableCommand, DescribeTableCommand, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { type Item, keyNames, pagesOf, putAll, type Table, textOf, writeAll } from '../club/items.ts'
import { differences, keyOf, partOf, parts } from './differences.ts'
import { restoreItems } from './restoreItems.ts'
import { heldKinds } from './takenSince.ts'

type Drilled = {
  now: Table
  /** Waits until workers have done all that they heard of the table. */
  settle: () => Promise<void>
  /** How many mails were sent since ever. */
  mails: () => Promise<number>
  log?: (line: string) => void
  /** A club that is put back by itself first, before the whole is. */
  club?: string
}

/**
 * What became of the items of a kind: how many there were, how many were lost and spoilt, how many are not as they were, and how
 * many the stage has written itself since, whose clock goes on.
 */
export type Fate = { were: number; lost: number; spoilt: number; unlike: number; since: number }

/**
 * Loses what a table holds and puts it back: it is copied beside itself, as point-in-time recovery would; of ten items of
 * each kind one goes and one is spoilt; what workers make of that happens too; then `restoreItems` runs as an operator runs it, until
 * nothing is left for it, and every item is compared; of a club by itself before, of which nothing is left then, and of all others
 * nothing was touched. Gives what became of each kind, which items are not as they were, and how many
 * mails went out since, of which the clock may have sent some.
 */
export async function drill({ now, settle, mails, log = () => {}, club }: Drilled) {
  const was: Table = { db: now.db, TableName: `${now.TableName}-then` }
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const done = await work()
    log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return done
  }
  await timed('all that went before is done', settle)
  const items = await timed('copied', () => copyOf(now, was))
  const fates = await timed('lost and spoilt', () => lose(now, items))
  await timed('what workers make of it is done', settle)

  const before = await mails()
  const at = new Date().toISOString()
  const putBack = async (some: { club?: string }) => {
    let rounds = 0
    for (let left = true; left && rounds < 3; rounds++)
      left = await timed(some.club ? `${some.club} put back` : 'put back', async () => {
        const counts = await restoreItems({ was, now, extent: 'all', at, taken: heldKinds, ...some })
        await settle()
        return counts.size > 0
      })
    return rounds
  }
  const unlike: string[] = []
  if (club !== undefined) {
    const there = await itemsOf(now)
    await putBack({ club })
    await timed('compared', async () => unlike.push(...(await unlikeAfter(club, { was, now, at, there }))))
  }
  const rounds = await putBack({})

  await timed('compared', async () => {
    for await (const { state, was: past, now: is } of differences({ was, now, at: Date.parse(at) })) {
      const item = past ?? is ?? {}
      const name = `${state} ${textOf(item, 'pk')} ${textOf(item, 'sk')}`
      const isSince = is !== undefined && textOf(is, 'at') > at
      fateOf(fates, item)[isSince ? 'since' : 'unlike']++
      if (isSince) log(`written since: ${name}`)
      else unlike.push(name)
    }
  })
  const told = (await mails()) - before
  log(`${items.length} items; put back in ${rounds} rounds; not as they were: ${unlike.length}; mails sent: ${told}.`)
  for (const each of unlike.slice(0, 50)) log(each)
  return { fates, unlike, told }
}

/** A table of the same items; gives those. */
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

/** All items there are; each page of them is handed on when it is read. */
async function itemsOf(
  table: Table,
  hand: (page: Item[]) => Promise<unknown> = async () => undefined,
): Promise<Item[]> {
  const read = await Promise.all(
    Array.from({ length: parts }, async (_, part) => {
      const all: Item[] = []
      for await (const page of pagesOf(table, partOf(part))) {
        await hand(page)
        all.push(...page)
      }
      return all
    }),
  )
  return read.flat()
}

type After = { was: Table; now: Table; at: string; there: readonly Item[] }
/** What of a club that was put back by itself is not as it was, and what of all others was put back or taken away with it. */
async function unlikeAfter(club: string, { was, now, at, there }: After): Promise<string[]> {
  const isTheirs = (item: Item) => keyNames.some((name) => textOf(item, name).includes(club))
  const isSince = (item: Item) => textOf(item, 'at') > at
  const wrong: string[] = []
  const tell = (what: string, item: Item) => wrong.push(`${what} ${textOf(item, 'pk')} ${textOf(item, 'sk')}`)
  for await (const { state, was: past, now: is } of differences({ was, now, at: Date.parse(at) })) {
    const item = past ?? is ?? {}
    if (isTheirs(item) && !(is && isSince(is))) tell(`of the club ${state}`, item)
  }
  const present = await itemsOf(now)
  for (const item of present) if (!isTheirs(item) && textOf(item, 'movedAt') === at) tell('of others put back', item)
  const held = new Set(present.map(keyOf))
  const taken = there.filter((item) => !isTheirs(item) && !held.has(keyOf(item)))
  // What the stage takes away itself, as it does with what has had its time, was none of ours to put back.
  for (const item of taken) if (item['ttl'] === undefined) tell('of others taken away', item)
  return wrong
}

/** Of ten items of each kind the first goes and the second is spoilt. */
async function lose(table: Table, items: readonly Item[]): Promise<Map<string, Fate>> {
  const fates = new Map<string, Fate>()
  const writes: WriteRequest[] = []
  for (const item of items) {
    const { pk, sk } = item
    const fate = fateOf(fates, item)
    const place = fate.were++ % 10
    if (place === 0 && pk && sk) {
      fate.lost++
      writes.push({ DeleteRequest: { Key: { pk, sk } } })
    } else if (place === 1) {
      fate.spoilt++
      writes.push({ PutRequest: { Item: { ...item, name: { S: 'spoilt' } } } })
    }
  }
  await writeAll(table, writes)
  return fates
}

function fateOf(fates: Map<string, Fate>, item: Item): Fate {
  const kind = textOf(item, 'kind')
  const fate = fates.get(kind) ?? { were: 0, lost: 0, spoilt: 0, unlike: 0, since: 0 }
  fates.set(kind, fate)
  return fate
}
