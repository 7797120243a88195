// own: it scans all items, so it has its own table
import {
  CreateTableCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type ScanCommand,
} from '@aws-sdk/client-dynamodb'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasMoved } from '#functions/dispatch/change.ts'
import { putAll, type Item, type Table } from '#scripts/club/items.ts'
import { pagesOf } from '#scripts/club/items.ts'
import { restoredName, restoreTable } from '#scripts/restore/pointInTime.ts'
import { drill } from '#scripts/restore/drill.ts'
import { restoreItems } from '#scripts/restore/restoreItems.ts'

const db = new DynamoDBClient({})
const now: Table = { db, TableName: process.env['TABLE_NAME'] ?? '' }
const was: Table = { db, TableName: `${now.TableName}-then` }
const at = '2026-11-22T12:00:00.000Z'

beforeAll(() => create(was))

/** A table with the product's key schema. */
async function create({ TableName }: Table) {
  const { Table: made } = await db.send(new DescribeTableCommand({ TableName: now.TableName }))
  const KeySchema = made?.KeySchema
  const AttributeDefinitions = made?.AttributeDefinitions?.filter(({ AttributeName }) =>
    KeySchema?.some((key) => key.AttributeName === AttributeName),
  )
  await db.send(new CreateTableCommand({ TableName, BillingMode: 'PAY_PER_REQUEST', KeySchema, AttributeDefinitions }))
}

const team = (club: string, name: string, more: Item = {}): Item => ({
  pk: { S: `ORG#${club}` },
  sk: { S: `TEAM#${name}` },
  kind: { S: 'Team' },
  version: { N: '1' },
  name: { S: name },
  ...more,
})
const version = (N: string) => ({ version: { N } })
const ttl = (instant: string) => ({ ttl: { N: String(Date.parse(instant) / 1000) } })

async function all(table: Table): Promise<Record<string, string | undefined>> {
  const items: Item[] = []
  for await (const page of pagesOf(table)) items.push(...page)
  return Object.fromEntries(items.map((item) => [`${item['pk']?.S} ${item['sk']?.S}`, item['name']?.S]))
}

describe('restoring a table', () => {
  test('restores exactly the requested extent, keeps other writes, and repeating it changes nothing', async () => {
    const many = Array.from({ length: 230 }, (_, i) => team('o1', `many ${i}`))
    const past = ['lost', 'spoilt', 'same'].map((name) => team('o1', name))
    await putAll(was, [...many, ...past, team('o1', 'over', ttl('2026-11-22T11:59:59Z')), team('o2', 'lost too')])
    await putAll(now, [
      ...many.slice(0, 120),
      team('o1', 'same', { movedAt: { S: '2026-01-01T00:00:00.000Z' } }),
      team('o1', 'spoilt', { name: { S: 'xx' }, ...version('7') }),
      team('o1', 'new'),
    ])

    const looked = await restoreItems({ earlierTable: was, currentTable: now, at })
    expect(looked.get('Team')).toEqual({ missing: 112, changed: 1, added: 1, taken: 0, back: 0, busy: 0 })

    const club = await restoreItems({ earlierTable: was, currentTable: now, at, club: 'o2', extent: 'missing' })
    expect(club.get('Team')).toMatchObject({ missing: 1, changed: 0, added: 0, back: 1 })

    const missing = await restoreItems({ earlierTable: was, currentTable: now, at, extent: 'missing' })
    expect(missing.get('Team')).toEqual({ missing: 111, changed: 1, added: 1, taken: 0, back: 111, busy: 0 })
    expect(await all(now)).toMatchObject({ 'ORG#o1 TEAM#spoilt': 'xx', 'ORG#o1 TEAM#lost': 'lost' })

    const everything = await restoreItems({ earlierTable: was, currentTable: now, at, extent: 'all' })
    expect(everything.get('Team')).toEqual({ missing: 0, changed: 1, added: 1, taken: 0, back: 2, busy: 0 })
    const { ['ORG#o1 TEAM#over']: _, ...expected } = await all(was)
    expect(await all(now)).toEqual(expected)
    expect([...(await restoreItems({ earlierTable: was, currentTable: now, at, extent: 'all' }))]).toEqual([])
  })

  test('leaves an item written concurrently unchanged', async () => {
    await putAll(was, [team('o3', 'raced')])
    await putAll(now, [team('o3', 'raced', { name: { S: 'spoilt' }, ...version('2') })])
    // The first scan sees version 2; a concurrent write makes it 3.
    const raced: Table = {
      ...now,
      db: new Proxy(db, {
        get: (client, name) =>
          name !== 'send'
            ? Reflect.get(client, name)
            : async (command: object) => {
                const answer = await client.send(command as ScanCommand)
                if (command.constructor.name === 'BatchGetItemCommand')
                  await putAll(now, [team('o3', 'raced', { name: { S: 'by a coach' }, ...version('3') })])
                return answer
              },
      }),
    }
    const counts = await restoreItems({ earlierTable: was, currentTable: raced, at, club: 'o3', extent: 'changed' })
    expect(counts.get('Team')).toMatchObject({ changed: 1, back: 0, busy: 1 })
    expect(await all(now)).toMatchObject({ 'ORG#o3 TEAM#raced': 'by a coach' })
  })
})

test('restored items are not reported to workers, and later changes are', () => {
  const record = (OldImage: Item | undefined, NewImage: Item) => ({ dynamodb: { OldImage, NewImage } }) as never
  const back = team('o1', 'a', { movedAt: { S: at } })
  expect(hasMoved(record(undefined, back))).toBe(true)
  expect(hasMoved(record(team('o1', 'spoilt'), back))).toBe(true)
  expect(hasMoved(record(back, { ...back, name: { S: 'b' } }))).toBe(false)
  expect(hasMoved(record(undefined, team('o1', 'a')))).toBe(false)
})

test('the restored table is created only once by DynamoDB, however often it is waited for', async () => {
  const sent: string[] = []
  let made = false
  const client = {
    send: async (command: { constructor: { name: string }; input: object }) => {
      const { name } = command.constructor
      sent.push(name)
      if (name === 'RestoreTableToPointInTimeCommand') {
        made = true
        expect(command.input).toEqual({
          SourceTableName: 'clubs',
          TargetTableName: 'clubs-at-20261122120000000',
          RestoreDateTime: new Date(at),
        })
      } else if (!made) return db.send(new DescribeTableCommand({ TableName: 'nowhere' }))
      return { Table: { TableStatus: 'ACTIVE' } }
    },
  } as unknown as DynamoDBClient
  for (let times = 0; times < 2; times++)
    expect(await restoreTable(client, 'clubs', at)).toBe(restoredName('clubs', at))
  expect(sent.filter((name) => name.startsWith('Restore'))).toHaveLength(1)
})

describe('the restore drill', () => {
  const club = (i: number) => team('o9', `at ${i}`, i % 2 ? { kind: { S: 'Event' } } : {})
  const drilled = async (name: string, mails: () => Promise<number>, settle = async () => {}) => {
    const table = { db, TableName: `${now.TableName}-${name}` }
    await create(table)
    await putAll(
      table,
      Array.from({ length: 90 }, (_, i) => club(i)),
    )
    return { table, ...(await drill({ currentTable: table, settle, mails })) }
  }

  test('loses and spoils items of each kind, and confirms that everything is restored', async () => {
    const { table, tallies, unlike } = await drilled('well', async () => 0)
    expect(unlike).toEqual([])
    const tally = { total: 45, deleted: 5, corrupted: 5, different: 0, writtenSince: 0 }
    expect(Object.fromEntries(tallies)).toEqual({ Event: tally, Team: tally })
    expect(await all(table)).toEqual(await all({ db, TableName: `${table.TableName}-then` }))
  })

  test('first restores one club alone, and reports what is not restored and what of other clubs has changed', async () => {
    const named = (name: string): Table => ({ db, TableName: `${now.TableName}-${name}` })
    const ofBoth = ['o8', 'o9'].flatMap((one) => Array.from({ length: 30 }, (_, i) => team(one, `at ${i}`)))
    // `settle` runs before, after the loss, and after each round: turns 3 and 4 follow the club's own rounds, unless the damage
    // continues.
    const drilledAlone = async (name: string, meanwhile: (turn: number) => Promise<unknown> = async () => 0) => {
      let turn = 0
      await create(named(name))
      await putAll(named(name), ofBoth)
      const settle = async () => void (await meanwhile(++turn))
      return drill({ currentTable: named(name), club: 'o9', settle, mails: async () => 0 })
    }
    expect((await drilledAlone('alone')).unlike).toEqual([])

    const spoilt = team('o9', 'at 0', { name: { S: 'spoilt again' }, ...version('9') })
    const left = await drilledAlone('left', async (turn) => turn >= 3 && turn <= 5 && putAll(named('left'), [spoilt]))
    expect(left.unlike).toEqual(['of the club changed ORG#o9 TEAM#at 0'])

    const names: string[] = []
    const touched = await drilledAlone('touched', async (turn) => {
      if (turn !== 3) return
      const there: Item[] = []
      for await (const page of pagesOf(named('touched'))) there.push(...page)
      const [one, two] = there.filter(({ pk, name }) => pk?.S === 'ORG#o8' && name?.S !== 'spoilt')
      const { movedAt } = there.find((item) => item['movedAt']) ?? {}
      if (!one || !two?.['pk'] || !two['sk'] || !movedAt) throw new Error('Nothing was restored.')
      names.push(`of others put back ORG#o8 ${one['sk']?.S}`, `of others taken away ORG#o8 ${two['sk'].S}`)
      await putAll(named('touched'), [{ ...one, movedAt }])
      await db.send(
        new DeleteItemCommand({ TableName: named('touched').TableName, Key: { pk: two['pk'], sk: two['sk'] } }),
      )
    })
    expect(touched.unlike).toEqual(names)
  })

  test('counts mails, ignores the stage’s own later writes, and finds items that keep being spoiled', async () => {
    let mails = 0
    expect(await drilled('told', async () => mails++)).toMatchObject({ told: 1, unlike: [] })

    const writing = (name: string, more: () => Item) => {
      const table = { db, TableName: `${now.TableName}-${name}` }
      let turn = 9
      const spoilt = () => team('o9', 'at 0', { name: { S: 'written' }, ...version(String(turn++)), ...more() })
      return drilled(
        name,
        async () => 0,
        () => putAll(table, [spoilt()]),
      )
    }
    const own = await writing('own', () => ({ at: { S: new Date(Date.now() + 1000).toISOString() } }))
    expect(own.unlike).toEqual([])
    expect(own.tallies.get('Team')).toMatchObject({ different: 0, writtenSince: 1 })
    const { unlike } = await writing('busy', () => ({}))
    expect(unlike).toEqual(['changed ORG#o9 TEAM#at 0'])
  })
})
