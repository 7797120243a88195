import { type JsonBody, type Need, type Place, textOf } from './needs.ts'

type Entry = Record<string, { TableName?: string } | undefined>

/** What each part of a transaction needs; a transaction needs nothing of its own. */
const partActions: Record<string, string> = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
}

/** Every action that a DynamoDB operation needs, on every table and index that it touches. */
export function dynamodbNeeds(operation: string, body: JsonBody, { region, account }: Place): Need[] {
  const arn = (table: string): string =>
    table.startsWith('arn:') ? table : `arn:aws:dynamodb:${region}:${account}:table/${table}`
  const need = (action: string, table: unknown, index?: unknown): Need => ({
    action: `dynamodb:${action}`,
    resource: `${arn(textOf(table))}${index ? `/index/${textOf(index)}` : ''}`,
  })
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    return entries(body.TransactItems).flatMap((entry) =>
      Object.entries(entry).map(([kind, part]) => need(partActions[kind] ?? kind, part?.TableName)),
    )
  }
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
    return Object.keys((body.RequestItems as object | undefined) ?? {}).map((table) => need(operation, table))
  }
  if (typeof body.TableName === 'string') return [need(operation, body.TableName, body.IndexName)]
  return [{ action: `dynamodb:${operation}`, resource: '*' }]
}

/** Reading a stream. A shard iterator has its stream's ARN in it. */
export function streamNeeds(operation: string, body: JsonBody, { region, account }: Place): Need[] {
  const [, table, label] = /table\/([^/|]+)\/stream\/([^/|]+)/.exec(textOf(body.StreamArn ?? body.ShardIterator)) ?? []
  const resource = table ? `arn:aws:dynamodb:${region}:${account}:table/${table}/stream/${label}` : '*'
  return [{ action: `dynamodb:${operation}`, resource }]
}

const entries = (value: unknown): Entry[] => (Array.isArray(value) ? (value as Entry[]) : [])
