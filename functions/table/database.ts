import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/**
 * In milliseconds, far more than DynamoDB takes. A kept-alive connection may be dead without a sign: by default the SDK would wait for five
 * minutes, longer than Lambda lets the function run, so nothing would be retried. `requestTimeout` is until the response begins,
 * `socketTimeout` from then on.
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

/** The most times that a request is sent which DynamoDB refuses for a conflict with another one, or for load … */
export const maxAttempts = 7
/** … and the base of the backoff between them, in milliseconds. */
export const backoffBase = 10
