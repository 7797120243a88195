import {
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'

/** The name of the table restored to an instant; it is the same for the same instant, so that each is restored once. */
export const restoredName = (table: string, at: string): string => `${table}-at-${at.replaceAll(/[^0-9]/g, '')}`

/**
 * Restores a table to a new one as it was at an instant, at most 35 days ago, and waits for it: minutes for a small
 * table, hours for a large one. `at` is ISO 8601 with a Z. If called again, continues to wait for the same restore.
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
