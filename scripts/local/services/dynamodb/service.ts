import { regional, type ResourceType } from '../../assembly/resourceType.ts'
import { jsonApi } from '../../gate/jsonApi.ts'
import type { Service } from '../service.ts'
import { partitionKeys } from './leadingKeys.ts'
import { dynamodbNeeds, streamNeeds } from './needs.ts'

const arn = regional('dynamodb', 'table/')
const table: ResourceType = {
  named: 'TableName',
  arn,
  // A stream is told from an earlier one of the same table by when it was switched on.
  attributes: { StreamArn: (named) => `${arn(named)}/stream/2000-01-01T00:00:00.000` },
}

/** Tables, their indexes and their streams, and the functions that are called on changes: DynamoDB Local. */
export const dynamodb: Service = {
  types: { 'AWS::DynamoDB::GlobalTable': table, 'AWS::DynamoDB::Table': table },
  keeps: ['dynamodb', 'stream-positions.json'],
  api(assembly) {
    const keyOf = partitionKeys(assembly)
    return jsonApi(['DynamoDB_20120810', 'DynamoDBStreams_20120810'], ({ target, operation }, body) =>
      target === 'DynamoDB_20120810'
        ? dynamodbNeeds(operation, body, assembly, keyOf)
        : streamNeeds(operation, body, assembly),
    )
  },
  start: async (context) => (await import('./start.ts')).start(context),
}
