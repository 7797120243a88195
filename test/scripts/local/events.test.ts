import { join } from 'node:path'
import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { createTables } from '#scripts/local/services/dynamodb/createTables.ts'
import { openQueues } from '#scripts/local/services/sqs/queues.ts'
import { startStreams } from '#scripts/local/services/dynamodb/startStreams.ts'
import { startSchedules } from '#scripts/local/services/schedules/startSchedules.ts'
import { startQueues } from '#scripts/local/services/sqs/startQueues.ts'
import type { Invoke } from '#scripts/local/types.ts'
import type { StreamRecord } from '#scripts/local/services/dynamodb/streamBatches.ts'
import { readPolicies } from '#scripts/local/iam/policies.ts'
import { StartError } from '#scripts/local/startError.ts'
import { serveStreams, waitForCheck } from './events-served.ts'
import { clubApp, synthesize } from './fixtures/clubApp.ts'

const { dir, clock, running, endpoint, client, appWith, begin } = serveStreams()
const options = { origin: 'http://127.0.0.1:3000', secretValue: () => 'x' }

describe('a mapping is rejected', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['with an unsupported property', { TumblingWindowInSeconds: 5 }, 'TumblingWindowInSeconds'],
    [
      'with a destination outside of the app',
      { DestinationConfig: { OnFailure: { Destination: 'arn:aws:sns:us-east-1:1:x' } } },
      'sends to queues of the app only',
    ],
    [
      'with an unsupported filter',
      { FilterCriteria: { Filters: [{ Pattern: '{"a":"b"}' }] } },
      'The filter of Mapping',
    ],
  ])('%s', async (_, mapping, words) => {
    const { assembly } = await appWith(mapping)
    await expect(begin(assembly)).rejects.toThrow(StartError)
    await expect(begin(assembly)).rejects.toThrow(words)
  })

  test('without the grant to read the stream', async () => {
    const { assembly } = await appWith({}, [{ Effect: 'Allow', Action: 'dynamodb:GetRecords', Resource: '*' }])
    await expect(begin(assembly)).rejects.toThrow(
      'Mapping (AWS::Lambda::EventSourceMapping) in stack one cannot read its source: The function Worker in stack one is not allowed dynamodb:DescribeStream',
    )
  })
})

test('an app synthesized by the CDK starts as a whole: streams, queues, schedules', async () => {
  const assembly = readAssembly(synthesize(join(dir, 'club'), clubApp(join(dir, 'code'))), options)
  const queues = openQueues(join(dir, 'queues'))
  running.push(queues)
  await createTables(assembly, endpoint())
  const got: string[] = []
  const invoke: Invoke = async (lambda, event) => {
    const { Records } = event as { Records?: StreamRecord[] }
    got.push(...(Records ?? []).map(({ eventName }) => `${lambda.logicalId.slice(0, 6)} ${eventName}`))
  }
  const of = { assembly, policies: readPolicies(assembly), invoke, clock, dir: join(dir, 'events') }
  running.push(startQueues({ ...of, ...queues, endpoint: await queues.serve(assembly) }), startSchedules(of))
  running.push(await startStreams({ ...of, endpoint: endpoint(), send: async () => undefined }))
  const [items] = assembly.ofType('AWS::DynamoDB::GlobalTable')
  const TableName = assembly.physicalId(items as NonNullable<typeof items>)
  await client().send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' }, sk: { S: 'x' } } }))
  await waitForCheck(() => expect(got).toEqual(['Worker INSERT']))
})
