import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { createTables } from '#scripts/local/services/dynamodb/createTables.ts'
import { type DynamoDb, startDynamoDb } from '#scripts/local/services/dynamodb/startDynamoDb.ts'
import { startStreams } from '#scripts/local/services/dynamodb/startStreams.ts'
import type { StreamRecord } from '#scripts/local/services/dynamodb/streamBatches.ts'
import { readPolicies } from '#scripts/local/iam/policies.ts'
import type { Assembly, Clock } from '#scripts/local/types.ts'
import { properties } from './dynamodb-table.ts'
import { tempDir } from './fixtures/clubApp.ts'
import { functionWithRole, resource, writeAssembly } from './fixtures/writtenAssembly.ts'

/** The queue `Dead` of the apps below. */
export const queueArn = 'arn:aws:sqs:us-east-1:000000000000:one-Dead'

type Handler = (keys: string[], records: StreamRecord[]) => unknown

const keysOf = (records: StreamRecord[]) => records.map(({ dynamodb }) => (dynamodb.Keys as { pk: { S: string } }).pk.S)

/** Starts DynamoDB Local for the tests of a file, for apps whose table streams call a function. */
export function serveStreams() {
  const { dir, remove } = tempDir('streams')
  const closeables: { close: () => Promise<void> }[] = []
  /** How many milliseconds the local cloud's clock is ahead. */
  const state = { ahead: 0 }
  const clock: Clock = { now: () => Date.now() + state.ahead, set: () => undefined }
  const credentials = { accessKeyId: 'LOCALadmin', secretAccessKey: 'x' }
  let database: DynamoDb | undefined
  const endpoint = () => database?.endpoint ?? ''
  const client = () => {
    const createdClient = new DynamoDBClient({ endpoint: endpoint(), region: 'us-east-1', credentials })
    closeables.push({ close: async () => createdClient.destroy() })
    return createdClient
  }

  beforeAll(async () => {
    database = await startDynamoDb({ dir: join(dir, 'dynamodb') })
  })
  afterEach(async () => {
    state.ahead = 0
    for (const closeable of closeables.splice(0).toReversed()) await closeable.close()
  })
  afterAll(async () => {
    await database?.close()
    remove()
  })

  /** An app with its own table whose stream calls one function, mapped with these properties. */
  async function appWith(
    mapping: Record<string, unknown>,
    statements: unknown[] = [{ Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' }],
  ) {
    const TableName = `t-${randomUUID()}`
    const Resources = {
      ...functionWithRole('Worker', statements),
      Items: resource('AWS::DynamoDB::GlobalTable', { ...properties, TableName }),
      Dead: resource('AWS::SQS::Queue'),
      Mapping: resource('AWS::Lambda::EventSourceMapping', {
        EventSourceArn: { 'Fn::GetAtt': ['Items', 'StreamArn'] },
        FunctionName: { Ref: 'Worker' },
        StartingPosition: 'TRIM_HORIZON',
        ...mapping,
      }),
    }
    const folder = writeAssembly(join(dir, TableName), { one: { template: { Resources } } })
    const assembly = readAssembly(folder, { origin: 'http://127.0.0.1:3000' })
    await createTables(assembly, endpoint())
    const items = client()
    const putItems = async (...keys: (string | number)[]) => {
      for (const pk of keys) {
        await items.send(new PutItemCommand({ TableName, Item: { pk: { S: String(pk) }, sk: { S: 'x' } } }))
      }
    }
    return { assembly, TableName, put: putItems }
  }

  /** Starts an app's streams; returns the calls of the function, the messages sent to queues, and the log. */
  async function beginStreams(assembly: Assembly, handler: Handler = () => undefined) {
    const batches: string[][] = []
    const records: StreamRecord[] = []
    const sentMessages: { arn: string; body: Record<string, unknown> }[] = []
    const lines: string[] = []
    const [table] = assembly.ofType('AWS::DynamoDB::GlobalTable')
    const streams = await startStreams({
      assembly,
      endpoint: endpoint(),
      clock,
      dir: join(dir, 'positions', table ? assembly.physicalId(table) : ''),
      policies: readPolicies(assembly),
      log: (line) => lines.push(line),
      send: async (arn, body) => void sentMessages.push({ arn, body: JSON.parse(body) as Record<string, unknown> }),
      invoke: async (_, event) => {
        const { Records } = event as { Records: StreamRecord[] }
        batches.push(keysOf(Records))
        records.push(...Records)
        return handler(keysOf(Records), Records)
      },
    })
    closeables.push(streams)
    return { batches, records, keys: () => keysOf(records), sent: sentMessages, lines, close: streams.close }
  }
  return { dir, state, clock, running: closeables, endpoint, client, appWith, begin: beginStreams }
}

/** A function that always fails. */
export const failingHandler: Handler = () => {
  throw new Error('It fails.')
}

export const waitForCheck = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 50 })
