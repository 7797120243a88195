import { join } from 'node:path'
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { openQueues, type QueueServer, sendToQueue } from '#scripts/local/services/sqs/queues.ts'
import { startQueues } from '#scripts/local/services/sqs/startQueues.ts'
import { readPolicies } from '#scripts/local/iam/policies.ts'
import { StartError } from '#scripts/local/startError.ts'
import type { Assembly, Invoke } from '#scripts/local/types.ts'
import { clubApp, synthesize, tempDir } from './fixtures/clubApp.ts'
import { queueApps } from './fixtures/queueApps.ts'
import { writeAssembly } from './fixtures/writtenAssembly.ts'

const { dir, remove } = tempDir('queues')
afterAll(remove)
const options = { origin: 'http://127.0.0.1:3000', secretValue: () => 'x' }
const full = readAssembly(synthesize(dir, clubApp(join(dir, 'code'))), options)
const policies = readPolicies(full)

type Batch = {
  Records: { messageId: string; body: string; eventSourceARN: string; attributes: Record<string, string> }[]
}
let server: QueueServer
let endpoint: string
let client: SQSClient
let pollers: { close: () => Promise<void> } | undefined
let batches: Batch[] = []
/** The local cloud's clock, an hour ahead of the machine's. */
const ahead = 3_600_000
const clock = { now: () => Date.now() + ahead, set: () => undefined }
const bodies = () => batches.map(({ Records }) => Records.map(({ body }) => body))

beforeAll(async () => {
  server = openQueues(join(dir, 'data'))
  endpoint = (await server.serve(full)) ?? ''
  client = new SQSClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'LOCALadmin', secretAccessKey: 'x' },
  })
})
beforeEach(() => {
  batches = []
})
afterEach(async () => {
  await pollers?.close()
  await drain('Jobs')
  await drain('Dead')
})
afterAll(async () => {
  client.destroy()
  await server.close()
})

const queueOf = (name: string, assembly: Assembly = full) => {
  const queue = assembly.ofType('AWS::SQS::Queue').find(({ logicalId }) => logicalId.startsWith(name))
  if (!queue) throw new Error(`There is no queue ${name}.`)
  const arn = assembly.arn(queue)
  return { arn, QueueUrl: `${endpoint}/000000000000/${arn.split(':').at(-1)}` }
}
const receive = async (name: string) =>
  (await client.send(new ReceiveMessageCommand({ QueueUrl: queueOf(name).QueueUrl, MaxNumberOfMessages: 10 })))
    .Messages ?? []
const drain = async (name: string) => {
  for (const { ReceiptHandle } of await receive(name))
    await client.send(new DeleteMessageCommand({ QueueUrl: queueOf(name).QueueUrl, ReceiptHandle }))
}
const send = (MessageBody: string) =>
  client.send(new SendMessageCommand({ QueueUrl: queueOf('Jobs').QueueUrl, MessageBody }))
const left = async (name: string) => {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueOf(name).QueueUrl, AttributeNames: [...AttributeNames] }),
  )
  return AttributeNames.map((one) => Number(Attributes[one])).reduce((sum, count) => sum + count, 0)
}
const start = (answer: (batch: Batch) => unknown) => {
  const invoke: Invoke = async (_, event) => {
    batches.push(event as Batch)
    return answer(event as Batch)
  }
  pollers = startQueues({ ...server, assembly: full, endpoint, invoke, clock, policies, log: () => undefined })
}

describe('a queue', () => {
  test('delivers messages of the groups with the fewest in flight first, with the group', async () => {
    const { QueueUrl } = queueOf('Jobs')
    const sendOf = (MessageGroupId: string, MessageBody: string) =>
      client.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }))
    for (let i = 0; i < 30; i++) await sendOf('loud', `loud ${i}`)
    await sendOf('quiet', 'quiet')
    start(() => new Promise((resolve) => setTimeout(() => resolve({ batchItemFailures: [] }), 300)))
    await vi.waitFor(() => expect(bodies().flat()).toHaveLength(31))
    // Ten of the loud group are in flight when the second batch is received.
    expect(bodies().findIndex((batch) => batch.includes('quiet'))).toBe(1)
    const [first] = batches[0]?.Records ?? []
    expect(first).toMatchObject({ attributes: { MessageGroupId: 'loud' }, messageAttributes: {} })
  })

  test('has the attributes of the template, including redrive', async () => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: queueOf('Jobs').QueueUrl, AttributeNames: ['All'] }),
    )
    expect(Attributes).toMatchObject({ VisibilityTimeout: '1', QueueArn: queueOf('Jobs').arn })
    expect(JSON.parse(Attributes?.RedrivePolicy ?? '')).toEqual({
      deadLetterTargetArn: queueOf('Dead').arn,
      maxReceiveCount: 2,
    })
  })

  test('passes its messages to the function like Lambda, and deletes those that were handled', async () => {
    start(() => ({ batchItemFailures: [] }))
    const before = clock.now()
    await send('hello')
    await vi.waitFor(() => expect(bodies()).toEqual([['hello']]), 5000)
    // In the local cloud's time, like everything there.
    const { SentTimestamp, ApproximateFirstReceiveTimestamp } = batches[0]?.Records[0]?.attributes ?? {}
    for (const time of [SentTimestamp, ApproximateFirstReceiveTimestamp])
      expect(Math.abs(Number(time) - before)).toBeLessThan(60_000)
    expect(batches[0]?.Records[0]).toMatchObject({
      eventSource: 'aws:sqs',
      eventSourceARN: queueOf('Jobs').arn,
      awsRegion: 'us-east-1',
      attributes: { ApproximateReceiveCount: '1', SentTimestamp: expect.stringMatching(/^\d{13}$/) },
      messageAttributes: {},
      md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    await vi.waitFor(async () => expect(await left('Jobs')).toBe(0), 5000)
  })

  test('delivers messages again after a failure, and then moves them to the dead-letter queue', async () => {
    start(() => {
      throw new Error('It fails.')
    })
    await send('poison')
    await vi.waitFor(async () => expect((await receive('Dead')).map(({ Body }) => Body)).toEqual(['poison']), {
      timeout: 10_000,
      interval: 200,
    })
    expect(bodies()).toEqual([['poison'], ['poison']])
    expect(await left('Jobs')).toBe(0)
  })

  test('delivers only those messages again that the function has reported', async () => {
    for (const body of ['good', 'bad', 'fine']) await send(body)
    start(({ Records }) => ({
      batchItemFailures: Records.filter(
        ({ body, attributes }) => body === 'bad' && attributes.ApproximateReceiveCount === '1',
      ).map(({ messageId }) => ({ itemIdentifier: messageId })),
    }))
    await vi.waitFor(async () => expect(await left('Jobs')).toBe(0), { timeout: 10_000, interval: 200 })
    expect(bodies().flat().toSorted()).toEqual(['bad', 'bad', 'fine', 'good'])
  })

  test('keeps all messages when the function reports one that is not in the batch', async () => {
    start(() => ({ batchItemFailures: [{ itemIdentifier: 'unknown' }] }))
    await send('hello')
    await vi.waitFor(() => expect(bodies()).toHaveLength(2), 5000)
  })

  test('is polled only when it has messages', async () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    start(() => undefined)
    await new Promise((done) => setTimeout(done, 300))
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })

  test('keeps its messages across a restart', async () => {
    await sendToQueue(full, endpoint, queueOf('Dead').arn, 'kept')
    await server.close()
    server = openQueues(join(dir, 'data'))
    endpoint = (await server.serve(full)) ?? ''
    client.destroy()
    client = new SQSClient({
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'LOCALadmin', secretAccessKey: 'x' },
    })
    expect((await receive('Dead')).map(({ Body }) => Body)).toEqual(['kept'])
  })

  test('listens to this machine only', () => expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/))

  test('of another app gets no message', async () => {
    await expect(sendToQueue(full, endpoint, 'arn:aws:sqs:us-east-1:1:gone', 'x')).rejects.toThrow(
      'is no queue of the app',
    )
  })
})

const written = queueApps(dir)
const appWith = (...parts: Parameters<typeof written>) => readAssembly(written(...parts), options)
const startWith = (assembly: Assembly) => {
  const started = startQueues({
    ...server,
    assembly,
    endpoint: undefined,
    invoke: async () => undefined,
    clock,
    policies: readPolicies(assembly),
  })
  return started.close()
}

describe('a mapping', () => {
  test('filters messages by their body, and deletes those that do not match', async () => {
    const assembly = appWith({ FilterCriteria: { Filters: [{ Pattern: '{"body":{"kind":["mail"]}}' }] } })
    const url = await server.serve(assembly)
    const got: string[] = []
    const invoke: Invoke = async (_, event) => got.push(...(event as Batch).Records.map(({ body }) => body))
    pollers = startQueues({ ...server, assembly, endpoint: url, invoke, clock })
    for (const body of ['{"kind":"push"}', 'no json', '{"kind":"mail"}'])
      await sendToQueue(assembly, url, queueOf('Jobs', assembly).arn, body)
    await vi.waitFor(() => expect(got).toEqual(['{"kind":"mail"}']), 5000)
    const { QueueUrl } = queueOf('Jobs', assembly)
    await vi.waitFor(async () => {
      const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
      expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' })
    }, 5000)
  })

  test('collects batches of its size from several receives', async () => {
    const assembly = appWith({ BatchSize: 25, MaximumBatchingWindowInSeconds: 1 })
    const url = await server.serve(assembly)
    const all = Array.from({ length: 30 }, (_, index) => String(index))
    for (const body of all) await sendToQueue(assembly, url, queueOf('Jobs', assembly).arn, body)
    pollers = startQueues({
      ...server,
      assembly,
      endpoint: url,
      invoke: async (_, event) => void batches.push(event as Batch),
      clock,
    })
    await vi.waitFor(() => expect(bodies().flat().toSorted()).toEqual(all.toSorted()), 5000)
    expect(bodies().map(({ length }) => length)).toEqual([25, 5])
  })

  test('starts when it is disabled, or supported', async () => {
    const understood = { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }
    for (const mapping of [{ Enabled: false }, understood])
      await expect(startWith(appWith(mapping))).resolves.toBeUndefined()
  })

  test.each<[string, () => Assembly, string]>([
    ['an unknown property', () => appWith({ SelfManagedEventSource: {} }), 'SelfManagedEventSource'],
    [
      'a source that is not in the app',
      () => appWith({ EventSourceArn: 'arn:aws:sqs:us-east-1:1:other' }),
      'which is not in the app',
    ],
    [
      'a source of another kind',
      () => appWith({ EventSourceArn: { 'Fn::GetAtt': ['WorkerRole', 'Arn'] } }),
      'reads a AWS::IAM::Role',
    ],
    [
      'a function that is not in the app',
      () => appWith({ FunctionName: 'other' }),
      'calls other, which is not in the app',
    ],
    [
      'a missing grant',
      () => appWith({}, { statements: [{ Effect: 'Allow', Action: 'sqs:ReceiveMessage', Resource: '*' }] }),
      'is not allowed sqs:DeleteMessage',
    ],
    [
      'a short visibility timeout',
      () => appWith({}, { queue: { VisibilityTimeout: 5 }, lambda: { Timeout: 10 } }),
      'come again after 5 s, and Worker may take 10 s',
    ],
    [
      'a large batch at once',
      () => appWith({ BatchSize: 25 }),
      'batches of 25 need a batching window of a second or more',
    ],
    [
      'an unsupported filter',
      () => appWith({ FilterCriteria: { Filters: [{ Pattern: '{"body":[{"x":1}]}' }] } }),
      'The filter of Mapping',
    ],
  ])('is rejected with %s', async (_, make, words) => {
    const assembly = make()
    await expect(async () => startWith(assembly)).rejects.toThrow(StartError)
    await expect(async () => startWith(assembly)).rejects.toThrow(words)
  })

  test('for an unsupported queue is rejected', async () => {
    await expect(server.serve(appWith({}, { queue: { Colour: 'red' } }))).rejects.toThrow('Colour')
  })
})

test('an app without queues starts no queue server', async () => {
  const none = openQueues(join(dir, 'none'))
  const assembly = readAssembly(writeAssembly(join(dir, 'empty'), { one: { template: { Resources: {} } } }), options)
  expect(await none.serve(assembly)).toBeUndefined()
  await none.close()
})

test('a queue whose template has changed gets its new attributes', async () => {
  const change = async (queue: Record<string, unknown>) => {
    const assembly = appWith({}, { queue: { QueueName: 'changing', ...queue } })
    await server.serve(assembly)
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: queueOf('Jobs', assembly).QueueUrl, AttributeNames: ['All'] }),
    )
    return Attributes?.VisibilityTimeout
  }
  expect(await change({ VisibilityTimeout: 40 })).toBe('40')
  expect(await change({ VisibilityTimeout: 50 })).toBe('50')
})
