import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  type GlobalSecondaryIndexDescription,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'

/**
 * A separate table like the shared one, empty when a file begins, for tests that scan all items. The product reads the table name
 * when its modules load, and the files of a process share modules, so they share the table name, too.
 */
const sharedTableName = (process.env['SHARED_TABLE_NAME'] ??= process.env['TABLE_NAME'])
const TableName = `${sharedTableName}-${process.pid}`
process.env['TABLE_NAME'] = TableName
const client = new DynamoDBClient({})
const { Table } = await client.send(new DescribeTableCommand({ TableName: sharedTableName }))
if (!Table) throw new Error('The tests’ table is missing.')
/** The index definitions, without the attributes that only describe the existing table. */
const indexDefinitions = (
  indexes: readonly GlobalSecondaryIndexDescription[] = [],
): GlobalSecondaryIndex[] | undefined =>
  indexes.length === 0
    ? undefined
    : indexes.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }))
await client.send(new DeleteTableCommand({ TableName })).catch((error: unknown) => {
  if (!(error instanceof ResourceNotFoundException)) throw error
})
await client.send(
  new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: Table.AttributeDefinitions,
    KeySchema: Table.KeySchema,
    LocalSecondaryIndexes: indexDefinitions(Table.LocalSecondaryIndexes),
    GlobalSecondaryIndexes: indexDefinitions(Table.GlobalSecondaryIndexes),
  }),
)
client.destroy()
