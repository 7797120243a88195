import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import {
  BatchGetItemCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTables } from '#scripts/local/services/dynamodb/createTables.ts'
import { type DynamoDb, startDynamoDb } from '#scripts/local/services/dynamodb/startDynamoDb.ts'
import { StartError } from '#scripts/local/startError.ts'
import { itemTable, properties } from './dynamodb-table.ts'
import { tempDir } from './fixtures/clubApp.ts'

const { dir, remove } = tempDir('dynamodb')
afterAll(remove)

const clientOf = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'LOCALadmin', secretAccessKey: 'local' },
    maxAttempts: 1,
  })

describe('the tables of the app', () => {
  let database: DynamoDb
  let client: DynamoDBClient
  beforeAll(async () => {
    database = await startDynamoDb({ dir: join(dir, 'tables') })
    client = clientOf(database.endpoint)
    await createTables(itemTable(join(dir, 'app')), database.endpoint)
  })
  afterAll(async () => {
    client.destroy()
    await database.close()
  })

  test('have their keys, indexes, projections, stream and time to live', async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'items' }))
    expect(Table).toMatchObject({
      KeySchema: properties.KeySchema,
      LocalSecondaryIndexes: properties.LocalSecondaryIndexes,
      GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    })
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: 'items' }))
    expect(TimeToLiveDescription).toEqual({ AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' })
  })

  test('return the projected attributes for a query on an index', async () => {
    const text = (S: string) => ({ S })
    const projected = { pk: text('a'), sk: text('b'), event: text('e'), player: text('p'), note: text('n') }
    const Item = { ...projected, other: text('o') }
    await client.send(new PutItemCommand({ TableName: 'items', Item }))
    const { Items } = await client.send(
      new QueryCommand({
        TableName: 'items',
        IndexName: 'byEvent',
        KeyConditionExpression: 'event = :e',
        ExpressionAttributeValues: { ':e': text('e') },
      }),
    )
    expect(Items).toEqual([projected])
  })

  test('are kept with their items when they exist', async () => {
    await client.send(new PutItemCommand({ TableName: 'items', Item: { pk: { S: 'kept' }, sk: { S: 'x' } } }))
    await createTables(itemTable(join(dir, 'app')), database.endpoint)
    const { Item } = await client.send(
      new GetItemCommand({ TableName: 'items', Key: { pk: { S: 'kept' }, sk: { S: 'x' } } }),
    )
    expect(Item).toBeDefined()
  })

  const [index] = properties.GlobalSecondaryIndexes
  test.each<[string, Record<string, unknown>, string]>([
    [
      'a new index',
      { GlobalSecondaryIndexes: [index, { ...index, IndexName: 'byPlayer' }] },
      'The table items on disk lacks the index byPlayer: start with --fresh',
    ],
    ['a removed index', { GlobalSecondaryIndexes: [] }, 'has the index byEvent, which the app has no more'],
    [
      'another projection',
      { GlobalSecondaryIndexes: [{ ...index, Projection: { ProjectionType: 'KEYS_ONLY' } }] },
      'has the index byEvent with global key event (S) + player (S), projecting INCLUDE note status and not with',
    ],
    ['a removed local index', { LocalSecondaryIndexes: undefined }, 'has the index byTime'],
    [
      'another key',
      { AttributeDefinitions: properties.AttributeDefinitions.map((one) => ({ ...one, AttributeType: 'N' })) },
      'has the key pk (S) + sk (S) and not pk (N) + sk (N)',
    ],
    [
      'another stream',
      { StreamSpecification: { StreamViewType: 'KEYS_ONLY' } },
      'shows NEW_AND_OLD_IMAGES on disk and KEYS_ONLY in the app',
    ],
  ])('are rejected with %s', async (_, changed, words) => {
    const act = createTables(itemTable(join(dir, 'changed'), changed), database.endpoint)
    await expect(act).rejects.toThrow(StartError)
    await expect(act).rejects.toThrow(words)
    await expect(act).rejects.toThrow('start with --fresh')
  })

  test('are updated when the time to live changes', async () => {
    const described = async () =>
      (await client.send(new DescribeTimeToLiveCommand({ TableName: 'items' }))).TimeToLiveDescription
    await createTables(itemTable(join(dir, 'without'), { TimeToLiveSpecification: undefined }), database.endpoint)
    expect(await described()).toMatchObject({ TimeToLiveStatus: 'DISABLED' })
    await createTables(itemTable(join(dir, 'app')), database.endpoint)
    expect(await described()).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' })
  })
})

test('kill -9 while writing loses no acknowledged item, and leaves no Java process behind', async () => {
  const [data, app] = [join(dir, 'killed'), join(dir, 'killed-app')]
  const script = fileURLToPath(new URL('dynamodb-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, data, app], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (lines.length === 200) child.kill('SIGKILL')
  }
  const [endpoint = '', ...acknowledged] = lines
  expect(acknowledged.length).toBeGreaterThanOrEqual(199)
  await vi.waitFor(
    async () => {
      expect(javaIn(data)).toBe('')
      await expect(fetch(endpoint)).rejects.toThrow()
    },
    { timeout: 5000 },
  )

  const database = await startDynamoDb({ dir: data })
  const client = clientOf(database.endpoint)
  const found = new Set<string | undefined>()
  for (let first = 0; first < acknowledged.length; first += 100) {
    const Keys = acknowledged.slice(first, first + 100).map((count) => ({ pk: { S: count }, sk: { S: 'x' } }))
    const { Responses } = await client.send(new BatchGetItemCommand({ RequestItems: { items: { Keys } } }))
    for (const { pk } of Responses?.items ?? []) found.add(pk?.S)
  }
  client.destroy()
  await database.close()
  expect(acknowledged.filter((count) => !found.has(count))).toEqual([])
  expect(javaIn(data)).toBe('')
})

/** DynamoDB Local processes with their data in this folder. */
const javaIn = (folder: string): string => {
  const all = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
  return all
    .split('\n')
    .filter((line) => line.includes('DynamoDBLocal.jar') && line.includes(folder))
    .join('\n')
}

describe('DynamoDB Local is rejected with one sentence', () => {
  const javaThatSays = (name: string, script: string): string => {
    const folder = join(dir, name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'java'), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, 'java'), 0o755)
    return folder
  }
  const startWith = async (path: string) => {
    vi.stubEnv('PATH', path)
    try {
      return await startDynamoDb({ dir: join(dir, 'refused') })
    } finally {
      vi.unstubAllEnvs()
    }
  }

  test.each([
    ['no Java', () => join(dir, 'nothing'), 'needs Java 17 or newer, and there is no "java" on the PATH'],
    [
      "macOS's stand-in for Java",
      () =>
        javaThatSays('mac', 'echo "The operation couldn’t be completed. Unable to locate a Java Runtime." >&2; exit 1'),
      'there is no "java" on the PATH',
    ],
    [
      'an old Java',
      () => javaThatSays('old', 'echo "java.lang.UnsupportedClassVersionError: class file version 61.0" >&2; exit 1'),
      'the "java" on the PATH is older',
    ],
    [
      'a Java that fails',
      () => javaThatSays('failing', 'echo "Picked up JAVA_TOOL_OPTIONS" >&2; echo "no memory" >&2; exit 3'),
      'could not start: no memory',
    ],
  ])('with %s', async (_, path, words) => {
    const act = startWith(path())
    await expect(act).rejects.toThrow(StartError)
    await expect(act).rejects.toThrow(words)
  })

  test('when its fixed port is taken', async () => {
    const server = createServer().listen(0, '0.0.0.0')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    try {
      await expect(startDynamoDb({ dir: join(dir, 'taken'), port })).rejects.toThrow(`because port ${port} is taken`)
    } finally {
      server.close()
    }
  })
})
