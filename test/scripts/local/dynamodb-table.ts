import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import type { Assembly } from '#scripts/local/types.ts'
import { resource, writeAssembly } from './fixtures/writtenAssembly.ts'

const key = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
]

/** Properties of a table like the product's. */
export const properties = {
  TableName: 'items',
  AttributeDefinitions: ['pk', 'sk', 'at', 'event', 'player'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: key('pk', 'sk'),
  LocalSecondaryIndexes: [{ IndexName: 'byTime', KeySchema: key('pk', 'at'), Projection: { ProjectionType: 'ALL' } }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byEvent',
      KeySchema: key('event', 'player'),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['status', 'note'] },
    },
  ],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
}

/** An app with one table, `items`, with some properties replaced. */
export function itemTable(dir: string, changedProperties: Record<string, unknown> = {}): Assembly {
  const Items = resource('AWS::DynamoDB::GlobalTable', { ...properties, ...changedProperties })
  return readAssembly(writeAssembly(dir, { one: { template: { Resources: { Items } } } }), {
    origin: 'http://127.0.0.1:3000',
  })
}
