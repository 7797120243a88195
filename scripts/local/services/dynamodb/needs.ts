import { batchKeys, leadingKeys, type PartitionKeys } from './leadingKeys.ts'
import { type JsonBody, type Need, type Place, textOf } from '../../gate/needs.ts'

/** The permission for each operation in a transaction; the transaction itself needs none. */
const partActions: Record<string, string> = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
}

/**
 * Every action that a DynamoDB operation needs, on every table and index that it touches, with the partition keys it
 * refers to.
 */
export function dynamodbNeeds(
  operation: string,
  body: JsonBody,
  { region, account }: Place,
  keyOf: PartitionKeys,
): Need[] {
  const arn = (table: string): string =>
    table.startsWith('arn:') ? table : `arn:aws:dynamodb:${region}:${account}:table/${table}`
  const need = (action: string, resource: string, keys: string[] | undefined): Need => ({
    action: `dynamodb:${action}`,
    resource,
    ...(keys && keys.length > 0 && { context: { 'dynamodb:LeadingKeys': keys } }),
  })
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    return parts(body.TransactItems).map(([kind, part]) => {
      const table = textOf(part.TableName)
      return need(partActions[kind] ?? kind, arn(table), leadingKeys(part, keyOf(table)))
    })
  }
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
    return Object.entries((body.RequestItems as object | undefined) ?? {}).map(([table, part]) =>
      need(operation, arn(table), batchKeys(part, keyOf(table))),
    )
  }
  if (typeof body.TableName !== 'string') return [need(operation, '*', undefined)]
  const index = textOf(body.IndexName)
  const resource = `${arn(body.TableName)}${index && `/index/${index}`}`
  return [need(operation, resource, leadingKeys(body, keyOf(body.TableName, index)))]
}

/** The permissions to read a stream. A shard iterator contains its stream's ARN. */
export function streamNeeds(operation: string, body: JsonBody, { region, account }: Place): Need[] {
  const [, table, label] = /table\/([^/|]+)\/stream\/([^/|]+)/.exec(textOf(body.StreamArn ?? body.ShardIterator)) ?? []
  const resource = table ? `arn:aws:dynamodb:${region}:${account}:table/${table}/stream/${label}` : '*'
  return [{ action: `dynamodb:${operation}`, resource }]
}

/** The operations of a transaction, each with its kind. */
const parts = (value: unknown): [kind: string, part: JsonBody][] =>
  (Array.isArray(value) ? (value as Record<string, JsonBody | undefined>[]) : []).flatMap((entry) =>
    Object.entries(entry).map(([kind, part]): [string, JsonBody] => [kind, part ?? {}]),
  )
