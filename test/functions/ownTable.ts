import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'

/**
 * A table like that of all tests for this file alone, which looks at every item there is. To be imported first, by a file
 * that runs apart: the product reads the table's name when it is loaded.
 */
const client = new DynamoDBClient({})
const { Table } = await client.send(new DescribeTableCommand({ TableName: process.env['TABLE_NAME'] }))
if (!Table) throw new Error('There is no table of the tests.')
const TableName = `${Table.TableName}-${crypto.randomUUID()}`
await client.send(
  new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: Table.AttributeDefinitions,
    KeySchema: Table.KeySchema,
    LocalSecondaryIndexes: Table.LocalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    })),
    GlobalSecondaryIndexes: Table.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    })),
  }),
)
process.env['TABLE_NAME'] = TableName
