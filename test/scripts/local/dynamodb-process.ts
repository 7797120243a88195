// Starts DynamoDB Local in the folder of its first argument, writes until it is killed, and prints what was acknowledged.
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { createTables } from '#scripts/local/services/dynamodb/createTables.ts'
import { startDynamoDb } from '#scripts/local/services/dynamodb/startDynamoDb.ts'
import { itemTable } from './dynamodb-table.ts'

const { endpoint } = await startDynamoDb({ dir: process.argv[2] ?? '' })
const assembly = itemTable(process.argv[3] ?? '')
await createTables(assembly, endpoint)
console.log(endpoint)
const credentials = { accessKeyId: 'LOCALadmin', secretAccessKey: 'local' }
const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 })
for (let count = 0; ; count++) {
  await client.send(new PutItemCommand({ TableName: 'items', Item: { pk: { S: String(count) }, sk: { S: 'x' } } }))
  console.log(count)
}
