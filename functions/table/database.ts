import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/**
 * In milliseconds, and far more than DynamoDB takes. A connection that was kept open may have died unseen: the SDK would
 * wait for five minutes, Lambda ends before that, and nothing would be tried again. `requestTimeout` ends when the answer
 * begins; from there on it is `socketTimeout`.
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
