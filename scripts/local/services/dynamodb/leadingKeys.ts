import type { Assembly } from '../../types.ts'
import type { JsonBody } from '../../gate/needs.ts'

type KeySchema = { AttributeName: string; KeyType: string }[]
type Properties = { KeySchema?: KeySchema; GlobalSecondaryIndexes?: { IndexName: string; KeySchema: KeySchema }[] }

/** The partition key attribute of a table or of one of its indexes, by name. */
export type PartitionKeys = (table: string, index?: string) => string | undefined

/** A value in the API's format: `{ S: 'TEAM#1' }`. */
type Value = Record<string, string>
type Item = Record<string, Value>

export function partitionKeys(assembly: Assembly): PartitionKeys {
  const first = (schema: KeySchema = []) => schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName
  const tables = new Map(
    assembly.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table').map((table) => {
      const { KeySchema, GlobalSecondaryIndexes = [] } = assembly.resolve<Properties>(table.stack, table.properties)
      const indexes = new Map(GlobalSecondaryIndexes.map((index) => [index.IndexName, first(index.KeySchema)]))
      return [assembly.physicalId(table), { key: first(KeySchema), indexes }]
    }),
  )
  return (name, index = '') => {
    const table = tables.get(name.split('/').at(-1) ?? '')
    return table?.indexes.get(index) ?? table?.key
  }
}

/**
 * The values of IAM's `dynamodb:LeadingKeys`: the partition keys of the items that a request, or one operation of a
 * transaction, refers to; undefined if it names none, as in a scan.
 */
export function leadingKeys(part: JsonBody, partitionKey: string | undefined): string[] | undefined {
  if (!partitionKey) return undefined
  const { Key, Item, KeyConditionExpression } = part as { Key?: Item; Item?: Item; KeyConditionExpression?: string }
  const value = (Key ?? Item)?.[partitionKey] ?? (KeyConditionExpression && requestedKey(part, partitionKey))
  return value ? Object.values(value).slice(0, 1) : undefined
}

/** The value that a query's partition key must equal. */
function requestedKey(part: JsonBody, partitionKey: string): Value | undefined {
  const { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = part as {
    KeyConditionExpression: string
    ExpressionAttributeNames?: Record<string, string>
    ExpressionAttributeValues?: Item
  }
  const equations = KeyConditionExpression.matchAll(/([#\w.-]+)\s*=\s*(:\w+)/g)
  const equation = [...equations].find(([, name = '']) => (ExpressionAttributeNames?.[name] ?? name) === partitionKey)
  return ExpressionAttributeValues?.[equation?.[2] ?? '']
}

/** The partition keys in one table's part of a batch: `{ Keys: […] }`, or a list of puts and deletes. */
export function batchKeys(part: unknown, partitionKey: string | undefined): string[] {
  const requests = Array.isArray(part)
    ? part.map(
        (request: { PutRequest?: JsonBody; DeleteRequest?: JsonBody }) =>
          request.PutRequest ?? request.DeleteRequest ?? {},
      )
    : ((part as { Keys?: Item[] } | undefined)?.Keys ?? []).map((Key) => ({ Key }))
  return [...new Set(requests.flatMap((request) => leadingKeys(request, partitionKey) ?? []))]
}
