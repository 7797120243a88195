import {
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'

/** What a table's state at an instant is called: the same instant is restored once. */
export const restoredName = (table: string, at: string): string => `${table}-at-${at.replaceAll(/[^0-9]/g, '')}`

/**
 * Has DynamoDB make a table of what another was at an instant, at most 35 days ago, and waits for it: minutes for a small
 * table, hours for a large one. `at` is ISO 8601 with a Z. Called again, it goes on waiting for the same one.
 */
export async function restoreTable(db: DynamoDBClient, table: string, at: string): Promise<string> {
  const TableName = restoredName(table, at)
  if (!(await exists(db, TableName)))
    await db.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: table,
        TargetTableName: TableName,
        RestoreDateTime: new Date(at),
      }),
    )
  await waitUntilTableExists({ client: db, maxWaitTime: 12 * 60 * 60, maxDelay: 60 }, { TableName })
  return TableName
}

async function exists(db: DynamoDBClient, TableName: string): Promise<boolean> {
  try {
    await db.send(new DescribeTableCommand({ TableName }))
    return true
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false
    throw error
  }
}
