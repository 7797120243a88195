import { describe, expect, test } from 'vitest'
import { dynamodbNeeds, streamNeeds } from '#scripts/local/services/dynamodb/needs.ts'
import { sqsNeeds } from '#scripts/local/services/sqs/service.ts'
import { cognitoNeeds } from '#scripts/local/services/user-pool/service.ts'
import type { Need } from '#scripts/local/gate/needs.ts'
import { sesNeeds } from '#scripts/local/services/ses/needs.ts'

const place = { region: 'us-east-1', account: '000000000000' }
const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/t'
const texts = (needs: Need[] | undefined) => needs?.map(({ action, resource }) => `${action} ${resource}`)

describe('the permissions for a DynamoDB call', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['GetItem', { TableName: 't' }, [`dynamodb:GetItem ${table}`]],
    ['GetItem', { TableName: table }, [`dynamodb:GetItem ${table}`]],
    ['Query', { TableName: 't', IndexName: 'i' }, [`dynamodb:Query ${table}/index/i`]],
    ['Scan', { TableName: 't' }, [`dynamodb:Scan ${table}`]],
    ['ListTables', {}, ['dynamodb:ListTables *']],
    [
      'BatchGetItem',
      { RequestItems: { t: {}, u: {} } },
      [`dynamodb:BatchGetItem ${table}`, 'dynamodb:BatchGetItem arn:aws:dynamodb:us-east-1:000000000000:table/u'],
    ],
    ['BatchWriteItem', { RequestItems: { t: [] } }, [`dynamodb:BatchWriteItem ${table}`]],
    [
      'TransactWriteItems',
      {
        TransactItems: [
          { Put: { TableName: 't' } },
          { Update: { TableName: 't' } },
          { Delete: { TableName: 't' } },
          { ConditionCheck: { TableName: 't' } },
        ],
      },
      ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map((action) => `dynamodb:${action} ${table}`),
    ],
    ['TransactGetItems', { TransactItems: [{ Get: { TableName: 't' } }] }, [`dynamodb:GetItem ${table}`]],
    // DynamoDB itself refuses malformed requests, if the role allows the operation on everything.
    ['PutItem', { TableName: 5 }, ['dynamodb:PutItem *']],
    ['TransactWriteItems', { TransactItems: 'x' }, []],
  ])('%s %j', (operation, body, expected) =>
    expect(texts(dynamodbNeeds(operation, body, place, () => 'pk'))).toEqual(expected),
  )

  const item = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } })
  const values = { ':team': { S: 'TEAM#1' }, ':day': { S: '2026-07-01' } }
  test.each<[string, Record<string, unknown>, (string[] | undefined)[]]>([
    ['GetItem', { TableName: 't', Key: item('A') }, [['A']]],
    ['PutItem', { TableName: 't', Item: item('A') }, [['A']]],
    ['PutItem', { TableName: 't', Item: { pk: { N: '7' } } }, [['7']]],
    ['PutItem', { TableName: 't', Item: {} }, [undefined]],
    [
      'Query',
      {
        TableName: 't',
        KeyConditionExpression: '#s = :day AND (#p=:team)',
        ExpressionAttributeNames: { '#p': 'pk', '#s': 'sk' },
        ExpressionAttributeValues: values,
      },
      [['TEAM#1']],
    ],
    [
      'Query',
      {
        TableName: 't',
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :day and pk = :team',
        ExpressionAttributeValues: values,
      },
      [['2026-07-01']],
    ],
    ['Scan', { TableName: 't' }, [undefined]],
    [
      'TransactWriteItems',
      { TransactItems: [{ Put: { TableName: 't', Item: item('A') } }, { Delete: { TableName: 't', Key: item('B') } }] },
      [['A'], ['B']],
    ],
    ['BatchGetItem', { RequestItems: { t: { Keys: [item('A'), item('B'), item('A')] } } }, [['A', 'B']]],
    [
      'BatchWriteItem',
      { RequestItems: { t: [{ PutRequest: { Item: item('A') } }, { DeleteRequest: { Key: item('B') } }] } },
      [['A', 'B']],
    ],
  ])('%s names the partitions in its context: %j', (operation, body, expected) => {
    const needs = dynamodbNeeds(operation, body, place, (_table, index) => (index ? `${index}pk` : 'pk'))
    expect(needs.map(({ context }) => context?.['dynamodb:LeadingKeys'])).toEqual(expected)
  })

  test('to read a stream are found by its ARN and by an iterator', () => {
    const local = 'arn:aws:dynamodb:ddblocal:000000000000:table/t/stream/2026-11-21T03:57:20.869'
    const expected = [`dynamodb:GetRecords ${table}/stream/2026-11-21T03:57:20.869`]
    expect(texts(streamNeeds('GetRecords', { StreamArn: local }, place))).toEqual(expected)
    expect(texts(streamNeeds('GetRecords', { ShardIterator: `${local}|001|c2hh` }, place))).toEqual(expected)
    expect(texts(streamNeeds('ListStreams', {}, place))).toEqual(['dynamodb:ListStreams *'])
  })
})

describe('the permissions for a call to a user pool or a queue', () => {
  test('an administrator’s operation needs one on the pool', () => {
    expect(texts(cognitoNeeds('AdminGetUser', { UserPoolId: 'us-east-1_abc', Username: 'x' }, place))).toEqual([
      'cognito-idp:AdminGetUser arn:aws:cognito-idp:us-east-1:000000000000:userpool/us-east-1_abc',
    ])
    expect(texts(cognitoNeeds('ListUserPools', { MaxResults: 1 }, place))).toEqual(['cognito-idp:ListUserPools *'])
  })

  test('a user’s operation needs none', () => {
    expect(cognitoNeeds('InitiateAuth', { ClientId: 'c' }, place)).toEqual([])
    expect(cognitoNeeds('GetUser', { AccessToken: 'a' }, place)).toEqual([])
  })

  test('a queue is found by its URL or name', () => {
    const arn = 'arn:aws:sqs:us-east-1:000000000000:jobs'
    const QueueUrl = 'http://127.0.0.1:4000/000000000000/jobs'
    expect(texts(sqsNeeds('SendMessage', { QueueUrl }, place))).toEqual([`sqs:SendMessage ${arn}`])
    expect(texts(sqsNeeds('SendMessageBatch', { QueueUrl }, place))).toEqual([`sqs:SendMessage ${arn}`])
    expect(texts(sqsNeeds('GetQueueUrl', { QueueName: 'jobs' }, place))).toEqual([`sqs:GetQueueUrl ${arn}`])
    expect(texts(sqsNeeds('ListQueues', {}, place))).toEqual(['sqs:ListQueues *'])
  })
})

describe('the permissions to send mail', () => {
  const identity = (name: string) => `arn:aws:ses:us-east-1:000000000000:identity/${name}`
  const send = (body: object, verified: string[] = []) =>
    texts(sesNeeds('POST', '/v2/email/outbound-emails', JSON.stringify(body), place, (name) => verified.includes(name)))
  const raw = (head: string) => ({ Raw: { Data: Buffer.from(`${head}\r\n\r\nFrom: not@this.one`).toString('base64') } })
  const from = { FromEmailAddress: '"Club" <No-Reply@app.club.org>' }

  test('a simple message, a template and a raw message are different actions', () => {
    expect(send({ ...from, Content: { Simple: {} } })).toEqual([`ses:SendEmail ${identity('app.club.org')}`])
    expect(send({ ...from, Content: { Template: {} } })).toEqual([`ses:SendTemplatedEmail ${identity('app.club.org')}`])
    expect(send({ ...from, Content: raw('From: x@other.org') })).toEqual([
      `ses:SendRawEmail ${identity('app.club.org')}`,
    ])
  })

  test('are on the verified identity: the address, its domain, or a parent domain', () => {
    const Content = { Simple: {} }
    expect(send({ ...from, Content }, ['club.org'])).toEqual([`ses:SendEmail ${identity('club.org')}`])
    expect(send({ ...from, Content }, ['club.org', 'no-reply@app.club.org'])).toEqual([
      `ses:SendEmail ${identity('no-reply@app.club.org')}`,
    ])
  })

  test('have the sender’s address as written in their context', () => {
    const body = JSON.stringify({ ...from, Content: { Simple: {} }, ConfigurationSetName: 'mail' })
    const needs = sesNeeds('POST', '/v2/email/outbound-emails', body, place, () => true) ?? []
    expect(needs).toHaveLength(2)
    for (const { context } of needs) expect(context).toEqual({ 'ses:FromAddress': 'No-Reply@app.club.org' })
  })

  test('include the configuration set', () => {
    expect(send({ ...from, Content: { Simple: {} }, ConfigurationSetName: 'mail' })).toEqual([
      `ses:SendEmail ${identity('app.club.org')}`,
      'ses:SendEmail arn:aws:ses:us-east-1:000000000000:configuration-set/mail',
    ])
  })

  test('use the sender of the raw message if there is no other', () => {
    expect(send({ Content: raw('Subject: x\r\nfrom: Club\r\n <a@club.org>') })).toEqual([
      `ses:SendRawEmail ${identity('club.org')}`,
    ])
  })

  test('support version 1, and no other operations', () => {
    const form = (fields: Record<string, string>) =>
      texts(sesNeeds('POST', '/', new URLSearchParams(fields).toString(), place, () => false))
    expect(form({ Action: 'SendEmail', Source: 'a@club.org' })).toEqual([`ses:SendEmail ${identity('club.org')}`])
    expect(
      form({ Action: 'SendRawEmail', 'RawMessage.Data': Buffer.from('From: a@club.org').toString('base64') }),
    ).toEqual([`ses:SendRawEmail ${identity('club.org')}`])
    expect(form({ Action: 'VerifyEmailIdentity' })).toBeUndefined()
    expect(sesNeeds('GET', '/v2/email/identities', '', place, () => false)).toBeUndefined()
  })
})
