import * as dynamo from '@aws-sdk/client-dynamodb'
import { DescribeStreamCommand, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import * as sqs from '@aws-sdk/client-sqs'
import { describe, expect, test } from 'vitest'
import { failure, serveGate } from './gate-served.ts'

const { assembly, state, lines, gate, faults, one, keyOf, made, config } = serveGate({ dynamodb: true })
const table = one('AWS::DynamoDB::GlobalTable')
const TableName = assembly.physicalId(table)
const tableArn = assembly.arn(table)
const dynamodb = (accessKeyId: string, maxAttempts?: number) =>
  made(new dynamo.DynamoDBClient(config(accessKeyId, maxAttempts)))
const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } })

describe('DynamoDB', () => {
  test('responds to a granted call', async () => {
    const client = dynamodb(keyOf('Writer'))
    await client.send(new dynamo.PutItemCommand({ TableName, Item: { ...key('a'), note: { S: 'ü' } } }))
    const { Item } = await client.send(new dynamo.GetItemCommand({ TableName, Key: key('a') }))
    expect(Item?.note).toEqual({ S: 'ü' })
    expect(lines).toEqual([])
  })

  test('rejects a call without a grant, names the missing grant, and logs it once', async () => {
    const client = dynamodb(keyOf('Reader'))
    const sentence = `The function ${one('AWS::Lambda::Function', 'Reader').logicalId} in stack club is not allowed dynamodb:DeleteItem on ${tableArn}: `
    for (let count = 0; count < 2; count++) {
      const error = await failure(client.send(new dynamo.DeleteItemCommand({ TableName, Key: key('a') })))
      expect(error.name).toBe('AccessDeniedException')
      expect(error.message).toContain(sentence)
    }
    expect(lines).toEqual([expect.stringContaining(sentence)])
  })

  test('needs a separate grant for an index', async () => {
    const query = new dynamo.QueryCommand({
      TableName,
      IndexName: 'byEvent',
      KeyConditionExpression: 'event = :e',
      ExpressionAttributeValues: { ':e': { S: 'e' } },
    })
    await expect(dynamodb(keyOf('Writer')).send(query)).resolves.toMatchObject({ Items: [] })
    const error = await failure(dynamodb(keyOf('Reader')).send(query))
    expect(error.message).toContain(`dynamodb:Query on ${tableArn}/index/byEvent`)
  })

  test('queries on an index return its projection, and reject attributes outside of it', async () => {
    const client = dynamodb(keyOf('Writer'))
    const held = { ...key('held'), event: { S: 'whole' }, player: { S: 'p' }, status: { S: 'yes' } }
    await client.send(new dynamo.PutItemCommand({ TableName, Item: { ...held, other: { S: 'o' } } }))
    const query = {
      TableName,
      IndexName: 'byEvent',
      KeyConditionExpression: 'event = :e',
      ExpressionAttributeValues: { ':e': { S: 'whole' } },
    }
    const { Items, Count } = await client.send(new dynamo.QueryCommand(query))
    expect({ Items, Count }).toEqual({ Items: [held], Count: 1 })
    const filtered = { ...query, FilterExpression: 'attribute_exists(other)' }
    const refused = await failure(client.send(new dynamo.QueryCommand(filtered)))
    expect(refused.name).toBe('ValidationException')
    // DynamoDB itself reports what is wrong with a call, here as elsewhere.
    const wrong = await failure(
      client.send(new dynamo.QueryCommand({ ...query, KeyConditionExpression: 'player = :e' })),
    )
    expect(wrong.message).toContain('key schema element')
  })

  test('needs a grant for each part of a transaction, and writes nothing without it', async () => {
    const client = dynamodb(keyOf('Reader'))
    const parts = (more: dynamo.TransactWriteItem[]) =>
      new dynamo.TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item: key('t') } }, ...more] })
    await client.send(parts([]))
    const check = { TableName, Key: key('a'), ConditionExpression: 'attribute_exists(pk)' }
    expect((await failure(client.send(parts([{ ConditionCheck: check }])))).message).toContain(
      'dynamodb:ConditionCheckItem',
    )
    const error = await failure(
      client.send(
        new dynamo.BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: key('b') } }] } }),
      ),
    )
    expect(error.message).toContain('dynamodb:BatchWriteItem')
    expect(await client.send(new dynamo.GetItemCommand({ TableName, Key: key('b') }))).not.toHaveProperty('Item')
  })

  test('checks a grant on partitions for each item of a request, also on an index', async () => {
    const client = dynamodb(keyOf('Narrow'))
    const put = (...keys: string[]) =>
      new dynamo.TransactWriteItemsCommand({
        TransactItems: keys.map((pk) => ({
          Put: { TableName, Item: { ...key(pk), event: { S: 'EVENT#1' }, player: { S: pk } } },
        })),
      })
    const get = (...keys: string[]) =>
      new dynamo.BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: keys.map(key) } } })
    const answersTo = (event: string) =>
      new dynamo.QueryCommand({
        TableName,
        IndexName: 'byEvent',
        KeyConditionExpression: 'event = :e',
        ExpressionAttributeValues: { ':e': { S: event } },
      })
    await client.send(put('TEAM#1', 'TEAM#2'))
    expect((await failure(client.send(put('TEAM#3', 'USER#3')))).message).toContain('(dynamodb:LeadingKeys USER#3)')
    const { Responses } = await client.send(get('TEAM#1', 'TEAM#3'))
    expect(Responses?.[TableName]?.map(({ pk }) => pk?.S)).toEqual(['TEAM#1'])
    expect((await failure(client.send(get('TEAM#1', 'USER#3')))).name).toBe('AccessDeniedException')
    await expect(client.send(answersTo('EVENT#1'))).resolves.toMatchObject({ Count: 2 })
    expect((await failure(client.send(answersTo('TEAM2#1')))).message).toContain('(dynamodb:LeadingKeys TEAM2#1)')
  })

  test('rejects a table outside of the app', async () => {
    const error = await failure(
      dynamodb(keyOf('Writer')).send(new dynamo.GetItemCommand({ TableName: 'elsewhere', Key: key('a') })),
    )
    expect(error.name).toBe('AccessDeniedException')
  })

  test('returns its own errors', async () => {
    const put = new dynamo.PutItemCommand({
      TableName,
      Item: key('a'),
      ConditionExpression: 'attribute_exists(nothing)',
    })
    expect(await failure(dynamodb(keyOf('Writer')).send(put))).toBeInstanceOf(dynamo.ConditionalCheckFailedException)
  })

  test('streams can be read only with a grant', async () => {
    const { Table } = await dynamodb('LOCALadmin').send(new dynamo.DescribeTableCommand({ TableName }))
    const describeStream = (accessKeyId: string) =>
      made(new DynamoDBStreamsClient(config(accessKeyId))).send(
        new DescribeStreamCommand({ StreamArn: Table?.LatestStreamArn }),
      )
    await expect(describeStream(keyOf('Reader'))).rejects.toThrow('dynamodb:DescribeStream')
    await expect(describeStream('LOCALadmin')).resolves.toHaveProperty('StreamDescription')
  })

  test('accepts the operator without a role, and rejects unknown and unsigned callers', async () => {
    await expect(dynamodb('LOCALadmin').send(new dynamo.ListTablesCommand({}))).resolves.toMatchObject({
      TableNames: [TableName],
    })
    for (const accessKeyId of ['AKIAIOSFODNN7EXAMPLE', 'LOCALGone']) {
      const error = await failure(dynamodb(accessKeyId).send(new dynamo.ListTablesCommand({})))
      expect(error.name).toBe('UnrecognizedClientException')
    }
    const unsigned = await fetch(gate().endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.TransactWriteItems' },
      body: '{}',
    })
    expect([unsigned.status, await unsigned.text()]).toEqual([
      400,
      expect.stringContaining('MissingAuthenticationToken'),
    ])
  })

  test('a role’s credentials are valid only with their session token', async () => {
    const { credentials, ...settings } = config(keyOf('Reader'))
    const { accessKeyId, secretAccessKey, sessionToken } = credentials
    const tokens = [
      {},
      { sessionToken: `${sessionToken}x` },
      { sessionToken: config(keyOf('Writer')).credentials.sessionToken ?? '' },
    ]
    for (const token of tokens) {
      const client = made(
        new dynamo.DynamoDBClient({ ...settings, credentials: { accessKeyId, secretAccessKey, ...token } }),
      )
      const error = await failure(client.send(new dynamo.GetItemCommand({ TableName, Key: key('a') })))
      expect(error.name).toBe('UnrecognizedClientException')
    }
  })

  test('responses have the local cloud’s date, which the SDK uses', async () => {
    state.now = Date.parse('2030-01-01T00:00:00Z')
    const response = await fetch(gate().endpoint, {
      method: 'POST',
      headers: {
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        authorization: 'AWS4-HMAC-SHA256 Credential=LOCALadmin/20300101/us-east-1/dynamodb/aws4_request',
      },
      body: '{}',
    })
    expect(response.headers.get('date')).toBe('Tue, 01 Jan 2030 00:00:00 GMT')
  })
})

describe('faults', () => {
  const put = (pk: string) => new dynamo.PutItemCommand({ TableName, Item: key(pk) })
  const transaction = (pk: string) =>
    new dynamo.TransactWriteItemsCommand({
      TransactItems: [{ Put: { TableName, Item: key(pk) } }, { Put: { TableName, Item: key(`${pk}2`) } }],
    })

  test('a throttle is one of DynamoDB’s errors', async () => {
    faults.set({ seed: 1, throttle: 1 })
    const names = new Set<string>()
    for (let count = 0; count < 10; count++) names.add((await failure(dynamodb(keyOf('Writer')).send(put('f')))).name)
    expect([...names].toSorted()).toEqual(['ProvisionedThroughputExceededException', 'ThrottlingException'])
    expect(faults.counts()).toEqual({ throttle: 10 })
  })

  test('a conflict names the item in a transaction, and is another error for a single write', async () => {
    faults.set({ seed: 1, conflict: 1 })
    const error = await failure(dynamodb(keyOf('Writer')).send(transaction('f')))
    expect(error).toBeInstanceOf(dynamo.TransactionCanceledException)
    const reasons = error.CancellationReasons as dynamo.CancellationReason[]
    expect(new Set(reasons.map(({ Code }) => Code))).toEqual(new Set(['None', 'TransactionConflict']))
    expect((await failure(dynamodb(keyOf('Writer')).send(put('f')))).name).toBe('TransactionConflictException')
  })

  test('a reset occurs before the write, and a lost reply after it', async () => {
    const client = dynamodb(keyOf('Writer'))
    const exists = async (pk: string) => {
      const { Item } = await dynamodb('LOCALadmin').send(
        new dynamo.GetItemCommand({ TableName, Key: key(pk), ConsistentRead: true }),
      )
      return Item !== undefined
    }
    faults.set({ seed: 1, reset: 1 })
    expect((await failure(client.send(put('reset')))).code).toBe('ECONNRESET')
    expect(await exists('reset')).toBe(false)
    faults.set({ seed: 1, lostReply: 1 })
    expect((await failure(client.send(put('lost')))).code).toBe('ECONNRESET')
    expect(await exists('lost')).toBe(true)
  })

  test('a slow call succeeds, and a failed one is an internal error of AWS', async () => {
    const client = dynamodb(keyOf('Writer'))
    faults.set({ seed: 3, slow: 1 })
    const began = performance.now()
    await client.send(put('slow'))
    expect(performance.now() - began).toBeGreaterThan(50)
    faults.set({ seed: 1, fail: 1 })
    const error = await failure(client.send(put('f')))
    expect(error).toMatchObject({ name: 'InternalServerError', $metadata: { httpStatusCode: 500 } })
  })

  test('affect other services only if selected, and otherwise only the table', async () => {
    const queue = one('AWS::SQS::Queue')
    const QueueUrl = assembly.physicalId(queue)
    const writer = made(new sqs.SQSClient({ ...config(keyOf('Writer')), useQueueUrlAsEndpoint: false }))
    const send = () => writer.send(new sqs.SendMessageCommand({ QueueUrl, MessageBody: 'x' }))
    const admin = made(new sqs.SQSClient({ ...config('LOCALadmin'), useQueueUrlAsEndpoint: false }))
    const waiting = async () => {
      const AttributeNames = ['ApproximateNumberOfMessages'] as const
      const asked = new sqs.GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] })
      return Number((await admin.send(asked)).Attributes?.ApproximateNumberOfMessages)
    }
    const before = await waiting()
    faults.set({ seed: 1, throttle: 1 })
    await send()
    faults.set({ seed: 1, throttle: 1, services: ['sqs'] })
    expect((await failure(send())).name).toBe('ThrottlingException')
    expect(await waiting()).toBe(before + 1)
    faults.set({ seed: 1, lostReply: 1, services: ['sqs'] })
    expect((await failure(send())).code).toBe('ECONNRESET')
    expect(await waiting()).toBe(before + 2)
    await dynamodb(keyOf('Writer')).send(put('not struck'))
  })

  test('do not affect the operator or rejected calls', async () => {
    faults.set({ seed: 1, reset: 1 })
    await dynamodb('LOCALadmin').send(put('operator'))
    const refused = dynamodb(keyOf('Reader')).send(new dynamo.DeleteItemCommand({ TableName, Key: key('a') }))
    expect((await failure(refused)).name).toBe('AccessDeniedException')
    expect(faults.counts()).toEqual({})
  })

  test('of every kind on one call in ten lose no acknowledged write', async () => {
    faults.set({ seed: 42, throttle: 0.03, reset: 0.03, lostReply: 0.04 })
    const client = dynamodb(keyOf('Writer'), 5)
    const ids = Array.from({ length: 300 }, (_, index) => `many-${index}`)
    const acknowledged: string[] = []
    await Promise.all(
      [0, 1, 2, 3].map(async (worker) => {
        for (const id of ids.filter((_, index) => index % 4 === worker)) {
          await client.send(put(id))
          acknowledged.push(id)
        }
      }),
    )
    const { throttle = 0, reset = 0, lostReply = 0 } = faults.counts()
    expect(Math.min(throttle, reset, lostReply)).toBeGreaterThan(0)
    const admin = dynamodb('LOCALadmin')
    for (const id of acknowledged) {
      const { Item } = await admin.send(new dynamo.GetItemCommand({ TableName, Key: key(id), ConsistentRead: true }))
      expect(Item).toBeDefined()
    }
    expect(acknowledged).toHaveLength(300)
  })
})
