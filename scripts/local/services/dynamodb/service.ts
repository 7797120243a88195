import { regional, type ResourceType } from '../../assembly/resourceType.ts'
import { jsonApi } from '../../gate/jsonApi.ts'
import type { Service } from '../service.ts'
import { partitionKeys } from './leadingKeys.ts'
import { dynamodbNeeds, streamNeeds } from './needs.ts'

const arn = regional('dynamodb', 'table/')
const table: ResourceType = {
  nameProperty: 'TableName',
  arn,
  // The time at which a stream was enabled distinguishes it from an earlier one of the same table.
  attributes: { StreamArn: (named) => `${arn(named)}/stream/2000-01-01T00:00:00.000` },
}

/** Tables, their indexes and streams, and the functions that the streams invoke: DynamoDB Local. */
export const dynamodb: Service = {
  types: { 'AWS::DynamoDB::GlobalTable': table, 'AWS::DynamoDB::Table': table },
  dataFiles: ['dynamodb', 'stream-positions.json'],
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
