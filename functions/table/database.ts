import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/**
 * In milliseconds, and far more than DynamoDB needs. A connection that was kept alive may be dead: by default the SDK would wait
 * five minutes, but Lambda ends before that, and nothing would be retried. `requestTimeout` covers the time until the response
 * begins, `socketTimeout` the time after.
 */
const requestHandler = {
  connectionTimeout: 1000,
  requestTimeout: 2000,
  socketTimeout: 2000,
  throwOnRequestTimeout: true,
}
export const db = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 6, requestHandler }), {
  marshallOptions: { removeUndefinedValues: true },
})
export const TableName = process.env.TABLE_NAME ?? 'touchline'
