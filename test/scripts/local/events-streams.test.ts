import { UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import { failingHandler, queueArn, serveStreams, waitForCheck } from './events-served.ts'

const { state, clock, client, appWith, begin } = serveStreams()

describe('the changes of a table', () => {
  test('arrive in Lambda’s format, in order', async () => {
    const { assembly, TableName, put } = await appWith({})
    await put('a', 'b')
    const { records, keys } = await begin(assembly)
    await client().send(
      new UpdateItemCommand({
        TableName,
        Key: { pk: { S: 'a' }, sk: { S: 'x' } },
        UpdateExpression: 'SET note = :n, picture = :p',
        ExpressionAttributeValues: { ':n': { S: 'ü' }, ':p': { B: Buffer.from('hi') } },
      }),
    )
    await waitForCheck(() => expect(keys()).toEqual(['a', 'b', 'a']))
    const [mapping] = assembly.ofType('AWS::Lambda::EventSourceMapping')
    expect(records[2]).toMatchObject({
      eventName: 'MODIFY',
      eventSource: 'aws:dynamodb',
      eventVersion: '1.1',
      awsRegion: 'us-east-1',
      eventSourceARN: assembly.resolve('one', mapping?.properties.EventSourceArn),
      dynamodb: {
        Keys: { pk: { S: 'a' }, sk: { S: 'x' } },
        OldImage: { pk: { S: 'a' }, sk: { S: 'x' } },
        NewImage: { note: { S: 'ü' }, picture: { B: Buffer.from('hi').toString('base64') } },
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    })
  })

  test('have the time of the local cloud', async () => {
    state.ahead = 3_600_000
    const { assembly, put } = await appWith({})
    const { records } = await begin(assembly)
    await put('a')
    await waitForCheck(() => expect(records).toHaveLength(1))
    // DynamoDB Local's times are accurate to the minute.
    expect(Math.abs((records[0]?.dynamodb.ApproximateCreationDateTime ?? 0) - clock.now() / 1000)).toBeLessThan(70)
  })

  test('arrive in batches of the mapping’s size, and only if they match the filter', async () => {
    const FilterCriteria = { Filters: [{ Pattern: '{"dynamodb":{"Keys":{"pk":{"S":[{"anything-but":["2","4"]}]}}}}' }] }
    const { assembly, put } = await appWith({ BatchSize: 2, FilterCriteria })
    await put(1, 2, 3, 4, 5)
    const { batches } = await begin(assembly)
    await waitForCheck(() => expect(batches).toEqual([['1', '3'], ['5']]))
  })

  test('from before the mapping are skipped at LATEST, and those while it is stopped arrive', async () => {
    const { assembly, put } = await appWith({ StartingPosition: 'LATEST' })
    await put('before')
    const first = await begin(assembly)
    await first.close()
    await put('meanwhile')
    const second = await begin(assembly)
    await put('later')
    await waitForCheck(() => expect(second.batches.flat()).toEqual(['meanwhile', 'later']))
    expect(first.batches).toEqual([])
  })

  test('continue at their position after a restart', async () => {
    const { assembly, put } = await appWith({})
    const first = await begin(assembly)
    await put('a', 'b')
    await waitForCheck(() => expect(first.batches.flat()).toEqual(['a', 'b']))
    await first.close()
    await put('c')
    const second = await begin(assembly)
    await waitForCheck(() => expect(second.batches).toEqual([['c']]))
  })

  test('arrive again after a restart if the function failed', async () => {
    const { assembly, put } = await appWith({})
    const first = await begin(assembly, failingHandler)
    await put('a')
    await waitForCheck(() => expect(first.batches.length).toBeGreaterThan(1))
    await first.close()
    const second = await begin(assembly)
    await waitForCheck(() => expect(second.batches).toEqual([['a']]))
  })
})

describe('a batch on which the function fails', () => {
  test('is retried as often as the mapping says, then sent to its destination', async () => {
    const DestinationConfig = { OnFailure: { Destination: { 'Fn::GetAtt': ['Dead', 'Arn'] } } }
    const { assembly, put } = await appWith({ MaximumRetryAttempts: 2, DestinationConfig })
    await put('bad')
    const { batches, sent, records, lines } = await begin(assembly, ([key]) =>
      key === 'bad' ? failingHandler([], []) : undefined,
    )
    await waitForCheck(() => expect(sent).toHaveLength(1))
    expect(batches).toEqual([['bad'], ['bad'], ['bad']])
    const number = records[0]?.dynamodb.SequenceNumber
    expect(sent[0]).toMatchObject({
      arn: queueArn,
      body: {
        requestContext: {
          functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:one-Worker:$LATEST',
          condition: 'RetryAttemptsExhausted',
          approximateInvokeCount: 3,
        },
        DDBStreamBatchInfo: {
          startSequenceNumber: number,
          endSequenceNumber: number,
          batchSize: 1,
          shardId: expect.stringMatching(/^shardId-/),
        },
      },
    })
    expect(lines).toEqual([`Worker has failed on 1 records of Items: they are sent to ${queueArn}.`])
    await put('good')
    await waitForCheck(() => expect(batches.at(-1)).toEqual(['good']))
  })

  test('is dropped without a destination, with a log entry', async () => {
    const { assembly, put } = await appWith({ MaximumRetryAttempts: 0 })
    await put('bad')
    const { batches, lines } = await begin(assembly, failingHandler)
    await waitForCheck(() =>
      expect(lines).toEqual([
        'Worker has failed on 1 records of Items: they are lost, for the mapping has no destination for them.',
      ]),
    )
    expect(batches).toEqual([['bad']])
  })

  test('blocks later ones without limit if the mapping has none', async () => {
    const { assembly, put } = await appWith({ BatchSize: 1 })
    await put('bad', 'good')
    let failures = 3
    const { batches } = await begin(assembly, () => (failures-- > 0 ? failingHandler([], []) : undefined))
    await waitForCheck(() => expect(batches).toEqual([['bad'], ['bad'], ['bad'], ['bad'], ['good']]))
  })

  test('is bisected to find the failing record', async () => {
    const { assembly, put } = await appWith({ BisectBatchOnFunctionError: true, MaximumRetryAttempts: 1 })
    await put(1, 2, 3, 4)
    const { batches } = await begin(assembly, (keys) => (keys.includes('3') ? failingHandler([], []) : undefined))
    await waitForCheck(() =>
      expect(batches).toEqual([['1', '2', '3', '4'], ['1', '2'], ['3', '4'], ['3'], ['3'], ['4']]),
    )
  })

  test('is delivered again from the record that the function reports', async () => {
    const { assembly, put } = await appWith({ FunctionResponseTypes: ['ReportBatchItemFailures'] })
    await put(1, 2, 3, 4)
    let once = true
    const { batches } = await begin(assembly, (keys, records) => {
      const itemIdentifier = records[keys.indexOf('3')]?.dynamodb.SequenceNumber
      const report = once ? { batchItemFailures: [{ itemIdentifier }] } : { batchItemFailures: [] }
      once = false
      return report
    })
    await waitForCheck(() =>
      expect(batches).toEqual([
        ['1', '2', '3', '4'],
        ['3', '4'],
      ]),
    )
  })

  test.each([
    [{ batchItemFailures: [{ itemIdentifier: 'unknown' }] }],
    [{ batchItemFailures: [{}] }],
    [{ batchItemFailures: 'x' }],
  ])('is delivered again as a whole if the function returns %j', async (answer) => {
    const { assembly, put } = await appWith({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 1,
    })
    await put(1, 2)
    const { batches } = await begin(assembly, () => answer)
    await waitForCheck(() =>
      expect(batches).toEqual([
        ['1', '2'],
        ['1', '2'],
      ]),
    )
  })

  test('is sent to its destination when it is too old', async () => {
    const { assembly, put } = await appWith({
      MaximumRecordAgeInSeconds: 60,
      DestinationConfig: { OnFailure: { Destination: queueArn } },
    })
    await put('old')
    let count = 0
    const { sent } = await begin(assembly, () => {
      if (++count === 2) state.ahead = 120_000
      return failingHandler([], [])
    })
    await waitForCheck(() =>
      expect(sent).toMatchObject([{ body: { requestContext: { condition: 'RecordAgeExceeded' } } }]),
    )
  })
})
